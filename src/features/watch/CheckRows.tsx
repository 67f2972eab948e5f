import {
  makeStyles,
  mergeClasses,
  Spinner,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'
import {
  CheckmarkCircle24Filled,
  Circle24Regular,
  DismissCircle24Filled,
} from '@fluentui/react-icons'
import { useLingui } from '@lingui/react/macro'
import { ScreenReaderText } from '#ui/ScreenReaderText.tsx'
import type { Check } from './checks.tsx'

/** The four checks, the first that fails marked. */
export function CheckRows({ checks }: { checks: readonly Check[] }) {
  const styles = useStyles()
  const { t } = useLingui()
  const words = {
    good: t`OK`,
    bad: t`failed`,
    now: t`waiting`,
    later: t`not checked yet`,
  }
  return (
    <ul className={styles.list}>
      {checks.map(({ label, state, detail }) => (
        <li key={label} className={styles.row}>
          <Sign state={state} />
          <span className={styles.words}>
            <span className={mergeClasses(styles.label, state === 'later' && styles.later)}>
              {label}
              <ScreenReaderText>: {words[state]}</ScreenReaderText>
            </span>
            {detail && <span className={styles.detail}>{detail}</span>}
          </span>
        </li>
      ))}
    </ul>
  )
}

function Sign({ state }: Pick<Check, 'state'>) {
  const styles = useStyles()
  if (state === 'now') return <Spinner size="extra-tiny" className={styles.sign} aria-hidden />
  if (state === 'good') return <CheckmarkCircle24Filled className={styles.good} aria-hidden />
  if (state === 'bad') return <DismissCircle24Filled className={styles.bad} aria-hidden />
  return <Circle24Regular className={styles.none} aria-hidden />
}

const useStyles = makeStyles({
  list: {
    listStyle: 'none',
    margin: 0,
    padding: 0,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusXLarge,
  },
  row: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    minHeight: '56px',
    padding: '8px 16px',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    ':first-child': { borderTop: 'none' },
  },
  words: { display: 'flex', flexDirection: 'column', minWidth: 0, overflowWrap: 'anywhere' },
  label: { ...typographyStyles.body1Strong },
  later: { fontWeight: tokens.fontWeightRegular, color: tokens.colorNeutralForeground3 },
  detail: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground2 },
  sign: { width: '24px', height: '24px', flexShrink: 0 },
  good: { flexShrink: 0, color: 'var(--stateGreen)' },
  bad: { flexShrink: 0, color: 'var(--stateRed)' },
  none: { flexShrink: 0, color: tokens.colorNeutralStroke1 },
})
