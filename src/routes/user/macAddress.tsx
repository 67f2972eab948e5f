import { makeStyles } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useStatus } from '#device/status.ts'
import { AddMyMacForm } from '#features/macAccounts/AddMyMacForm.tsx'
import { MyMacCard } from '#features/macAccounts/MyMacCard.tsx'
import { listMyMacs } from '#features/macAccounts/operations.ts'
import { Empty } from '#ui/Empty.tsx'
import { Page } from '#ui/Page.tsx'

export const Route = createFileRoute('/user/macAddress')({
  loader: ({ context }) =>
    context.queryClient.ensureQueryData({ ...listMyMacs(), revalidateIfStale: true }),
  component: MacAddressScreen,
})

function MacAddressScreen() {
  const styles = useStyles()
  const { t } = useLingui()
  const { macAccount, site = location.origin } = useStatus() ?? {}
  const { data: devices, dataUpdatedAt } = useSuspenseQuery(listMyMacs())
  return (
    <Page form title={t`MAC addresses`} back="/user/settings" asOf={dataUpdatedAt}>
      <div className={styles.column}>
        {!macAccount && (
          <Empty>
            <Trans>Logging in with a MAC address is turned off right now.</Trans>
          </Empty>
        )}
        {macAccount && devices.length === 0 && <AddMyMacForm />}
        {macAccount &&
          devices.map(({ id, mac, accountId }) => (
            <MyMacCard key={id} mac={mac} site={site} hasAccount={accountId !== null} />
          ))}
      </div>
    </Page>
  )
}

const useStyles = makeStyles({
  column: {
    display: 'flex',
    flexDirection: 'column',
    gap: '16px',
    width: '100%',
  },
})
