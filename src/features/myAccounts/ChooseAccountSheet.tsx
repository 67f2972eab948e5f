import { Caption1, makeStyles, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { expireOf } from '#rules/account.ts'
import { partOf } from '#rules/accountStatus.ts'
import { Moment } from '#ui/Moment.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { StateMark } from '#ui/StateMark.tsx'
import { useNow } from './now.ts'
import { statusOf, usageOf } from './accountStatus.ts'

type Props = {
  accounts: readonly Schema<'Account'>[]
  /** The one in view. */
  accountId: number
  onChoose: (accountId: number) => void
  onClose: () => void
}

/** All accounts of a person with their status, to switch to another. Spec 2. */
export default function ChooseAccountSheet({ accounts, accountId, onChoose, onClose }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const now = useNow()
  return (
    <Sheet title={t`Choose an account`} onClose={onClose}>
      <ul className={styles.list}>
        {accounts.map((account) => {
          const { id, port, orderName } = account
          const status = statusOf(account, usageOf(account), now)
          // An account that is not started has no end yet.
          const expire = account.active === 0 ? null : expireOf(account)
          return (
            <li key={id}>
              <button
                type="button"
                className={styles.row}
                aria-current={id === accountId ? 'true' : undefined}
                onClick={() => {
                  onChoose(id)
                  onClose()
                }}
              >
                <span className={styles.words}>
                  <span className={id === accountId ? styles.current : undefined}>
                    <Trans>Account {port}</Trans>
                  </span>
                  <Caption1 className={styles.quiet}>
                    {orderName}
                    {orderName && expire !== null && ' · '}
                    {expire !== null && <Moment time={expire} />}
                  </Caption1>
                </span>
                <StateMark state={status} part={partOf(status, account.connection)} />
              </button>
            </li>
          )
        })}
      </ul>
    </Sheet>
  )
}

const useStyles = makeStyles({
  list: { display: 'flex', flexDirection: 'column', marginInline: '-8px' },
  row: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    width: '100%',
    minHeight: '64px',
    padding: '8px',
    border: 'none',
    borderRadius: tokens.borderRadiusLarge,
    textAlign: 'start',
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase300,
    color: tokens.colorNeutralForeground1,
    backgroundColor: 'transparent',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  words: { display: 'flex', flexDirection: 'column', flexGrow: 1, minWidth: 0 },
  current: { fontWeight: tokens.fontWeightSemibold },
  quiet: { color: tokens.colorNeutralForeground2 },
})
