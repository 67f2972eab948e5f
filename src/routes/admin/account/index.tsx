import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { Add24Filled, Filter20Filled, Filter20Regular, Key24Regular } from '@fluentui/react-icons'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { explainLoad } from '#api/refusals.ts'
import { choose, currentChoices } from '#device/choices.ts'
import { AccountChips } from '#features/accounts/AccountChips.tsx'
import { AccountFilterSheet } from '#features/accounts/AccountFilterSheet.tsx'
import { AccountColumns, AccountRow, MacRow } from '#features/accounts/AccountRow.tsx'
import { AddAccountSheet } from '#features/accounts/AddAccountSheet.tsx'
import {
  type AccountView,
  DEFAULT_VIEW,
  isDefault,
  keptSearch,
  readAccountSearch,
  searchOf,
  toAccountQuery,
  viewOf,
} from '#features/accounts/filter.ts'
import { listAccounts } from '#features/accounts/operations.ts'
import { listOrders } from '#features/orders/operations.ts'
import { pageSize } from '#rules/paging.ts'
import { Empty } from '#ui/Empty.tsx'
import { InfiniteList } from '#ui/InfiniteList.tsx'
import { Loading } from '#ui/Loading.tsx'
import { LoadFailed } from '#ui/LoadFailed.tsx'
import { useNow } from '#ui/now.ts'
import { Page } from '#ui/Page.tsx'
import { SearchField } from '#ui/SearchField.tsx'

export const Route = createFileRoute('/admin/account/')({
  validateSearch: readAccountSearch,
  beforeLoad({ search }) {
    // An address that says nothing means what this device was set to. Spec 4.
    const kept = Object.keys(search).length === 0 && keptSearch(currentChoices().accountFilter)
    if (kept) throw redirect({ to: '/admin/account', search: kept, replace: true })
  },
  loaderDeps: ({ search }) => search,
  loader({ context, deps }) {
    // Not waited for: the search field must not make way for a skeleton while it is typed in.
    void context.queryClient.prefetchInfiniteQuery(listAccounts(queryOf(deps, pageSize(innerWidth))))
  },
  component: AccountsScreen,
})

const queryOf = (search: Parameters<typeof viewOf>[0], size: number) => ({
  ...toAccountQuery(viewOf(search), search.search),
  pageSize: size,
})

function AccountsScreen() {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const now = useNow()
  const search = Route.useSearch()
  const { may } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const [size] = useState(() => pageSize(innerWidth))
  const [dialog, setDialog] = useState<'filter' | 'add' | null>(null)
  const view = viewOf(search)
  const list = useInfiniteQuery(listAccounts(queryOf(search, size)))
  const plans = useQuery(listOrders()).data ?? []
  const pages = list.data?.pages ?? []
  // A row that moved between two loads would come twice.
  const rows = [...new Map(pages.flatMap(({ account }) => account).map((row) => [keyOf(row), row])).values()]
  const total = pages.at(-1)?.total
  const isNarrowed = search.search !== undefined || !isDefault(view)
  const mayAdd = may('createAccount')

  const { fetchNextPage } = list
  const loadMore = useCallback(() => void fetchNextPage(), [fetchNextPage])
  const setSearch = useCallback(
    (text: string) =>
      void navigate({ search: (before) => ({ ...before, search: text || undefined }), replace: true }),
    [navigate],
  )
  const show = (next: AccountView) => {
    const found = searchOf(next, search.search)
    const { search: _text, ...kept } = found
    choose({ accountFilter: JSON.stringify(kept) })
    setDialog(null)
    void navigate({ search: found, replace: true })
  }

  const content = () => {
    if (list.isPending) return <Loading shape="rows" count={12} />
    if (!list.data)
      return (
        <LoadFailed onRetry={() => void list.refetch()}>
          {i18n._(explainLoad(list.error ?? { status: 0 }))}
        </LoadFailed>
      )
    if (rows.length > 0)
      return (
        <InfiniteList
          label={t`Accounts`}
          items={rows}
          total={total ?? rows.length}
          keyOf={keyOf}
          header={<AccountColumns />}
          more={{
            has: list.hasNextPage,
            loading: list.isFetchingNextPage,
            failed: list.isFetchNextPageError && i18n._(explainLoad(list.error)),
            load: loadMore,
          }}
        >
          {(row) =>
            'mac' in row ? (
              <MacRow device={row} />
            ) : (
              <AccountRow
                account={row}
                planName={plans.find(({ id }) => id === row.orderId)?.name}
                now={now}
              />
            )
          }
        </InfiniteList>
      )
    if (isNarrowed)
      return (
        <Empty
          action={
            <Button onClick={() => void navigate({ search: searchOf(DEFAULT_VIEW), replace: true })}>
              <Trans>Show all accounts</Trans>
            </Button>
          }
        >
          <Trans>No account matches the search and the filters.</Trans>
        </Empty>
      )
    return (
      <Empty
        icon={<Key24Regular />}
        action={
          mayAdd && (
            <Button appearance="primary" onClick={() => setDialog('add')}>
              <Trans>Add account</Trans>
            </Button>
          )
        }
      >
        <Trans>The accounts of your customers will be here.</Trans>
      </Empty>
    )
  }

  return (
    <Page title={t`Accounts`} wide asOf={list.dataUpdatedAt}>
      <div className={styles.tools}>
        <SearchField
          label={t`Search accounts`}
          placeholder={t`E-mail, port, password, MAC`}
          value={search.search ?? ''}
          onChange={setSearch}
        />
        <Button
          size="large"
          className={styles.filter}
          icon={isDefault(view) ? <Filter20Regular /> : <Filter20Filled />}
          aria-label={t`Sort and filter`}
          onClick={() => setDialog('filter')}
        />
        <span className={styles.count} role="status">
          {total !== undefined && t`${plural(total, { one: '# account', other: '# accounts' })}`}
        </span>
      </div>
      <AccountChips view={view} plans={plans} onChange={show} onOpen={() => setDialog('filter')} />
      <div className={mergeClasses(styles.list, list.isPlaceholderData && styles.stale)}>{content()}</div>
      {mayAdd && (
        <Button
          appearance="primary"
          shape="circular"
          size="large"
          className={styles.add}
          icon={<Add24Filled />}
          aria-label={t`Add account`}
          onClick={() => setDialog('add')}
        />
      )}
      {dialog === 'filter' && (
        <AccountFilterSheet view={view} plans={plans} onApply={show} onClose={() => setDialog(null)} />
      )}
      {dialog === 'add' && (
        <AddAccountSheet
          onClose={() => setDialog(null)}
          onCreated={(accountId) => {
            // Closed first: a dialog that goes with its page leaves the next one hidden from readers.
            setDialog(null)
            void navigate({ to: '/admin/account/$accountId', params: { accountId } })
          }}
        />
      )}
    </Page>
  )
}

/** Accounts and MAC rows count their ids apart. */
function keyOf(row: { id: number; mac?: string }) {
  return `${row.mac === undefined ? 'account' : 'mac'}-${row.id}`
}

const useStyles = makeStyles({
  tools: { display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: '8px' },
  filter: { minWidth: '44px', minHeight: '44px' },
  count: {
    marginInlineStart: 'auto',
    color: tokens.colorNeutralForeground2,
    fontVariantNumeric: 'tabular-nums',
    '@media (max-width: 599px)': { width: '100%', fontSize: tokens.fontSizeBase200 },
  },
  list: { transitionProperty: 'opacity', transitionDuration: '150ms', paddingBottom: '72px' },
  stale: { opacity: 0.6 },
  add: {
    position: 'fixed',
    zIndex: 3,
    right: 'max(16px, env(safe-area-inset-right))',
    bottom: 'calc(16px + env(safe-area-inset-bottom))',
    width: '56px',
    height: '56px',
    maxWidth: 'none',
    boxShadow: tokens.shadow16,
    '@media (min-width: 1024px)': { right: '32px', bottom: '32px' },
  },
})
