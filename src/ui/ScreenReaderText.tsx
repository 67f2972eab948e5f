import { makeStyles } from '@fluentui/react-components'
import type { ReactNode } from 'react'

type Props = {
  children: ReactNode
  /** Given where changes are announced. */
  role?: 'status'
  /** A block, for what holds a table. */
  as?: 'div'
}

/** Text for screen readers only; it is visible elsewhere. */
export function ScreenReaderText({ children, role, as }: Props) {
  const styles = useStyles()
  const Part = as ?? 'span'
  return (
    <Part role={role} className={styles.spoken}>
      {children}
    </Part>
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
