import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { type ReactNode, useState } from 'react'
import { useSides } from './sides.ts'

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
  const sides = useSides()
  return (
    <div className={list ? sides.sides : sides.alone}>
      {list && (
        <section className={mergeClasses(sides.pane, styles.list)} aria-label={label}>
          {list}
        </section>
      )}
      <div className={list ? sides.screen : sides.alone}>{children}</div>
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
  const sides = useSides()
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  return (
    <>
      {head}
      <div ref={setScroller} className={sides.scroller}>
        {scroller && children(scroller)}
      </div>
    </>
  )
}

const useStyles = makeStyles({
  list: { width: '360px', borderRight: `1px solid ${tokens.colorNeutralStroke2}` },
})
