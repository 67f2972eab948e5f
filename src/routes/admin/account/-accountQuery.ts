import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useIsOlder } from '#api/offers.ts'
import { knownServer } from '#api/serverInfo.ts'
import { type AccountSearch, toAccountQuery, viewOf } from '#features/accounts/filter.ts'
import { listOrders } from '#features/plans/operations.ts'

/** What of an address this server understands: an older one shows everything for the rest. */
export function understood(search: AccountSearch): AccountSearch {
  if (knownServer().contract !== null) return search
  const { search: text, sort, hide, owner, plan } = search
  const isKnown = sort === undefined || OLDER_SORTS.includes(sort)
  return { search: text, sort: isKnown ? sort : undefined, hide, owner, plan }
}

/** What a list of accounts shows; the same object until something else is asked for. */
export function useShown(asked: AccountSearch) {
  // Whether the server is an older one is known with its first answer.
  const isOlder = useIsOlder()
  return useMemo(() => {
    const search = understood(asked)
    const view = viewOf(search)
    return { search, view, query: toAccountQuery(view, search.search) }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, [asked, isOlder])
}

const OLDER_SORTS: readonly string[] = ['port_asc', 'port_desc', 'expire_asc', 'expire_desc']

/** What is asked of the server for a list of accounts, in pages of so many. */
export const accountQueryOf = (search: AccountSearch, size: number) => ({
  ...toAccountQuery(viewOf(search), search.search),
  pageSize: size,
})

/** The plans, by which the list names what accounts were sold as. */
export function usePlans() {
  const { isMain } = useRouteContext({ from: '/admin' })
  const isOlder = useIsOlder()
  // Older servers show plans to the main admin only.
  return useQuery({ ...listOrders(), enabled: isMain || !isOlder }).data ?? []
}
