import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { stateColours } from '#ui/theme.ts'

type Look = { colour: keyof typeof stateColours; word: MessageDescriptor }

// Red means revoked, which cannot be undone. Spec 4.
const LOOKS: Readonly<Record<string, Look>> = {
  AVAILABLE: { colour: 'green', word: msg`Available` },
  USEDUP: { colour: 'grey', word: msg`Used up` },
  USED: { colour: 'grey', word: msg`Redeemed` },
  REVOKED: { colour: 'red', word: msg`Revoked` },
}

/** The colour of the state of a batch or a code. */
export function batchColour(status: string): string {
  return stateColours[LOOKS[status]?.colour ?? 'grey']
}

/** Says the state of a batch or of one code with a coloured dot and its word. Spec 4. */
export function BatchState({ status }: { status: string }) {
  const styles = useStyles()
  const { t } = useLingui()
  const look = LOOKS[status]
  return (
    <span className={mergeClasses(styles.mark, status === 'REVOKED' && styles.red)}>
      <span className={styles.dot} style={{ backgroundColor: batchColour(status) }} />
      {look ? t(look.word) : status}
    </span>
  )
}

const useStyles = makeStyles({
  mark: {
    display: 'inline-flex',
    alignItems: 'baseline',
    columnGap: tokens.spacingHorizontalS,
    color: tokens.colorNeutralForeground2,
    whiteSpace: 'nowrap',
  },
  red: { color: tokens.colorStatusDangerForeground1 },
  dot: {
    flexShrink: 0,
    width: '8px',
    height: '8px',
    borderRadius: tokens.borderRadiusCircular,
    forcedColorAdjust: 'none',
  },
})
