import { makeStyles, Spinner } from '@fluentui/react-components'
import type { ReactNode } from 'react'

/** Something is under way: what, in a sentence. */
export function Waiting({ children }: { children: ReactNode }) {
  const styles = useStyles()
  return (
    <div role="status" className={styles.waiting}>
      <Spinner size="large" />
      <p>{children}</p>
    </div>
  )
}

const useStyles = makeStyles({
  waiting: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    gap: '16px',
    paddingBlock: '32px',
    textAlign: 'center',
  },
})
