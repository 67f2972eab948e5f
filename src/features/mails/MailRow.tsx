import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { Moment } from '#ui/Moment.tsx'
import { DESKTOP } from '#ui/desktop.ts'
import { mailKinds, mailStates } from './messages.ts'

type Props = {
  mail: Schema<'Mail'>
  /** Why it has not gone out yet, where there is a reason. */
  why: string | undefined
  onOpen: () => void
}

/** One mail: recipient, purpose, time, and status. */
export function MailRow({ mail, why, onOpen }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const { recipient, kind, status, createTime } = mail
  return (
    <button type="button" className={styles.row} onClick={onOpen}>
      <span className={styles.cut}>{recipient}</span>
      <span className={styles.end}>
        <Moment time={createTime} relative />
      </span>
      <span className={mergeClasses(styles.cut, styles.second)}>{t(mailKinds[kind])}</span>
      <span className={mergeClasses(styles.end, styles.state)}>
        <span className={mergeClasses(styles.dot, styles[status])} />
        {t(mailStates[status])}
      </span>
      {why && <span className={mergeClasses(styles.cut, styles.why)}>{why}</span>}
    </button>
  )
}

const useStyles = makeStyles({
  row: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    columnGap: '12px',
    rowGap: '2px',
    alignItems: 'center',
    width: '100%',
    padding: '8px 16px',
    border: 'none',
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    textAlign: 'start',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
    [DESKTOP]: {
      gridTemplateColumns:
        'minmax(0, 2fr) minmax(120px, 1fr) minmax(160px, 1fr) minmax(120px, 1fr)',
      padding: '10px 20px',
    },
  },
  cut: { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  second: { color: tokens.colorNeutralForeground2 },
  end: { textAlign: 'end', color: tokens.colorNeutralForeground3 },
  state: { display: 'inline-flex', alignItems: 'center', justifyContent: 'flex-end', gap: '8px' },
  why: {
    gridColumn: '1 / -1',
    color: tokens.colorStatusWarningForeground1,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    [DESKTOP]: { textAlign: 'end' },
  },
  dot: {
    flexShrink: 0,
    width: '8px',
    height: '8px',
    borderRadius: tokens.borderRadiusCircular,
    forcedColorAdjust: 'none',
  },
  waiting: { backgroundColor: tokens.colorStatusWarningBackground3 },
  sent: { backgroundColor: tokens.colorStatusSuccessBackground3 },
  failed: { backgroundColor: tokens.colorStatusDangerBackground3 },
  cancelled: { backgroundColor: tokens.colorNeutralForeground3 },
})
