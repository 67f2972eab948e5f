import { makeStyles, tokens } from '@fluentui/react-components'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { stateColours } from './theme.ts'

/** What a thing can be in, as far as its mark goes. */
export type MarkedState =
  | 'open'
  | 'unlimited'
  | 'inactive'
  | 'expired'
  | 'over'
  | 'banned'
  | 'pending'
  | 'expiring'

const LOOKS: Record<MarkedState, { colour: keyof typeof stateColours; word: MessageDescriptor }> = {
  open: { colour: 'green', word: msg`Active` },
  unlimited: { colour: 'blue', word: msg`Unlimited` },
  inactive: { colour: 'grey', word: msg`Inactive` },
  expired: { colour: 'red', word: msg`Expired` },
  over: { colour: 'red', word: msg`Over quota` },
  banned: { colour: 'red', word: msg`Banned` },
  pending: { colour: 'grey', word: msg`Pending` },
  expiring: { colour: 'amber', word: msg`Expiring soon` },
}

/** The colour of a state, for the bar at a row's start; lime when it will be removed. Spec 4. */
export function stateColour(state: MarkedState, autoRemove = false): string {
  if (autoRemove && isRunning(state)) return stateColours.lime
  return stateColours[LOOKS[state].colour]
}

/** Says a state with a coloured dot and its word. */
export function StateMark({ state, autoRemove }: { state: MarkedState; autoRemove?: boolean }) {
  const styles = useStyles()
  const { t } = useLingui()
  const word = t(LOOKS[state].word)
  return (
    <span className={styles.mark}>
      <span className={styles.dot} style={{ backgroundColor: stateColour(state, autoRemove) }} />
      {autoRemove && isRunning(state) ? <Trans>{word}, auto-remove</Trans> : word}
    </span>
  )
}

const isRunning = (state: MarkedState) => state === 'open' || state === 'expiring'

const useStyles = makeStyles({
  mark: {
    display: 'inline-flex',
    alignItems: 'baseline',
    columnGap: tokens.spacingHorizontalS,
    color: tokens.colorNeutralForeground2,
  },
  dot: {
    flexShrink: 0,
    width: '8px',
    height: '8px',
    borderRadius: tokens.borderRadiusCircular,
    forcedColorAdjust: 'none',
  },
})
