import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { may, useMay } from '#api/may.ts'
import { type AccountSearch, toAccountQuery, viewOf } from '#features/accounts/filter.ts'
import { listOrders } from '#features/plans/operations.ts'

/** What of an address this server understands; it would show everything for the rest. */
export function understood(search: AccountSearch): AccountSearch {
  if (may('listAccounts.usedOver')) return search
  const { search: text, sort, hide, owner, plan } = search
  const isKnown = sort === undefined || SIMPLE_SORTS.includes(sort)
  return { search: text, sort: isKnown ? sort : undefined, hide, owner, plan }
}

/** What a list of accounts shows; the same object until something else is asked for. */
export function useShown(asked: AccountSearch) {
  // What the server understands is known with its first answer.
  const isUnderstood = useMay()('listAccounts.usedOver')
  return useMemo(() => {
    const search = understood(asked)
    const view = viewOf(search)
    return { search, view, query: toAccountQuery(view, search.search) }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, [asked, isUnderstood])
}

const SIMPLE_SORTS: readonly string[] = ['port_asc', 'port_desc', 'expire_asc', 'expire_desc']

/** What is asked of the server for a list of accounts, in pages of so many. */
export const accountQueryOf = (search: AccountSearch, size: number) => ({
  ...toAccountQuery(viewOf(search), search.search),
  pageSize: size,
})

/** The plans, by which the list names what accounts were sold as. */
export const usePlans = () => useQuery(listOrders()).data ?? []
