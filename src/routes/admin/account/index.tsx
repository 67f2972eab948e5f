import { makeStyles } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { createFileRoute, redirect, useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { useMay } from '#api/may.ts'
import { choose, currentChoices, useChoices } from '#device/choices.ts'
import { remember } from '#device/remembered.ts'
import { AccountList } from '#features/accounts/AccountList.tsx'
import {
  type AccountView,
  DEFAULT_VIEW,
  isDefault,
  storedSearch,
  readAccountSearch,
  searchOf,
  viewOf,
} from '#features/accounts/filter.ts'
import { listAccounts } from '#features/accounts/operations.ts'
import type { JobKind } from '#features/jobs/draft.ts'
import { JobDesk } from '#features/jobs/JobDesk.tsx'
import { listServers } from '#features/servers/operations.ts'
import { ExportButton } from '#features/tables/ExportButton.tsx'
import { exportAccounts } from '#features/tables/operations.ts'
import { pageSize } from '#rules/paging.ts'
import { type Change, strictly } from '#rules/search.ts'
import { Page } from '#ui/Page.tsx'
import { Problem } from '#ui/Problem.tsx'
import { useSelection } from '#ui/selection.ts'
import { SelectionBar } from '#ui/SelectionBar.tsx'
import { AccountTools } from './-AccountTools.tsx'
import { accountQueryOf, understood, usePlans, useShown } from './-accountQuery.ts'

const AddButton = lazy(() => import('#ui/AddButton.tsx'))
const AccountChips = lazy(() => import('#features/accounts/AccountChips.tsx'))
const AccountFilterSheet = lazy(() => import('#features/accounts/AccountFilterSheet.tsx'))
const AccountTabs = lazy(() => import('#features/accounts/AccountTabs.tsx'))
const AddAccount = lazy(() => import('./-AddAccount.tsx'))
const JobMenu = lazy(() => import('#features/jobs/JobMenu.tsx'))
const LookUp = lazy(() => import('#features/accounts/LookUp.tsx'))

export const Route = createFileRoute('/admin/account/')({
  validateSearch: strictly(readAccountSearch),
  beforeLoad({ search, location: { state } }) {
    // An address without a view opens the view stored on this device. Spec 4.
    const stored = Object.keys(search).length === 0 && storedSearch(currentChoices().accountFilter)
    if (stored) throw redirect({ to: '/admin/account', search: stored, replace: true, state })
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    // Not waited for: the search field must not make way for a skeleton while it is typed in.
    void context.queryClient.prefetchInfiniteQuery(
      listAccounts(accountQueryOf(understood(deps), pageSize(innerWidth))),
    )
  },
  component: AccountsScreen,
})

function AccountsScreen() {
  const { t } = useLingui()
  const styles = useStyles()
  const started = useLocation({ select: ({ state }) => state.startedJob })
  const { search, view, query } = useShown(Route.useSearch())
  const may = useMay()
  const hasLimits = may('listAccounts.usedOver')
  const hasTable = may('exportAccounts')
  const [problem, setProblem] = useState<string>()
  const navigate = Route.useNavigate()
  // A resized window does not request everything again.
  const [size] = useState(() => pageSize(innerWidth))
  const [dialog, setDialog] = useState<'filter' | 'add' | null>(null)
  const list = useInfiniteQuery(listAccounts(accountQueryOf(search, size)))
  const plans = usePlans()
  // What is opened from here stands beside the same list.
  useEffect(() => remember('accounts', 'session', search), [search])
  // Devices are no accounts: nothing is done to them by work on many.
  const { total, more, accounts = total } = list.data?.pages.at(-1) ?? {}
  const mayAdd = may('createAccount')
  const mayWork = may('createJob')
  const servers = useQuery(listServers()).data
  const { accountViews = [] } = useChoices()
  const [job, setJob] = useState<JobKind | null>(null)
  const selection = useSelection(JSON.stringify(query.filter) + query.search)
  const close = () => setDialog(null)
  const openFilter = () => setDialog('filter')

  const setSearch = useCallback(
    (text: string) =>
      void navigate({
        search: (before) => ({ ...before, search: text || undefined }),
        replace: true,
      }),
    [navigate],
  )
  const show = (change: Change<AccountView>) => {
    close()
    void navigate({
      search: (before) => {
        // What the address becomes is what is stored, with what was chosen just before.
        const next = change(viewOf(understood(before)))
        choose({ accountFilter: JSON.stringify(searchOf(next)) })
        return searchOf(next, before.search)
      },
      replace: true,
    })
  }
  const showAll = () => {
    choose({ accountFilter: JSON.stringify(searchOf(DEFAULT_VIEW)) })
    void navigate({ search: searchOf(DEFAULT_VIEW), replace: true })
  }

  return (
    <Page
      title={t`Accounts`}
      wide
      asOf={list.dataUpdatedAt}
      actions={
        mayAdd && (
          <Suspense>
            <AddButton label={t`Add account`} onClick={() => setDialog('add')} />
          </Suspense>
        )
      }
      instead={
        selection.active && (
          <SelectionBar selection={selection} total={accounts} more={more}>
            <Suspense>
              <JobMenu
                of="account"
                disabled={!selection.all && selection.ids.size === 0}
                onChoose={setJob}
              />
            </Suspense>
          </SelectionBar>
        )
      }
    >
      {problem && <Problem>{problem}</Problem>}
      <JobDesk
        started={started}
        kind={job}
        selection={{
          of: 'account',
          ...(selection.all
            ? { query: { search: query.search, filter: query.filter } }
            : { ids: [...selection.ids] }),
        }}
        onClose={() => setJob(null)}
        onStarted={() => {
          setJob(null)
          selection.end()
        }}
      />
      <div className={styles.tabs}>
        <Suspense>
          <AccountTabs
            search={search}
            views={accountViews}
            onPick={(picked) => void navigate({ search: picked, replace: true })}
            onChange={(views) => choose({ accountViews: views })}
          />
        </Suspense>
      </div>
      <AccountTools
        search={search}
        total={total}
        more={more}
        selection={mayWork ? selection : undefined}
        onSearch={setSearch}
        onFilter={openFilter}
        onOnline={
          may('listOnlineAccounts')
            ? () => void navigate({ to: '/admin/account/online' })
            : undefined
        }
        table={
          hasTable && (
            <ExportButton
              name="accounts"
              operation={exportAccounts}
              asked={{ search: query.search, filter: query.filter }}
              onDone={setProblem}
            />
          )
        }
      />
      <div className={styles.chips}>
        <Suspense>
          <AccountChips
            view={view}
            plans={plans}
            servers={servers ?? []}
            hasLimits={hasLimits}
            onChange={show}
            onOpen={openFilter}
          />
        </Suspense>
      </div>
      <Suspense>
        {search.search !== undefined && <LookUp search={search.search} servers={servers} />}
      </Suspense>
      <AccountList
        list={list}
        selection={mayWork ? selection : undefined}
        plans={plans}
        sorting={{
          sort: view.sort,
          byAll: hasLimits,
          onSort: (sort) => show((before) => ({ ...before, sort })),
        }}
        onShowAll={search.search !== undefined || !isDefault(view) ? showAll : undefined}
        onAdd={mayAdd ? () => setDialog('add') : undefined}
      />
      <Suspense>
        {dialog === 'filter' && (
          <AccountFilterSheet
            view={view}
            plans={plans}
            hasLimits={hasLimits}
            onApply={show}
            onClose={close}
          />
        )}
        {dialog === 'add' && <AddAccount onClose={close} />}
      </Suspense>
    </Page>
  )
}

const useStyles = makeStyles({
  // As high as their content will be, so that the list does not shift.
  tabs: { minHeight: '44px', marginBlockStart: '-16px' },
  chips: { minHeight: '34px' },
})
