import {
  Button,
  makeStyles,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  tokens,
} from '@fluentui/react-components'
import { MoreHorizontal24Regular } from '@fluentui/react-icons'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Schema } from '#contract'
import { Card } from '#ui/Card.tsx'

/** What can be done with a group in place. */
export type GroupAction = 'plans' | 'notices' | 'delete'

type Group = Schema<'Group'>
type Props = { groups: readonly Group[]; onAction: (group: Group, action: GroupAction) => void }

/** The groups, each with how many are in it and what they may buy. */
export function GroupList({ groups, onAction }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const plansOf = ({ order }: Group) => {
    const count = order?.length ?? 0
    return order === null ? t`Every plan` : t`${plural(count, { one: '# plan', other: '# plans' })}`
  }
  return (
    <Card flush>
      <ul className={styles.list} aria-label={t`Groups`}>
        {groups.map((group) => {
          const { id, name, comment, userNumber: count = 0, multiAccount } = group
          const about = [plansOf(group), multiAccount ? t`several accounts` : '', comment]
          return (
            <li key={id} className={styles.row}>
              <Link
                to="/admin/settings/editGroup/$groupId"
                params={{ groupId: id }}
                className={styles.link}
              >
                <span className={styles.name}>{name}</span>
                <span className={styles.about}>{about.filter(Boolean).join(' · ')}</span>
              </Link>
              <span className={styles.count}>
                {t`${plural(count, { one: '# person', other: '# people' })}`}
              </span>
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
                    <MenuItem onClick={() => onAction(group, 'plans')}>
                      <Trans>Plans…</Trans>
                    </MenuItem>
                    <MenuItem onClick={() => onAction(group, 'notices')}>
                      <Trans>Announcements…</Trans>
                    </MenuItem>
                    {id !== 0 && (
                      <MenuItem onClick={() => onAction(group, 'delete')}>
                        <Trans>Delete…</Trans>
                      </MenuItem>
                    )}
                  </MenuList>
                </MenuPopover>
              </Menu>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  row: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minHeight: '64px',
    paddingInlineEnd: '8px',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    ':first-child': { borderTop: 'none' },
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
  },
  link: {
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'center',
    flexGrow: 1,
    minWidth: 0,
    minHeight: '64px',
    padding: '8px 0 8px 16px',
    color: 'inherit',
    textDecorationLine: 'none',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  name: { fontWeight: tokens.fontWeightSemibold, overflowWrap: 'anywhere' },
  about: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    overflowWrap: 'anywhere',
  },
  count: {
    flexShrink: 0,
    color: tokens.colorNeutralForeground2,
    fontVariantNumeric: 'tabular-nums',
  },
  more: { minWidth: '44px', minHeight: '44px' },
})
