import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '#api/may.ts'
import { explainLoad } from '#api/refusals.ts'
import { useChoices } from '#device/choices.ts'
import { remembered } from '#device/remembered.ts'
import { listGroups } from '#features/groups/operations.ts'
import { listOrders } from '#features/plans/operations.ts'
import { readUserSearch } from '#features/users/filter.ts'
import { listUsers } from '#features/users/operations.ts'
import { UserBesideRow } from '#features/users/UserBesideRow.tsx'
import { useSearchWords } from '#features/users/useLimitWords.ts'
import { spelled, useUserViews } from '#features/users/useUserViews.ts'
import { BesideHead } from '#ui/BesideHead.tsx'
import { Empty } from '#ui/Empty.tsx'
import { ScrolledBeside } from '#ui/ListBeside.tsx'
import { usualHeight } from '#ui/listRow.ts'
import { useServerNow } from '#api/serverNow.ts'
import { PagedList } from '#ui/PagedList.tsx'
import { userCells } from './-userCells.tsx'
import { userQueryOf } from './-userQuery.ts'

/** The list that a user was opened from, as it was shown last; all users where there was none. */
export default function UsersBeside({ open }: { open: number }) {
  const { t } = useLingui()
  const now = useServerNow()
  const navigate = useNavigate()
  const may = useMay()
  const { isMain } = useRouteContext({ from: '/admin' })
  const { userViews = [] } = useChoices()
  const [search] = useState(() => readUserSearch(remembered('users', 'session') ?? {}))
  const list = useInfiniteQuery(listUsers(userQueryOf(search)))
  const isOfGroup = search.group !== undefined && isMain
  const isOfPlan = search.plan !== undefined && may('listUsers.plan') && may('listOrders')
  const groups = useQuery({ ...listGroups(), enabled: isOfGroup }).data ?? []
  const plans = useQuery({ ...listOrders(), enabled: isOfPlan }).data ?? []
  const words = useSearchWords(search, groups, plans)
  const view = useUserViews(isMain, userViews).find(
    (one) => spelled(one.search) === spelled(search),
  )
  const { total, more } = list.data?.pages.at(-1) ?? {}
  const ids = list.data?.pages.flatMap(({ users }) =>
    users.flatMap(({ id, type }) => (type === 'admin' ? [] : [id])),
  )
  return (
    <ScrolledBeside
      head={
        <BesideHead
          link={
            <Link to="/admin/user" search={search} activeOptions={{ exact: true }}>
              {view?.key === 'all' ? t`All users` : (view?.name ?? t`Users`)}
            </Link>
          }
          total={total}
          more={more}
          words={view ? [] : words}
          ids={[...new Set(ids)]}
          open={open}
          onOpen={(id) =>
            void navigate({
              to: '/admin/user/$userId',
              params: { userId: String(id) },
              replace: true,
            })
          }
        />
      }
    >
      {(scroller) => (
        <PagedList
          label={t`Users`}
          list={list}
          pageOf={({ users, ...page }) => ({
            rows: users,
            total: page.more ? undefined : page.total,
          })}
          keyOf={({ id }) => id}
          explain={explainLoad}
          empty={<Empty>{t`No one matches the search and the filters.`}</Empty>}
          scroller={scroller}
          open={open}
          heightOf={usualHeight}
        >
          {(user) => <UserBesideRow user={user} cells={userCells(user, now)} />}
        </PagedList>
      )}
    </ScrolledBeside>
  )
}
