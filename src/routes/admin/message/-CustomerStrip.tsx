import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Schema } from '#contract'
import { Expiry } from '#features/accounts/Expiry.tsx'
import { markOf, usageOf } from '#features/accounts/accountStatus.ts'
import { useServerNow } from '#api/serverNow.ts'
import { StateMark } from '#ui/StateMark.tsx'
import { UsageBar } from '#ui/UsageBar.tsx'

/** How the customer's accounts stand, above what they write: most questions are about that. */
export function CustomerStrip({ accounts }: { accounts: readonly Schema<'AccountRow'>[] }) {
  const styles = useStyles()
  const now = useServerNow()
  if (accounts.length === 0)
    return (
      <p className={styles.none}>
        <Trans>This user has no account.</Trans>
      </p>
    )
  return (
    <ul className={styles.strip}>
      {accounts.map((account) => (
        <li key={account.id} className={styles.item}>
          <Link
            to="/admin/account/$accountId"
            params={{ accountId: account.id }}
            className={styles.account}
          >
            <span className={styles.line}>
              <span className={styles.port}>{account.port}</span>
              <StateMark {...markOf(account, now)} autoRemove={account.autoRemove === 1} />
            </span>
            <UsageBar {...usageOf(account)} used={account.flowUsed} size="small" />
            <span className={styles.second}>
              <Expiry account={account} now={now} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

const useStyles = makeStyles({
  none: { margin: 0, textAlign: 'center', color: tokens.colorNeutralForeground3 },
  strip: {
    display: 'flex',
    gap: '8px',
    width: '100%',
    maxWidth: '800px',
    margin: '0 auto',
    padding: 0,
    overflowX: 'auto',
    listStyleType: 'none',
  },
  item: { flex: '1 0 240px', maxWidth: '100%' },
  account: {
    display: 'flex',
    flexDirection: 'column',
    gap: '4px',
    padding: '8px 12px',
    color: 'inherit',
    textDecorationLine: 'none',
    borderRadius: tokens.borderRadiusXLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  line: { display: 'flex', justifyContent: 'space-between', gap: '8px' },
  port: { fontWeight: tokens.fontWeightSemibold },
  second: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground3 },
})
