import { Button, makeStyles } from '@fluentui/react-components'
import { Receipt24Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ApiError } from '#api/client.ts'
import { explainLoad } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { Empty } from '#ui/Empty.tsx'
import { PagedList } from '#ui/PagedList.tsx'
import { DESKTOP } from '#ui/desktop.ts'
import { DayHeading } from './DayHeading.tsx'
import { daysOf } from './days.ts'
import type { OrderSort } from './filter.ts'
import { OrderColumns } from './OrderColumns.tsx'
import { orderHeight } from './orderHeight.ts'
import { OrderRow } from './OrderRow.tsx'

type Props = {
  list: UseInfiniteQueryResult<InfiniteData<Schema<'PlacedOrderPage'>>, ApiError>
  sort?: OrderSort | undefined
  /** Left out where the server has one order only. */
  onSort?: ((sort: OrderSort) => void) | undefined
  /** Clears the search and the filters; left out while there are none. */
  onShowAll?: () => void
  /** The order the list is to show, as one went to it from elsewhere. */
  at?: string | undefined
  /** Whether an open order leaves little room. */
  narrow: boolean
}

/** The placed orders that were found, or why there are none. */
export function OrderList(props: Props) {
  const { list, sort = 'time_desc', onSort, onShowAll, at, narrow } = props
  const styles = useStyles()
  const { t } = useLingui()
  // A row that moved between two loads comes twice.
  const found = new Map(
    list.data?.pages.flatMap(({ orders }) => orders.map((order) => [order.orderId, order])),
  )
  const byDay = sort.startsWith('time')
  const days = byDay ? daysOf([...found.values()], list.hasNextPage) : undefined
  return (
    <PagedList
      label={t`Orders`}
      list={list}
      pageOf={({ orders, total }) => ({ rows: orders, total })}
      keyOf={({ orderId }) => orderId}
      explain={explainLoad}
      header={<OrderColumns sort={sort} onSort={onSort} narrow={narrow} />}
      empty={<NoOrders onShowAll={onShowAll} />}
      open={at}
      heightOf={({ orderId }, inColumns) => orderHeight(days?.has(orderId) ?? false, inColumns)}
    >
      {(order) => {
        const day = days?.get(order.orderId)
        if (!day) return <OrderRow order={order} byDay={byDay} narrow={narrow} />
        return (
          <div className={styles.first}>
            <DayHeading {...day} />
            <OrderRow order={order} byDay narrow={narrow} />
          </div>
        )
      }}
    </PagedList>
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
      <Trans>Orders appear here.</Trans>
    </Empty>
  )
}

const useStyles = makeStyles({
  // The row beneath a heading is as high as the others.
  first: { '& > a': { minHeight: '64px', [DESKTOP]: { minHeight: '44px' } } },
})
