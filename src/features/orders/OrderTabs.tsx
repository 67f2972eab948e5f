import { useLingui } from '@lingui/react/macro'
import { useQueries } from '@tanstack/react-query'
import { choose, useChoices } from '#device/choices.ts'
import { ORDER_FILTER } from '#rules/orderStates.ts'
import ViewTabs from '#ui/ViewTabs.tsx'
import { countOrders } from './counts.ts'
import {
  DEFAULT_ORDERS,
  type OrderSearch,
  orderSearchOf,
  ordersOf,
  readOrderSearch,
  toOrderQuery,
} from './filter.ts'
import { ONLY_NAMES } from './names.ts'

type Props = {
  search: OrderSearch
  onPick: (search: OrderSearch) => void
}

const WAITING = ORDER_FILTER.filter((state) => state === 'CREATE' || state === 'WAIT_BUYER_PAY')

/** Every order, those that wait for money or for a person, those refunded, and each admin's own views. */
export default function OrderTabs({ search, onPick }: Props) {
  const { orderViews: views = [] } = useChoices()
  const { t, i18n } = useLingui()
  const usual = [
    { name: t`All`, view: DEFAULT_ORDERS },
    { name: t`Waiting for payment`, view: { ...DEFAULT_ORDERS, states: WAITING } },
    { name: i18n._(ONLY_NAMES.stuck), view: { ...DEFAULT_ORDERS, only: 'stuck' } },
    { name: i18n._(ONLY_NAMES.refunded), view: { ...DEFAULT_ORDERS, only: 'refunded' } },
  ] as const
  const shown = [
    ...usual.map(({ name, view }) => ({ key: name, name, search: orderSearchOf(view) })),
    ...views.map((own) => ({
      key: `own ${own.name}`,
      name: own.name,
      search: readOrderSearch(JSON.parse(own.search)),
    })),
  ]
  const counts = useQueries({
    queries: shown.map((one) => countOrders(toOrderQuery(ordersOf(one.search), one.search.search))),
  })
  // Without the order that is open, and in one spelling, so that the same view is recognized.
  const textOf = (one: OrderSearch) => JSON.stringify(orderSearchOf(ordersOf(one), one.search))
  // In whatever order, a view is the same.
  const unsorted = ({ by: _, ...one }: OrderSearch) => textOf(one)
  return (
    <ViewTabs
      label={t`Views`}
      tabs={shown.map((one, at) => ({
        key: one.key,
        name: one.name,
        active: unsorted(one.search) === unsorted(search),
        count: counts[at]?.data,
        onShow: () => onPick(one.search),
      }))}
      views={views}
      current={textOf(search)}
      onChange={(orderViews) => choose({ orderViews })}
    />
  )
}
