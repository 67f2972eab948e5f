import { makeStyles } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import { useSuspenseQueries, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { useMay } from '#api/may.ts'
import { getProvider } from '#features/providers/operations.ts'
import { allMethods } from '#features/providers/registry.ts'
import { ProvidersCard } from '#features/providers/ProvidersCard.tsx'
import { getPaymentSetting } from '#features/settings/operations.ts'
import { PeriodsCard } from '#features/settings/PeriodsCard.tsx'
import { Page } from '#ui/Page.tsx'

export const Route = createFileRoute('/admin/settings/paymentList')({
  beforeLoad: ({ context }) => {
    if (!context.may('editPaymentSetting')) throw redirect({ to: '/admin/settings', replace: true })
  },
  loader: ({ context: { queryClient, may } }) =>
    Promise.all([
      ...(may('getProvider')
        ? allMethods().map(({ kind }) =>
            queryClient.ensureQueryData({ ...getProvider(kind), revalidateIfStale: true }),
          )
        : []),
      queryClient.ensureQueryData({ ...getPaymentSetting(), revalidateIfStale: true }),
    ]),
  component: PaymentListScreen,
})

function PaymentListScreen() {
  const styles = useStyles()
  const { t } = useLingui()
  const { data: setting, dataUpdatedAt } = useSuspenseQuery(getPaymentSetting())
  const may = useMay()
  return (
    <Page form title={t`Payment methods`} back="/admin/settings" asOf={dataUpdatedAt}>
      <div className={styles.column}>
        {may('getProvider') && <Providers />}
        <PeriodsCard setting={setting} />
      </div>
    </Page>
  )
}

function Providers() {
  const answers = useSuspenseQueries({ queries: allMethods().map(({ kind }) => getProvider(kind)) })
  return <ProvidersCard providers={answers.map(({ data }) => data)} />
}

const useStyles = makeStyles({
  column: {
    display: 'flex',
    flexDirection: 'column',
    gap: '16px',
    width: '100%',
  },
})
