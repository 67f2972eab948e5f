import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { Add20Regular, GiftCard24Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useState } from 'react'
import { explainLoad } from '#api/refusals.ts'
import { BatchRow } from '#features/giftcards/BatchRow.tsx'
import { listGiftcardBatches } from '#features/giftcards/operations.ts'
import { listOrders } from '#features/plans/operations.ts'
import { Card } from '#ui/Card.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Loading } from '#ui/Loading.tsx'
import { LoadFailed } from '#ui/LoadFailed.tsx'
import { Page } from '#ui/Page.tsx'

const AddButton = lazy(() => import('#ui/AddButton.tsx'))
const AddBatchSheet = lazy(() => import('#features/giftcards/AddBatchSheet.tsx'))

export const Route = createFileRoute('/admin/settings/giftcard/')({
  beforeLoad: ({ context }) => {
    if (!context.may('listGiftcardBatches'))
      throw redirect({ to: '/admin/settings', replace: true })
  },
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(listGiftcardBatches())
    void context.queryClient.prefetchQuery(listOrders())
  },
  component: GiftcardsScreen,
})

function GiftcardsScreen() {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const navigate = Route.useNavigate()
  const [adding, setAdding] = useState(false)
  const { data, error, refetch, dataUpdatedAt } = useQuery(listGiftcardBatches())
  const plans = useQuery(listOrders()).data ?? []
  const retry = useCallback(() => void refetch({ cancelRefetch: false }), [refetch])
  // The newest batch is what people come for.
  const batches = data?.toSorted((a, b) => b.batchNumber - a.batchNumber)

  return (
    <Page
      wide
      title={t`Recharge codes`}
      back="/admin/settings"
      asOf={dataUpdatedAt}
      actions={
        batches &&
        batches.length > 0 && (
          <Suspense>
            <AddButton label={t`Create codes`} onClick={() => setAdding(true)} />
          </Suspense>
        )
      }
    >
      {!batches &&
        (error ? (
          <LoadFailed onRetry={retry}>{i18n._(explainLoad(error))}</LoadFailed>
        ) : (
          <Loading shape="rows" count={6} />
        ))}
      {batches?.length === 0 && (
        <Empty
          icon={<GiftCard24Regular />}
          action={
            <Button appearance="primary" icon={<Add20Regular />} onClick={() => setAdding(true)}>
              <Trans>Create codes</Trans>
            </Button>
          }
        >
          <Trans>Batches of codes to sell or give away appear here.</Trans>
        </Empty>
      )}
      {batches && batches.length > 0 && (
        <Card flush>
          <ul className={styles.list} aria-label={t`Batches`}>
            {batches.map((batch) => (
              <li key={batch.batchNumber} className={styles.item}>
                <BatchRow batch={batch} />
              </li>
            ))}
          </ul>
        </Card>
      )}
      <Suspense>
        {adding && (
          <AddBatchSheet
            plans={plans}
            onClose={() => setAdding(false)}
            onCreated={(batchNumber) =>
              void navigate({
                to: '/admin/settings/giftcard/batch/$batchNumber',
                params: { batchNumber: String(batchNumber) },
              })
            }
          />
        )}
      </Suspense>
    </Page>
  )
}

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  item: {
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    ':first-child': { borderTop: 'none' },
  },
})
