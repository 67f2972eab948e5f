import { Button, makeStyles, mergeClasses, Subtitle2, tokens } from '@fluentui/react-components'
import { Dismiss24Regular } from '@fluentui/react-icons'
import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef } from 'react'
import { useEscape } from './escape.ts'
import { OutcomePending } from './OutcomePending.tsx'
import { ScreenReaderText } from './ScreenReaderText.tsx'
import { useSides } from './sides.ts'

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
  // Drawn once or twice for an order: memoising it is more code than it saves work.
  'use no memo'
  const { title, of, onClose, said, tools, actions, children } = props
  const styles = useStyles()
  const sides = useSides()
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
    // A focus that is elsewhere stays there.
    if (here === document.body || panel.current?.contains(here))
      row?.focus({ preventScroll: byPointer })
  }
  useEscape(() => close(false))
  return (
    <section ref={panel} aria-label={title} className={mergeClasses(sides.pane, styles.panel)}>
      <header className={sides.head}>
        <Subtitle2 as="h2" className={styles.title}>
          {title}
        </Subtitle2>
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
      <div key={of} className={mergeClasses(sides.scroller, styles.parts)}>
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

const useStyles = makeStyles({
  panel: {
    width: 'clamp(400px, 30%, 560px)',
    borderLeft: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  title: { flexGrow: 1, minWidth: 0 },
  parts: { display: 'flex', flexDirection: 'column', gap: '16px' },
  actions: {
    display: 'flex',
    justifyContent: 'flex-end',
    gap: '8px',
    padding: '12px 16px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
})
