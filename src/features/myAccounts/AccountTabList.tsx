import { makeStyles, Tab, TabList } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'

type Props = {
  accounts: readonly Schema<'Account'>[]
  accountId: number
  onOpen: (accountId: number) => void
}

/** A tab for each account, which names its port. */
export default function AccountTabList({ accounts, accountId, onOpen }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  return (
    <TabList
      className={styles.tabs}
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
  )
}

const useStyles = makeStyles({
  tabs: { overflowX: 'auto', minWidth: 0 },
  tab: { minHeight: '44px' },
})
