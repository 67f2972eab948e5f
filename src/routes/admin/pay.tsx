import { Button, CounterBadge, makeStyles, tokens } from '@fluentui/react-components'
import { ArrowUp16Regular, Filter20Filled, Filter20Regular } from '@fluentui/react-icons'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useState } from 'react'
import { useMay } from '#api/may.ts'
import { choose, currentChoices } from '#device/choices.ts'
import { PaidFigures } from '#features/figures/PaidFigures.tsx'
import { listGroups } from '#features/groups/operations.ts'
import {
  DEFAULT_ORDERS,
  isEveryOrder,
  storedOrders,
  orderSearchOf,
  ordersOf,
  type OrderView,
  readOrderSearch,
  toOrderPage,
  toOrderQuery,
  ORDER_KINDS,
} from '#features/orders/filter.ts'
import { listPlacedOrders, listStuckOrders } from '#features/orders/operations.ts'
import { watchPlacedOrders } from '#features/orders/watching.ts'
import { KindTabs } from '#features/orders/KindTabs.tsx'
import { useOrdersOfKind } from '#features/orders/useOrdersOfKind.ts'
import { OrderChips } from '#features/orders/OrderChips.tsx'
import { OrderList } from '#features/orders/OrderList.tsx'
import { StuckOrdersCard } from '#features/orders/StuckOrdersCard.tsx'
import { type Change, strictly } from '#rules/search.ts'
import { Page } from '#ui/Page.tsx'
import { Problem } from '#ui/Problem.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { useShortcut } from '#ui/shortcut.ts'
import { OpenOrder, useOpenOrder } from './-OpenOrder.tsx'
import { OrderExport } from './-OrderExport.tsx'

const OrderFilterSheet = lazy(() => import('#features/orders/OrderFilterSheet.tsx'))
const OrderTabs = lazy(() => import('#features/orders/OrderTabs.tsx'))

export const Route = createFileRoute('/admin/pay')({
  validateSearch: strictly(readOrderSearch),
  beforeLoad({ search }) {
    // An address without a view opens the view stored on this device. Spec 4.
    const { order, ...shown } = search
    const stored = Object.keys(shown).length === 0 && storedOrders(currentChoices().orderFilter)
    if (stored) throw redirect({ to: '/admin/pay', search: { ...stored, order }, replace: true })
  },
  loaderDeps: ({ search: { order: _order, ...search } }) => search,
  loader: ({ context, deps }) => {
    // Not waited for: the search field must not make way for a skeleton while it is typed in.
    void context.queryClient.prefetchInfiniteQuery(
      listPlacedOrders(toOrderPage(ordersOf(deps), deps.search)),
    )
  },
  component: PlacedOrdersScreen,
})

function PlacedOrdersScreen() {
  const styles = useStyles()
  const { t } = useLingui()
  const search = Route.useSearch()
  const { isMain } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const [filtering, setFiltering] = useState(false)
  const [problem, setProblem] = useState<string>()
  const view = ordersOf(search)
  const wanted = toOrderQuery(view, search.search)
  // Or there is a list for each kind instead of one for all.
  const may = useMay()
  const isWhole = may('listPlacedOrders')
  const kind = (view.kinds.length === 1 ? view.kinds[0] : undefined) ?? ORDER_KINDS[0] ?? ''
  const page = toOrderPage(isWhole ? view : { ...view, sort: undefined }, search.search)
  const whole = useInfiniteQuery({ ...listPlacedOrders(page), enabled: isWhole })
  const part = useOrdersOfKind(kind, page, !isWhole)
  const list = isWhole ? whole : part
  const newest = useQuery(watchPlacedOrders(wanted)).data?.maxCreateTime ?? 0
  const stuck = useQuery(listStuckOrders()).data?.orders.filter(({ failure }) => failure) ?? []
  const groups = useQuery({ ...listGroups(), enabled: isMain }).data ?? []
  const total = list.data?.pages.at(-1)?.total
  const hasNew = list.data !== undefined && newest > (list.data.pages[0]?.maxCreateTime ?? 0)
  const isFiltered = !isEveryOrder(isWhole ? view : { ...view, kinds: ORDER_KINDS })
  const rows = list.data?.pages.flatMap(({ orders }) => orders) ?? []
  const open = useOpenOrder()

  const setSearch = useCallback(
    (text: string) =>
      void navigate({
        search: (before) => ({ ...before, search: text || undefined }),
        replace: true,
      }),
    [navigate],
  )
  const show = (change: Change<OrderView>, text?: string) => {
    setFiltering(false)
    void navigate({
      search: (before) => {
        // What the address becomes is what is stored, with what was chosen just before.
        const next = change(ordersOf(before))
        choose({ orderFilter: JSON.stringify(orderSearchOf(next)) })
        return { ...orderSearchOf(next, text ?? before.search), order: before.order }
      },
      replace: true,
    })
  }
  // The list stays the same, only its filter changes.
  const showOf = (change: Change<OrderView>) =>
    show(isWhole ? change : (before) => ({ ...change(before), kinds: before.kinds }))
  const openFilter = () => setFiltering(true)
  useShortcut('f', openFilter)
  const showNew = () => {
    scrollTo({ top: 0 })
    void list.refetch()
  }

  return (
    <OpenOrder open={open} rows={rows} may={may}>
      <Page
        title={t`Orders`}
        wide
        asOf={list.dataUpdatedAt}
        status={
          stuck.length > 0 && (
            <CounterBadge
              count={stuck.length}
              color="danger"
              aria-label={t`${plural(stuck.length, { one: '# order needs review', other: '# orders need review' })}`}
            />
          )
        }
        actions={<OrderExport wanted={wanted} onDone={setProblem} />}
      >
        {problem && <Problem>{problem}</Problem>}
        {may('getPaidFigures') && <PaidFigures />}
        {isWhole ? (
          <>
            <StuckOrdersCard />
            <div className={styles.tabs}>
              <Suspense>
                <OrderTabs
                  search={search}
                  onPick={(picked) => show(() => ordersOf(picked), picked.search ?? '')}
                />
              </Suspense>
            </div>
          </>
        ) : (
          <KindTabs
            kind={kind}
            onChange={(one) => show((before) => ({ ...before, kinds: [one] }))}
          />
        )}
        <div className={styles.tools}>
          <SearchField
            label={t`Search orders`}
            placeholder={t`Number or email`}
            value={search.search ?? ''}
            onChange={setSearch}
          />
          <Button
            size="large"
            className={styles.filter}
            icon={isFiltered ? <Filter20Filled /> : <Filter20Regular />}
            aria-label={t`Filter`}
            aria-keyshortcuts="f"
            title={`${t`Filter`} (F)`}
            onClick={openFilter}
          />
          <span className={styles.count} role="status">
            {total !== undefined && t`${plural(total, { one: '# order', other: '# orders' })}`}
          </span>
        </div>
        <OrderChips
          view={isWhole ? view : { ...view, kinds: ORDER_KINDS }}
          groups={groups}
          hasKinds={isWhole}
          onChange={showOf}
          onOpen={openFilter}
        />
        {hasNew && (
          <Button
            className={styles.fresh}
            appearance="primary"
            shape="circular"
            icon={<ArrowUp16Regular />}
            onClick={showNew}
          >
            <Trans>Show new orders</Trans>
          </Button>
        )}
        <OrderList
          list={list}
          at={open.at}
          narrow={open.narrow}
          sort={view.sort}
          onSort={isWhole ? (sort) => show((before) => ({ ...before, sort })) : undefined}
          onShowAll={
            search.search !== undefined || isFiltered
              ? () => show(() => DEFAULT_ORDERS, '')
              : undefined
          }
        />
        <Suspense>
          {filtering && (
            <OrderFilterSheet
              view={view}
              groups={groups}
              hasKinds={isWhole}
              onApply={showOf}
              onClose={() => setFiltering(false)}
            />
          )}
        </Suspense>
      </Page>
    </OpenOrder>
  )
}

const useStyles = makeStyles({
  // As high as its content will be, so that the list does not shift.
  tabs: { minHeight: '44px', marginBlockStart: '-16px' },
  tools: { display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: '8px' },
  filter: { minWidth: '44px', minHeight: '44px' },
  count: {
    marginInlineStart: 'auto',
    color: tokens.colorNeutralForeground2,
    fontVariantNumeric: 'tabular-nums',
    '@media (max-width: 599px)': { width: '100%', fontSize: tokens.fontSizeBase200 },
  },
  fresh: { position: 'sticky', top: '72px', zIndex: 3, alignSelf: 'center', minHeight: '44px' },
})
