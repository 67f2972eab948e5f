import { Button, makeStyles, Subtitle1, tokens } from '@fluentui/react-components'
import { Dismiss24Regular } from '@fluentui/react-icons'
import { useLingui } from '@lingui/react/macro'
import { type ComponentProps, type KeyboardEvent, useDeferredValue, useEffect, useRef } from 'react'
import { useClosing } from './closing.ts'
import { SiteName } from './SiteName.tsx'
import { type NavItem, NavList } from './NavList.tsx'

type Props = {
  brand: ComponentProps<typeof SiteName>['brand']
  items: NavItem[]
  foot: NavItem[]
  onClose: () => void
}

/**
 * The menu of an area on a phone, opened from the top bar.
 *
 * Plain elements, because it is the first that many a slow phone opens: Fluent's drawer took a second
 * there. A native dialog makes the page inert, and closing it restyles every element. It comes at once,
 * and its places, each of which costs the router as much as the rest, while it slides in.
 */
export function MenuDrawer({ brand, items, foot, onClose }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const drawer = useRef<HTMLDivElement>(null)
  const filled = useDeferredValue(true, false)
  const { requestClose } = useClosing(onClose, false)
  useEffect(() => {
    const opener = document.activeElement
    drawer.current?.querySelector<HTMLElement>('[data-close]')?.focus()
    return () => {
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    }
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') requestClose()
    if (event.key !== 'Tab') return
    const stops = [...(drawer.current?.querySelectorAll<HTMLElement>('a, button') ?? [])]
    const [end, next] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]]
    // Not what has the focus: Fluent's focus manager has taken it away from the end by now.
    if (event.target !== end) return
    event.preventDefault()
    next?.focus()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- Escape is the key for it
    <div
      ref={drawer}
      role="dialog"
      aria-modal
      aria-label={t`Menu`}
      tabIndex={-1}
      className={styles.beside}
      onKeyDown={onKeyDown}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) requestClose()
      }}
    >
      <div className={styles.drawer}>
        <div className={styles.head}>
          <Subtitle1 as="h2" className={styles.site}>
            <SiteName brand={brand} size={28}>
              {brand.name}
            </SiteName>
          </Subtitle1>
          <Button
            appearance="subtle"
            aria-label={t`Close`}
            icon={<Dismiss24Regular />}
            data-close
            onClick={requestClose}
          />
        </div>
        {filled && (
          <>
            <NavList items={items} onGo={onClose} />
            <div className={styles.foot}>
              <NavList items={foot} onGo={onClose} />
            </div>
          </>
        )}
      </div>
    </div>
  )
}

const MOTION = '@media (prefers-reduced-motion: no-preference)'

const useStyles = makeStyles({
  // Beside the menu it is the shade over the page, from which a finger does not scroll it.
  beside: {
    position: 'fixed',
    zIndex: 40,
    inset: 0,
    outlineStyle: 'none',
    touchAction: 'none',
    // Fades in by itself, so that the page does not show through the menu meanwhile.
    '::before': {
      content: '""',
      position: 'absolute',
      inset: 0,
      backgroundColor: tokens.colorBackgroundOverlay,
      [MOTION]: { animationName: { from: { opacity: 0 } }, animationDuration: '150ms' },
    },
  },
  drawer: {
    position: 'relative',
    boxSizing: 'border-box',
    width: '84vw',
    maxWidth: '300px',
    height: '100%',
    padding:
      'calc(12px + env(safe-area-inset-top)) 12px calc(12px + env(safe-area-inset-bottom)) calc(12px + env(safe-area-inset-left))',
    overflowY: 'auto',
    overscrollBehavior: 'contain',
    touchAction: 'pan-y',
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow64,
    [MOTION]: {
      animationName: { from: { transform: 'translateX(-100%)' } },
      animationDuration: '200ms',
      animationTimingFunction: tokens.curveDecelerateMid,
    },
  },
  head: { display: 'flex', alignItems: 'center', gap: '12px', padding: '0 0 12px 12px' },
  foot: {
    marginTop: '8px',
    paddingTop: '8px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  site: { flexGrow: 1, minWidth: 0, display: 'flex', alignItems: 'center', gap: '12px' },
})
