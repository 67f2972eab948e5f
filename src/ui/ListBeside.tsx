import { makeStyles, tokens } from '@fluentui/react-components'
import { type ReactNode, useState } from 'react'

type Props = {
  /** What the list is of. */
  label: string
  /** The list beside what is open; left out where there is none, or no room. */
  list?: ReactNode
  /** What is open. It stays as it is while the list comes and goes with the width of the window. */
  children: ReactNode
}

/** A list at the side, which stays while one goes from one of its rows to the next. */
export function ListBeside({ label, list, children }: Props) {
  const styles = useStyles()
  return (
    <div className={list ? styles.sides : styles.alone}>
      {list && (
        <section className={styles.list} aria-label={label}>
          {list}
        </section>
      )}
      <div className={list ? styles.open : styles.alone}>{children}</div>
    </div>
  )
}

type ScrolledProps = {
  /** Stays above what scrolls. */
  head?: ReactNode
  children: (scroller: HTMLElement) => ReactNode
}

/** What is in the list at the side: its head, and below it what scrolls by itself. */
export function ScrolledBeside({ head, children }: ScrolledProps) {
  const styles = useStyles()
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  return (
    <>
      {head}
      <div ref={setScroller} className={styles.scroller}>
        {scroller && children(scroller)}
      </div>
    </>
  )
}

const useStyles = makeStyles({
  alone: { display: 'contents' },
  sides: { display: 'flex', flexGrow: 1, alignItems: 'stretch' },
  list: {
    boxSizing: 'border-box',
    display: 'flex',
    flexDirection: 'column',
    width: '360px',
    flexShrink: 0,
    borderRight: `1px solid ${tokens.colorNeutralStroke2}`,
    // Stays while what is open goes by.
    position: 'sticky',
    top: 'calc(env(titlebar-area-height, 0px) + var(--bar-above, 0px))',
    alignSelf: 'flex-start',
    height: 'calc(100dvh - env(titlebar-area-height, 0px) - var(--bar-above, 0px))',
  },
  scroller: { flexGrow: 1, minHeight: 0, padding: '12px 16px', overflowY: 'auto' },
  open: { display: 'flex', flexDirection: 'column', flexGrow: 1, minWidth: 0 },
})
