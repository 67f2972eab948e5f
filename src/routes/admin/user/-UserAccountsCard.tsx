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
import { Add20Regular, MoreVertical24Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Schema } from '#contract'
import { Expiry } from '#features/accounts/Expiry.tsx'
import { markOf, usageOf } from '#features/accounts/accountStatus.ts'
import { Card } from '#ui/Card.tsx'
import { Moment } from '#ui/Moment.tsx'
import { StateMark } from '#ui/StateMark.tsx'
import { UsageBar } from '#ui/UsageBar.tsx'

type Account = Schema<'AccountRow'>
type Props = {
  accounts: readonly Account[]
  now: number
  /** Undefined where the admin may not. */
  onAdd: (() => void) | undefined
  mayMove: boolean
  onMove: (account: Account) => void
  onRemove: (account: Account) => void
}

/** The accounts of a user: status, last use, and possible moves. */
export function UserAccountsCard({ accounts, now, onAdd, mayMove, onMove, onRemove }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  return (
    <Card
      title={t`Accounts`}
      flush
      actions={
        onAdd && (
          <Button appearance="subtle" icon={<Add20Regular />} onClick={onAdd}>
            <Trans>Add</Trans>
          </Button>
        )
      }
    >
      {accounts.length === 0 && (
        <p className={styles.empty}>
          <Trans>This user has no account.</Trans>
        </p>
      )}
      <ul className={styles.list}>
        {accounts.map((account) => {
          const { id, port, lastConnect, autoRemove } = account
          return (
            <li key={id} className={styles.item}>
              <Link
                to="/admin/account/$accountId"
                params={{ accountId: id }}
                className={styles.account}
              >
                <span className={styles.line}>
                  <span className={styles.port}>{port}</span>
                  <StateMark {...markOf(account, now)} autoRemove={autoRemove === 1} />
                </span>
                <UsageBar {...usageOf(account)} used={account.flowUsed} size="small" />
                <span className={styles.second}>
                  <Expiry account={account} now={now} />
                  {lastConnect !== undefined && ' · '}
                  {lastConnect === 0 && <Trans>Never connected</Trans>}
                  {lastConnect !== undefined && lastConnect > 0 && (
                    <Trans>
                      Last connected <Moment time={lastConnect} relative />
                    </Trans>
                  )}
                </span>
              </Link>
              {mayMove && (
                <Menu>
                  <MenuTrigger disableButtonEnhancement>
                    <Button
                      appearance="subtle"
                      icon={<MoreVertical24Regular />}
                      aria-label={t`More for account ${port}`}
                    />
                  </MenuTrigger>
                  <MenuPopover>
                    <MenuList aria-label={t`More for account ${port}`}>
                      <MenuItem onClick={() => onMove(account)}>
                        <Trans>Move to another user</Trans>
                      </MenuItem>
                      <MenuItem onClick={() => onRemove(account)}>
                        <Trans>Remove from this user</Trans>
                      </MenuItem>
                    </MenuList>
                  </MenuPopover>
                </Menu>
              )}
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

const useStyles = makeStyles({
  empty: { margin: 0, padding: '4px 16px 20px', color: tokens.colorNeutralForeground3 },
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  item: {
    display: 'flex',
    alignItems: 'center',
    paddingInlineEnd: '8px',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  account: {
    display: 'flex',
    flexDirection: 'column',
    flexGrow: 1,
    gap: '6px',
    minWidth: 0,
    padding: '12px 16px',
    color: tokens.colorNeutralForeground1,
    textDecorationLine: 'none',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  line: { display: 'flex', justifyContent: 'space-between', gap: '12px' },
  port: { fontWeight: tokens.fontWeightSemibold, fontVariantNumeric: 'tabular-nums' },
  second: { fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
})
