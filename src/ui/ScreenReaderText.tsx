import { makeStyles } from '@fluentui/react-components'
import type { ReactNode } from 'react'

type Props = {
  children: ReactNode
  /** Given where changes are announced. */
  role?: 'status'
}

/** Text for screen readers only; it is visible elsewhere. */
export function ScreenReaderText({ children, role }: Props) {
  const styles = useStyles()
  return (
    <span role={role} className={styles.spoken}>
      {children}
    </span>
  )
}

const useStyles = makeStyles({
  spoken: {
    position: 'absolute',
    width: '1px',
    height: '1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
    whiteSpace: 'nowrap',
  },
})
