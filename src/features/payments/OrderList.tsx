import { Button, makeStyles, mergeClasses } from '@fluentui/react-components'
import { Receipt24Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { ApiError } from '#api/client.ts'
import { explainLoad } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { Empty } from '#ui/Empty.tsx'
import { InfiniteList } from '#ui/InfiniteList.tsx'
import { Loading } from '#ui/Loading.tsx'
import { LoadFailed } from '#ui/LoadFailed.tsx'
import { OrderColumns, OrderRow } from './OrderRow.tsx'

type Props = {
  list: UseInfiniteQueryResult<InfiniteData<Schema<'PlacedOrderPage'>>, ApiError>
  /** Takes away the search and the filters; left out while there are none. */
  onShowAll?: () => void
}

/** The placed orders that were found, or why there are none. */
export function OrderList({ list, onShowAll }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const { data, error, refetch, fetchNextPage } = list
  const retry = useCallback(() => void refetch({ cancelRefetch: false }), [refetch])
  const loadMore = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage])
  if (!data)
    return error ? (
      <LoadFailed onRetry={retry}>{i18n._(explainLoad(error))}</LoadFailed>
    ) : (
      <Loading shape="rows" count={12} />
    )
  // A row that moved between two loads would come twice.
  const found = data.pages.flatMap(({ orders }) => orders)
  const rows = [...new Map(found.map((order) => [order.orderId, order])).values()]
  if (rows.length === 0) return <NoOrders onShowAll={onShowAll} />
  return (
    <div className={mergeClasses(styles.list, list.isPlaceholderData && styles.stale)}>
      <InfiniteList
        label={t`Orders`}
        items={rows}
        total={data.pages.at(-1)?.total ?? rows.length}
        keyOf={({ orderId }) => orderId}
        header={<OrderColumns />}
        more={{
          has: list.hasNextPage,
          loading: list.isFetchingNextPage,
          failed: list.isFetchNextPageError && error && i18n._(explainLoad(error)),
          load: loadMore,
        }}
      >
        {(order) => <OrderRow order={order} />}
      </InfiniteList>
    </div>
  )
}

function NoOrders({ onShowAll }: Pick<Props, 'onShowAll'>) {
  if (onShowAll)
    return (
      <Empty
        action={
          <Button onClick={onShowAll}>
            <Trans>Show all orders</Trans>
          </Button>
        }
      >
        <Trans>No order matches the search and the filters.</Trans>
      </Empty>
    )
  return (
    <Empty icon={<Receipt24Regular />}>
      <Trans>What your customers buy will be here.</Trans>
    </Empty>
  )
}

const useStyles = makeStyles({
  list: { transitionProperty: 'opacity', transitionDuration: '150ms' },
  stale: { opacity: 0.6 },
})
