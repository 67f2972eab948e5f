import {
  Button,
  makeStyles,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  mergeClasses,
  tokens,
} from '@fluentui/react-components'
import { MoreHorizontal24Regular } from '@fluentui/react-icons'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import type { Schema } from '#contract'

/** What can be done with a plan in place. */
export type PlanAction = 'servers' | 'groups' | 'delete'

type Props = {
  plan: Schema<'Plan'>
  /** How long it lasts and how much comes with it. */
  about: string
  price: string
  isPack: boolean
  onAction: (action: PlanAction) => void
}

/** One plan in the list, or a flow pack under its plan. */
export function PlanRow({ plan, about, price, isPack, onAction }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const navigate = useNavigate()
  const { id, name, accountNumber: count = 0 } = plan
  return (
    <div className={mergeClasses(styles.row, isPack && styles.low)}>
      <Link to="/admin/settings/editOrder/$id" params={{ id }} className={styles.link}>
        <span className={mergeClasses(styles.name, isPack && styles.pack)}>{name}</span>
        <span className={mergeClasses(styles.about, isPack && styles.packAbout)}>{about}</span>
        <span className={styles.price}>{price || <Trans>Not for sale</Trans>}</span>
      </Link>
      {isPack ? (
        // Only plans have accounts; the prices are still in one column.
        <span className={styles.count} />
      ) : (
        <Link
          to="/admin/account"
          search={{ sort: 'port_asc', plan: id }}
          className={mergeClasses(styles.count, count === 0 && styles.none)}
        >
          {t`${plural(count, { one: '# account', other: '# accounts' })}`}
        </Link>
      )}
      <Menu>
        <MenuTrigger disableButtonEnhancement>
          <Button
            appearance="subtle"
            className={styles.more}
            icon={<MoreHorizontal24Regular />}
            aria-label={t`More for ${name}`}
          />
        </MenuTrigger>
        <MenuPopover>
          <MenuList>
            {!isPack && (
              <MenuItem onClick={() => onAction('servers')}>
                <Trans>Servers…</Trans>
              </MenuItem>
            )}
            <MenuItem onClick={() => onAction('groups')}>
              <Trans>Who can buy it…</Trans>
            </MenuItem>
            {!isPack && (
              <MenuItem
                onClick={() =>
                  void navigate({ to: '/admin/settings/newOrder', search: { base: id } })
                }
              >
                <Trans>Add a traffic pack</Trans>
              </MenuItem>
            )}
            <MenuItem onClick={() => onAction('delete')}>
              <Trans>Delete…</Trans>
            </MenuItem>
          </MenuList>
        </MenuPopover>
      </Menu>
    </div>
  )
}

const ROOMY = '@media (min-width: 720px)'
const FOCUS = { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' }
const useStyles = makeStyles({
  row: {
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    minHeight: '64px',
    paddingInlineEnd: '8px',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
  },
  low: { minHeight: '52px' },
  pack: { paddingInlineStart: '24px' },
  packAbout: { paddingInlineStart: '24px', [ROOMY]: { paddingInlineStart: 0 } },
  link: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    columnGap: '12px',
    alignItems: 'center',
    flexGrow: 1,
    minWidth: 0,
    padding: '8px 8px 8px 16px',
    color: 'inherit',
    textDecorationLine: 'none',
    ':focus-visible': FOCUS,
    [ROOMY]: { gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr) 96px' },
  },
  name: { fontWeight: tokens.fontWeightSemibold, overflowWrap: 'anywhere' },
  about: {
    gridRow: '2',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    overflowWrap: 'anywhere',
    [ROOMY]: { gridRow: '1', gridColumn: '2', fontSize: tokens.fontSizeBase300 },
  },
  price: {
    gridRow: '1 / span 2',
    gridColumn: '2',
    textAlign: 'right',
    whiteSpace: 'pre-line',
    fontVariantNumeric: 'tabular-nums',
    [ROOMY]: { gridRow: '1', gridColumn: '3' },
  },
  count: {
    display: 'grid',
    alignItems: 'center',
    justifyContent: 'end',
    flexShrink: 0,
    minHeight: '44px',
    width: '88px',
    color: tokens.colorBrandForegroundLink,
    textDecorationLine: 'none',
    fontSize: tokens.fontSizeBase200,
    fontVariantNumeric: 'tabular-nums',
    ':hover': { textDecorationLine: 'underline' },
    ':focus-visible': FOCUS,
    [ROOMY]: { width: '112px', fontSize: tokens.fontSizeBase300 },
  },
  none: { color: tokens.colorNeutralForeground3 },
  more: { minWidth: '44px', minHeight: '44px' },
})
