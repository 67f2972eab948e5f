import { makeStyles, tokens } from '@fluentui/react-components'
import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { DESKTOP } from '#ui/desktop.ts'

type Props = {
  /** What it stands in for, while that is out of view. */
  of: RefObject<HTMLElement | null>
  children: ReactNode
}

/** The way in at the thumb, on phones, once the buttons above have left the view. */
export function FrontBar({ of, children }: Props) {
  const styles = useStyles()
  const [isNeeded, setNeeded] = useState(false)
  useEffect(() => {
    if (!of.current) return
    // A busy device reports several frames in one call; only the last is current.
    const watch = new IntersectionObserver((seen) => setNeeded(!seen.at(-1)?.isIntersecting))
    watch.observe(of.current)
    return () => watch.disconnect()
  }, [of])
  return isNeeded ? <div className={styles.bar}>{children}</div> : null
}

const useStyles = makeStyles({
  bar: {
    position: 'fixed',
    insetInline: 0,
    bottom: 0,
    zIndex: 1,
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '12px',
    padding: '8px 16px max(8px, env(safe-area-inset-bottom))',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    '& > *': { flexGrow: 1 },
    [DESKTOP]: { display: 'none' },
  },
})
