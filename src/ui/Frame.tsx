import { Button, makeStyles, mergeClasses, Subtitle2, tokens } from '@fluentui/react-components'
import {
  Navigation24Regular,
  PanelLeftContract24Regular,
  PanelLeftExpand24Regular,
} from '@fluentui/react-icons'
import { useLingui } from '@lingui/react/macro'
import { type ComponentProps, lazy, type ReactNode, Suspense, useState } from 'react'
import { FrameContext } from './frame-context.ts'
import { SiteName } from './SiteName.tsx'
import { DESKTOP, ROOMY, SHORT_OF_ROOM } from './desktop.ts'
import { useMedia } from './media.ts'
import type { MenuDrawer } from './MenuDrawer.tsx'
import { NavList, type NavItem } from './NavList.tsx'

// A fifth of what an area needs at first, and nothing before a dialog opens.
const FocusManager = lazy(() => import('./FocusManager.tsx'))

type Props = {
  /** The name of the site and its pictures. */
  brand: ComponentProps<typeof SiteName>['brand']
  items: NavItem[]
  /** Actions below the places: language, logout. */
  foot: NavItem[]
  /** What is at the thumb on phones. */
  bottom: NavItem[]
  /** What draws the menu there too, beside what adds to a list; an area without one does not load it. */
  drawer?: typeof MenuDrawer
  /** Whether the menu is folded to its icons; left out it does so by itself where room is short. */
  narrow?: boolean
  onNarrow: (narrow: boolean) => void
  /** Whether the server does not answer, though there may be a network. */
  unreachable?: boolean
  /** A bar over every screen, which names its height `--bar-above`. */
  above?: ReactNode
  children: ReactNode
}

/** The frame around every screen of an area: navigation at the side, or at the thumb on phones. */
export function Frame(props: Props) {
  const { brand, items, foot, bottom, onNarrow, unreachable, above, children } = props
  const { drawer: Drawer } = props
  const styles = useStyles()
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const [addSlot, setAddSlot] = useState<HTMLElement | null>(null)
  const close = () => setOpen(false)
  const menu = {
    label: t`Menu`,
    icon: <Navigation24Regular />,
    onClick: () => setOpen(true),
  }
  // Hidden parts need not be rendered.
  const isDesktop = useMedia(ROOMY)
  const isShort = useMedia(SHORT_OF_ROOM)
  const { narrow = isShort } = props

  return (
    <FrameContext value={{ addSlot, unreachable }}>
      <a href="#main" className={styles.skip}>
        {t`Skip to the content`}
      </a>
      {above}
      <div className={styles.frame}>
        {isDesktop && (
          <nav
            aria-label={t`Menu`}
            className={mergeClasses(styles.side, narrow && styles.sideNarrow)}
          >
            <div className={styles.brand}>
              <SiteName brand={brand} size={28}>
                {!narrow && <Subtitle2 className={styles.site}>{brand.name}</Subtitle2>}
              </SiteName>
            </div>
            <NavList items={items} narrow={narrow} />
            <div className={styles.grow} />
            <NavList items={foot} narrow={narrow} />
            <Button
              appearance="subtle"
              className={styles.fold}
              icon={narrow ? <PanelLeftExpand24Regular /> : <PanelLeftContract24Regular />}
              aria-label={narrow ? t`Expand menu` : t`Collapse menu`}
              onClick={() => onNarrow(!narrow)}
            />
          </nav>
        )}
        <main
          id="main"
          tabIndex={-1}
          data-over-thumb={Drawer ? true : undefined}
          className={styles.main}
        >
          {children}
        </main>
      </div>
      {!isDesktop && (
        <nav aria-label={t`Menu`} data-thumb={Drawer ? true : undefined} className={styles.bottom}>
          <NavList items={Drawer ? [menu, ...bottom] : bottom} bar />
          {Drawer && <div ref={setAddSlot} className={styles.add} />}
        </nav>
      )}
      <Suspense>
        <FocusManager />
      </Suspense>
      {open && Drawer && <Drawer brand={brand} items={items} foot={foot} onClose={close} />}
    </FrameContext>
  )
}

const useStyles = makeStyles({
  skip: {
    position: 'absolute',
    left: '-999px',
    zIndex: 10,
    padding: '12px',
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorBrandForegroundLink,
    ':focus': { left: '8px', top: '8px' },
  },
  frame: { display: 'flex', minHeight: 'calc(100dvh - var(--bar-above, 0px))' },
  side: {
    display: 'flex',
    flexDirection: 'column',
    gap: '8px',
    width: '240px',
    flexShrink: 0,
    padding: '12px 8px',
    position: 'sticky',
    top: 'calc(env(titlebar-area-height, 0px) + var(--bar-above, 0px))',
    height: 'calc(100dvh - env(titlebar-area-height, 0px) - var(--bar-above, 0px))',
    overflowY: 'auto',
    backgroundColor: tokens.colorNeutralBackground1,
    borderRight: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  sideNarrow: { width: '64px' },
  brand: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    padding: '4px 10px 12px',
    minHeight: '44px',
  },
  site: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  grow: { flexGrow: 1 },
  fold: { alignSelf: 'flex-start', marginLeft: '4px' },
  main: {
    flexGrow: 1,
    minWidth: 0,
    outlineStyle: 'none',
    display: 'flex',
    flexDirection: 'column',
    // What sticks to the lower edge has to stick above the bar, so its height has a name.
    '--bottom-bar': 'calc(61px + env(safe-area-inset-bottom))',
    paddingBottom: 'var(--bottom-bar)',
    [DESKTOP]: { '--bottom-bar': '0px' },
  },
  bottom: {
    position: 'fixed',
    zIndex: 5,
    left: 0,
    right: 0,
    bottom: 0,
    display: 'flex',
    alignItems: 'center',
    padding: '0 env(safe-area-inset-right) env(safe-area-inset-bottom) env(safe-area-inset-left)',
    backgroundColor: tokens.colorNeutralBackground1,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    '& > ul': { flexGrow: 1 },
  },
  add: { padding: '0 24px 0 12px', ':empty': { display: 'none' } },
})
