import { Button, makeStyles } from '@fluentui/react-components'
import { AppsListDetail24Regular } from '@fluentui/react-icons'
import { useLingui } from '@lingui/react/macro'
import { lazy, type ReactNode, Suspense } from 'react'
import type { Schema } from '#contract'
import { Swipe } from '#ui/Swipe.tsx'

// Most people have one account, which needs none.
const AccountTabList = lazy(() => import('./AccountTabList.tsx'))

type Props = {
  accounts: readonly Schema<'Account'>[]
  accountId: number
  onOpen: (accountId: number) => void
  /** Opens the list of all accounts with their status, to choose from. */
  onList: () => void
  /** The account in view. */
  children: ReactNode
}

/** One account at a time, named by port, for people with several; a swipe shows the next. */
export function AccountTabs({ accounts, accountId, onOpen, onList, children }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  if (accounts.length < 2) return children
  const at = accounts.findIndex(({ id }) => id === accountId)
  const go = (step: number) => {
    const to = accounts[at + step]
    return to && (() => onOpen(to.id))
  }
  return (
    <>
      <div className={styles.bar}>
        <Suspense>
          <AccountTabList accounts={accounts} accountId={accountId} onOpen={onOpen} />
        </Suspense>
        <Button
          appearance="subtle"
          icon={<AppsListDetail24Regular />}
          aria-label={t`Choose an account`}
          title={t`Choose an account`}
          className={styles.all}
          onClick={onList}
        />
      </div>
      <div role="tabpanel" id="account" aria-labelledby={`account-${accountId}`}>
        <Swipe onNext={go(1)} onPrevious={go(-1)}>
          {children}
        </Swipe>
      </div>
    </>
  )
}

const useStyles = makeStyles({
  bar: { display: 'flex', alignItems: 'center', gap: '8px', minWidth: 0, marginBlock: '-8px' },
  all: { flexShrink: 0, minHeight: '44px', minWidth: '44px' },
})
