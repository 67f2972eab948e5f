import { makeStyles, tokens } from '@fluentui/react-components'
import { DeleteRegular } from '@fluentui/react-icons'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Part, AccountStatus } from '#rules/accountStatus.ts'
import { ScreenReaderText } from './ScreenReaderText.tsx'
import { stateColours } from './theme.ts'

/** The states that have a mark. */
export type MarkedState = AccountStatus

// Red is an account that is closed; what a server is in trouble with is amber, as on part of them.
const LOOKS: Record<MarkedState, { colour: keyof typeof stateColours; word: MessageDescriptor }> = {
  open: { colour: 'green', word: msg`Active` },
  unlimited: { colour: 'blue', word: msg`No expiry` },
  slowed: { colour: 'amber', word: msg`Slowed down` },
  expiring: { colour: 'amber', word: msg`Expiring soon` },
  inactive: { colour: 'grey', word: msg`Inactive` },
  pending: { colour: 'grey', word: msg`Pending` },
  opening: { colour: 'grey', word: msg`Opening` },
  expired: { colour: 'red', word: msg`Expired` },
  over: { colour: 'red', word: msg`Over quota` },
  banned: { colour: 'red', word: msg`Banned` },
  portTaken: { colour: 'amber', word: msg`Port taken` },
  portFailed: { colour: 'amber', word: msg`Port closed` },
  unsupported: { colour: 'amber', word: msg`Cipher not supported` },
  serverDown: { colour: 'amber', word: msg`Server down` },
  unreachable: { colour: 'amber', word: msg`Does not get through` },
  paused: { colour: 'amber', word: msg`Server paused` },
  noServer: { colour: 'red', word: msg`No server` },
}

/** The colour of a state, for its dot and the bar at a row's start; amber on part of the servers. */
export function stateColour(state: MarkedState, part?: Part): string {
  return part ? stateColours.amber : stateColours[LOOKS[state].colour]
}

type Props = {
  state: MarkedState
  /** On how many servers it holds, where that is not on all. */
  part?: Part
  /** It will be deleted after its end, which has an icon of its own. */
  autoRemove?: boolean
}

/** Shows a state with a coloured dot and its name. */
export function StateMark({ state, part, autoRemove }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const word = usePartWord(state, part) ?? t(LOOKS[state].word)
  const colour = stateColour(state, part)
  const removal = t`Deleted automatically after expiry`
  return (
    <span className={styles.mark}>
      <span className={styles.dot} style={{ backgroundColor: colour }} />
      <span className={styles.word}>{word}</span>
      {autoRemove && (state === 'open' || state === 'expiring') && (
        <span className={styles.removal} title={removal}>
          <DeleteRegular aria-hidden />
          <ScreenReaderText>{removal}</ScreenReaderText>
        </span>
      )}
    </span>
  )
}

/** The state of an account that still connects on other servers. */
function usePartWord(state: MarkedState, part: Part | undefined): string | undefined {
  const { t } = useLingui()
  if (!part) return undefined
  const { affected, servers } = part
  if (state === 'banned') return t`Banned on ${affected} of ${servers}`
  if (state === 'over') return t`Over quota on ${affected} of ${servers}`
  if (state === 'open' || state === 'unlimited') return t`Active on ${affected} of ${servers}`
  if (state === 'portTaken') return t`Port taken on ${affected} of ${servers}`
  return state === 'portFailed' ? t`Port closed on ${affected} of ${servers}` : undefined
}

const useStyles = makeStyles({
  mark: {
    display: 'inline-flex',
    alignItems: 'baseline',
    columnGap: tokens.spacingHorizontalS,
    color: tokens.colorNeutralForeground2,
    maxWidth: '100%',
    minWidth: 0,
  },
  word: { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
  removal: {
    flexShrink: 0,
    alignSelf: 'center',
    display: 'inline-flex',
    color: tokens.colorNeutralForeground3,
  },
  dot: {
    flexShrink: 0,
    width: '8px',
    height: '8px',
    borderRadius: tokens.borderRadiusCircular,
    forcedColorAdjust: 'none',
  },
})
