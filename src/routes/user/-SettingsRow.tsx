import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { ChevronRight20Regular } from '@fluentui/react-icons'
import { Link, type LinkProps } from '@tanstack/react-router'

type Props = {
  label: string
  /** The present value. */
  value?: string
  to?: LinkProps['to']
  /** A place outside of the console. */
  href?: string
  onClick?: () => void
  danger?: boolean
}

/** One line of a list of settings: a place to go to, or an action. */
export function SettingsRow({ label, value, to, href, onClick, danger }: Props) {
  const styles = useStyles()
  const look = mergeClasses(styles.row, danger && styles.danger)
  const content = (
    <>
      <span className={styles.label}>{label}</span>
      {value && <span className={styles.value}>{value}</span>}
      {!danger && <ChevronRight20Regular className={styles.icon} />}
    </>
  )
  if (href)
    return (
      <a href={href} target="_blank" rel="noreferrer" className={look}>
        {content}
      </a>
    )
  return to ? (
    <Link to={to} className={look}>
      {content}
    </Link>
  ) : (
    <button type="button" className={look} onClick={onClick}>
      {content}
    </button>
  )
}

const useStyles = makeStyles({
  row: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    width: '100%',
    minHeight: '52px',
    padding: '8px 16px',
    border: 'none',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    ':first-child': { borderTop: 'none' },
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase300,
    textAlign: 'start',
    textDecorationLine: 'none',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  danger: { color: tokens.colorStatusDangerForeground1 },
  label: { flexGrow: 1, minWidth: 0 },
  value: { color: tokens.colorNeutralForeground2 },
  icon: { flexShrink: 0, color: tokens.colorNeutralForeground3 },
})
