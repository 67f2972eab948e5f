import { makeStyles } from '@fluentui/react-components'
import type { ReactNode } from 'react'

type Props = {
  children: ReactNode
  /** Given to what is said as it changes. */
  role?: 'status'
}

/** Words for those who hear the screen; the others see them elsewhere. */
export function Spoken({ children, role }: Props) {
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
