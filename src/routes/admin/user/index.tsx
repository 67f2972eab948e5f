import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { Filter20Filled, Filter20Regular, SelectAllOn20Regular } from '@fluentui/react-icons'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { createFileRoute, useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { useMay } from '#api/may.ts'
import { choose, useChoices } from '#device/choices.ts'
import { remember } from '#device/remembered.ts'
import { listGroups } from '#features/groups/operations.ts'
import type { JobKind } from '#features/jobs/draft.ts'
import { JobDesk } from '#features/jobs/JobDesk.tsx'
import {
  DEFAULT_USERS,
  isEveryUser,
  readUserSearch,
  userConditions,
  userSearchOf,
  usersOf,
  type UserView,
} from '#features/users/filter.ts'
import { listOrders } from '#features/plans/operations.ts'
import { listUsers } from '#features/users/operations.ts'
import { UserList } from '#features/users/UserList.tsx'
import { ExportButton } from '#features/tables/ExportButton.tsx'
import { exportUsers } from '#features/tables/operations.ts'
import { type Change, strictly } from '#rules/search.ts'
import { Page } from '#ui/Page.tsx'
import { Problem } from '#ui/Problem.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { useServerNow } from '#api/serverNow.ts'
import { useSelection } from '#ui/selection.ts'
import { useShortcut } from '#ui/shortcut.ts'
import { SelectionBar } from '#ui/SelectionBar.tsx'
import { userCells } from './-userCells.tsx'
import { userQueryOf } from './-userQuery.ts'

const AddButton = lazy(() => import('#ui/AddButton.tsx'))
const UserChips = lazy(() => import('#features/users/UserChips.tsx'))
const UserSortSheet = lazy(() => import('#features/users/UserSortSheet.tsx'))
const UserTabs = lazy(() => import('#features/users/UserTabs.tsx'))
const JobMenu = lazy(() => import('#features/jobs/JobMenu.tsx'))

export const Route = createFileRoute('/admin/user/')({
  validateSearch: strictly(readUserSearch),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    // Not waited for: the search field must not make way for a skeleton while it is typed in.
    void context.queryClient.prefetchInfiniteQuery(listUsers(userQueryOf(deps)))
  },
  component: UsersScreen,
})

function UsersScreen() {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const now = useServerNow()
  const may = useMay()
  const hasLimits = may('listUsers.plan')
  const started = useLocation({ select: ({ state }) => state.startedJob })
  const hasTable = may('exportUsers')
  const [problem, setProblem] = useState<string>()
  const search = Route.useSearch()
  const { isMain } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const [sorting, setSorting] = useState(false)
  // What is opened from here stands beside the same list.
  useEffect(() => remember('users', 'session', search), [search])
  const view = usersOf(search)
  const list = useInfiniteQuery(listUsers(userQueryOf(search)))
  const groups = useQuery({ ...listGroups(), enabled: isMain }).data ?? []
  const hasPlans = hasLimits && may('listOrders')
  const plans = useQuery({ ...listOrders(), enabled: hasPlans }).data ?? []
  const { total, more } = list.data?.pages.at(-1) ?? {}
  const least = i18n.number(total ?? 0)
  const isFiltered = !isEveryUser(view)
  const mayWork = may('createJob')
  const { userViews = [] } = useChoices()
  const [job, setJob] = useState<JobKind | null>(null)
  const query = userConditions(view, search.search)
  const selection = useSelection(JSON.stringify(query))

  const setSearch = useCallback(
    (text: string) =>
      void navigate({
        search: (before) => ({ ...before, search: text || undefined }),
        replace: true,
      }),
    [navigate],
  )
  const select = () => (selection.active ? selection.end() : selection.start())
  const openFilter = () => setSorting(true)
  useShortcut('f', openFilter)
  useShortcut('x', mayWork ? select : undefined)
  const show = (change: Change<UserView>) => {
    setSorting(false)
    void navigate({
      search: (before) => userSearchOf(change(usersOf(before)), before.search),
      replace: true,
    })
  }

  return (
    <Page
      title={t`Users`}
      wide
      asOf={list.dataUpdatedAt}
      actions={
        may('createUser') && (
          <Suspense>
            <AddButton
              label={t`Add user`}
              onClick={() => void navigate({ to: '/admin/addUser' })}
            />
          </Suspense>
        )
      }
      instead={
        selection.active && (
          <SelectionBar selection={selection} total={total} more={more}>
            <Suspense>
              <JobMenu
                of="user"
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
        selection={{ of: 'user', ...(selection.all ? { query } : { ids: [...selection.ids] }) }}
        onClose={() => setJob(null)}
        onStarted={() => {
          setJob(null)
          selection.end()
        }}
      />
      <div className={styles.tabs}>
        <Suspense>
          <UserTabs
            search={search}
            hasAdmins={isMain}
            views={userViews}
            onPick={(picked) => void navigate({ search: picked, replace: true })}
            onChange={(views) => choose({ userViews: views })}
          />
        </Suspense>
      </div>
      <div className={styles.tools}>
        <SearchField
          label={t`Search users`}
          placeholder={t`Email or comment`}
          value={search.search ?? ''}
          onChange={setSearch}
        />
        <Button
          size="large"
          className={styles.filter}
          icon={isFiltered ? <Filter20Filled /> : <Filter20Regular />}
          aria-label={t`Sort and filter`}
          aria-keyshortcuts="f"
          title={`${t`Sort and filter`} (F)`}
          onClick={openFilter}
        />
        {mayWork && (
          <Button
            size="large"
            className={styles.filter}
            icon={<SelectAllOn20Regular />}
            aria-label={t`Select users`}
            aria-keyshortcuts="x"
            title={`${t`Select users`} (X)`}
            aria-pressed={selection.active}
            onClick={select}
          />
        )}
        {hasTable && (
          <ExportButton name="users" operation={exportUsers} asked={query} onDone={setProblem} />
        )}
        <span className={styles.count} role="status">
          {total !== undefined &&
            (more
              ? t`More than ${least} users`
              : t`${plural(total, { one: '# user', other: '# users' })}`)}
        </span>
      </div>
      <div className={styles.chips}>
        <Suspense>
          <UserChips
            view={view}
            groups={groups}
            plans={plans.filter(({ baseId }) => baseId === 0)}
            hasLimits={hasLimits}
            onChange={show}
            onOpen={openFilter}
          />
        </Suspense>
      </div>
      <UserList
        list={list}
        selection={mayWork ? selection : undefined}
        sorting={{
          sort: view.sort,
          byAll: hasLimits,
          onSort: (sort) => show((before) => ({ ...before, sort })),
        }}
        cellsOf={(user) => userCells(user, now)}
        onShowAll={
          search.search !== undefined || isFiltered
            ? () => void navigate({ search: userSearchOf(DEFAULT_USERS), replace: true })
            : undefined
        }
      />
      <Suspense>
        {sorting && (
          <UserSortSheet
            view={view}
            groups={groups}
            onApply={show}
            onClose={() => setSorting(false)}
          />
        )}
      </Suspense>
    </Page>
  )
}

const useStyles = makeStyles({
  // As high as its content will be, so that the list does not shift.
  tabs: { minHeight: '44px', marginBlockStart: '-16px' },
  chips: { minHeight: '34px', '@media (pointer: coarse)': { minHeight: '48px' } },
  tools: { display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: '8px' },
  filter: { minWidth: '44px', minHeight: '44px' },
  count: {
    marginInlineStart: 'auto',
    color: tokens.colorNeutralForeground2,
    fontVariantNumeric: 'tabular-nums',
    '@media (max-width: 599px)': { fontSize: tokens.fontSizeBase200 },
  },
})
