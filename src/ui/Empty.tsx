import { makeStyles, tokens } from '@fluentui/react-components'
import type { ReactElement, ReactNode } from 'react'

type Props = { icon?: ReactElement; children: ReactNode; action?: ReactNode }

/** What would be here, in one line, and the button that makes the first. */
export function Empty({ icon, children, action }: Props) {
  const styles = useStyles()
  return (
    <div className={styles.empty}>
      {icon && <span className={styles.icon}>{icon}</span>}
      <p>{children}</p>
      {action}
    </div>
  )
}

const useStyles = makeStyles({
  empty: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    gap: '12px',
    padding: '32px 16px',
    textAlign: 'center',
    color: tokens.colorNeutralForeground2,
  },
  icon: {
    lineHeight: 1,
    color: tokens.colorNeutralForeground3,
    '& svg': { width: '40px', height: '40px' },
  },
})
