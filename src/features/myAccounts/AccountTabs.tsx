import { makeStyles, Tab, TabList } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Schema } from '#contract'
import { Swipe } from '#ui/Swipe.tsx'

type Props = {
  accounts: readonly Schema<'Account'>[]
  accountId: number
  onOpen: (accountId: number) => void
  /** The account in view. */
  children: ReactNode
}

/** One account at a time, told apart by port, where somebody has several; a swipe goes on. */
export function AccountTabs({ accounts, accountId, onOpen, children }: Props) {
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
      <div className={styles.tabs}>
        <TabList
          aria-label={t`Accounts`}
          selectedValue={accountId}
          onTabSelect={(_event, { value }) => onOpen(Number(value))}
        >
          {accounts.map(({ id, port }) => (
            <Tab
              key={id}
              id={`account-${id}`}
              aria-controls="account"
              value={id}
              className={styles.tab}
            >
              {port}
            </Tab>
          ))}
        </TabList>
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
  tabs: { overflowX: 'auto', marginBlock: '-8px' },
  tab: { minHeight: '44px' },
})
