import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { Link, useLocation } from '@tanstack/react-router'
import type { ReactElement } from 'react'

/** A place to go to, or an action. */
export type NavItem = {
  label: string
  icon: ReactElement
  /** Shown instead of `icon` while the place is open. */
  activeIcon?: ReactElement
  to?: string
  /** Addresses beside its own that belong to it, with all below them. */
  also?: readonly string[]
  /** Open only when the address is exactly this one. */
  exact?: boolean
  onClick?: () => void
  /** How many things wait there, also in words for screen readers. */
  waiting?: { count: number; label: string }
  /** The keys that do the same, as they are printed on them. */
  keys?: string
}

type Props = { items: NavItem[]; narrow?: boolean; bar?: boolean; onGo?: () => void }

/** Places under each other, or side by side as a bar. */
export function NavList({ items, narrow, bar, onGo }: Props) {
  const styles = useStyles()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const look = mergeClasses(styles.item, narrow && styles.narrow, bar && styles.tab)
  const here = {
    className: mergeClasses(look, styles.active, bar && styles.activeTab),
    'aria-current': 'page',
  } as const
  return (
    <ul className={bar ? styles.bar : styles.list}>
      {items.map((item) => {
        const { label, icon, activeIcon = icon, to, also, exact, onClick, waiting, keys } = item
        const open = also?.some((one) => path === one || path.startsWith(`${one}/`)) ?? false
        const name = waiting?.count ? `${label}, ${waiting.label}` : label
        const content = (active: boolean) => (
          <>
            <span className={styles.icon}>{active ? activeIcon : icon}</span>
            {!narrow && <span className={bar ? styles.small : styles.label}>{label}</span>}
            {waiting !== undefined && waiting.count > 0 && (
              <>
                {/* Between the words, as in the name: what one sees is what one says to press it. */}{' '}
                <span
                  aria-hidden
                  className={mergeClasses(
                    styles.count,
                    (narrow || bar) && styles.corner,
                    bar && styles.beside,
                  )}
                >
                  {waiting.count > 99 ? '99+' : waiting.count}
                </span>
              </>
            )}
            {keys !== undefined && !narrow && (
              <span aria-hidden className={styles.keys}>
                {keys}
              </span>
            )}
          </>
        )
        const place = to ? (
          <Link
            to={to}
            activeOptions={{ exact: exact ?? false }}
            // One or the other: the router adds up classes, and then their order in the sheet decides.
            activeProps={here}
            inactiveProps={open ? here : { className: look }}
            aria-label={narrow || name !== label ? name : undefined}
            title={narrow ? label : undefined}
            onClick={onGo}
          >
            {({ isActive }) => content(isActive || open)}
          </Link>
        ) : (
          <button
            type="button"
            className={mergeClasses(look, styles.button)}
            aria-label={narrow || name !== label ? name : undefined}
            title={narrow ? label : undefined}
            onClick={() => {
              onGo?.()
              onClick?.()
            }}
          >
            {content(false)}
          </button>
        )
        return (
          <li key={label} className={bar ? styles.cell : undefined}>
            {place}
          </li>
        )
      })}
    </ul>
  )
}

const useStyles = makeStyles({
  list: { display: 'flex', flexDirection: 'column', gap: '2px' },
  bar: { display: 'flex', justifyContent: 'space-around' },
  cell: { flex: '1 1 0', minWidth: 0 },
  item: {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    width: '100%',
    minHeight: '44px',
    padding: '0 12px',
    borderRadius: tokens.borderRadiusLarge,
    color: tokens.colorNeutralForeground1,
    textDecorationLine: 'none',
    fontSize: tokens.fontSizeBase300,
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  narrow: { justifyContent: 'center', padding: 0 },
  tab: {
    flexDirection: 'column',
    justifyContent: 'center',
    gap: '2px',
    minHeight: '60px',
    padding: '0 4px',
    borderRadius: 0,
  },
  active: {
    color: tokens.colorBrandForegroundLink,
    fontWeight: tokens.fontWeightSemibold,
    backgroundColor: tokens.colorNeutralBackground1Selected,
  },
  activeTab: { backgroundColor: 'transparent' },
  button: {
    border: 'none',
    backgroundColor: 'transparent',
    cursor: 'pointer',
    textAlign: 'start',
    fontFamily: 'inherit',
  },
  icon: { display: 'inline-flex', fontSize: '24px' },
  count: {
    marginInlineStart: 'auto',
    minWidth: '20px',
    padding: '0 6px',
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorBrandBackground,
    color: tokens.colorNeutralForegroundOnBrand,
    fontSize: tokens.fontSizeBase200,
    lineHeight: '20px',
    textAlign: 'center',
    fontVariantNumeric: 'tabular-nums',
  },
  corner: { position: 'absolute', top: '2px', insetInlineEnd: '2px', marginInlineStart: 0 },
  beside: { insetInline: 'calc(50% + 4px) auto' },
  keys: {
    marginInlineStart: 'auto',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
  label: {
    display: '-webkit-box',
    WebkitLineClamp: 2,
    WebkitBoxOrient: 'vertical',
    overflow: 'hidden',
    lineHeight: tokens.lineHeightBase300,
  },
  small: {
    display: 'block',
    maxWidth: '100%',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontSize: tokens.fontSizeBase100,
    lineHeight: tokens.lineHeightBase100,
    textAlign: 'center',
  },
})
