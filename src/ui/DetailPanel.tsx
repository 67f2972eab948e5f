import { Button, makeStyles, Subtitle1, tokens } from '@fluentui/react-components'
import { Dismiss24Regular } from '@fluentui/react-icons'
import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef } from 'react'
import { useEscape } from './escape.ts'
import { OutcomePending } from './OutcomePending.tsx'
import { ScreenReaderText } from './ScreenReaderText.tsx'

type Props = {
  title: string
  /** What it shows; another one begins at its top. */
  of: string
  onClose: () => void
  /** What screen readers say of it as it opens; the focus stays in the list. */
  said: ReactNode
  /** Buttons before the one that closes it. */
  tools?: ReactNode
  /** Buttons below, the main one last. */
  actions?: ReactNode
  children: ReactNode
}

/** What is open of a list, at the side of it. The list stays in use; Escape goes back to its row. */
export function DetailPanel(props: Props) {
  const { title, of, onClose, said, tools, actions, children } = props
  const styles = useStyles()
  const { t } = useLingui()
  const panel = useRef<HTMLElement>(null)
  const opener = useRef<Element>(null)
  useEffect(() => {
    if (document.activeElement?.matches(OPEN)) opener.current = document.activeElement
  }, [of])
  const close = (byPointer: boolean) => {
    const here = document.activeElement
    const row = rowOf(opener.current)
    onClose()
    // Whoever is at something else stays there.
    if (here === document.body || panel.current?.contains(here))
      row?.focus({ preventScroll: byPointer })
  }
  useEscape(() => close(false))
  return (
    <section ref={panel} aria-label={title} className={styles.panel}>
      <header className={styles.head}>
        <Subtitle1 as="h2" className={styles.title}>
          {title}
        </Subtitle1>
        {tools}
        <Button
          appearance="subtle"
          icon={<Dismiss24Regular />}
          aria-label={t`Close`}
          aria-keyshortcuts="Escape"
          onClick={({ detail }) => close(detail > 0)}
        />
      </header>
      <ScreenReaderText role="status">{said}</ScreenReaderText>
      <div key={of} className={styles.scroller}>
        {children}
        <OutcomePending />
      </div>
      {actions && <footer className={styles.actions}>{actions}</footer>}
    </section>
  )
}

/** The row of what is open: the one it was opened from, as an order may be listed twice. */
function rowOf(opener: Element | null) {
  const row = opener?.isConnected && opener.matches(OPEN) ? opener : document.querySelector(OPEN)
  // Where it has left the list: the screen, where keys and screen readers begin.
  return (row ?? document.getElementById('main')) as HTMLElement | null
}

const OPEN = '#main a[aria-current="page"]'

type RoomProps = {
  /** Whether it stands at the side; else it is over the screen, or nothing is open. */
  beside: boolean
  panel: ReactNode
  children: ReactNode
}

/** A screen and the panel at its side. Both stay as they are as the panel comes, goes, or moves. */
export function PanelRoom({ beside, panel, children }: RoomProps) {
  const styles = useStyles()
  return (
    <div className={beside ? styles.sides : styles.alone}>
      <div className={beside ? styles.screen : styles.alone}>{children}</div>
      {panel}
    </div>
  )
}

const useStyles = makeStyles({
  alone: { display: 'contents' },
  sides: { display: 'flex', flexGrow: 1, alignItems: 'stretch' },
  screen: { display: 'flex', flexDirection: 'column', flexGrow: 1, minWidth: 0 },
  panel: {
    boxSizing: 'border-box',
    display: 'flex',
    flexDirection: 'column',
    width: 'clamp(400px, 30%, 560px)',
    flexShrink: 0,
    borderLeft: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    // Stays while the list goes by.
    position: 'sticky',
    top: 'calc(env(titlebar-area-height, 0px) + var(--bar-above, 0px))',
    alignSelf: 'flex-start',
    height: 'calc(100dvh - env(titlebar-area-height, 0px) - var(--bar-above, 0px))',
  },
  // As high as the bar of the list, so that both end at one line.
  head: {
    display: 'flex',
    alignItems: 'center',
    boxSizing: 'border-box',
    minHeight: '64px',
    flexShrink: 0,
    padding: '4px 12px 4px 16px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  title: { flexGrow: 1, minWidth: 0 },
  scroller: {
    display: 'flex',
    flexDirection: 'column',
    gap: '16px',
    flexGrow: 1,
    minHeight: 0,
    padding: '12px 16px 24px',
    overflowY: 'auto',
  },
  actions: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'flex-end',
    gap: '8px',
    flexShrink: 0,
    padding: '12px 16px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
})
