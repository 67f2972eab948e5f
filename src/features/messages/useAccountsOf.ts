import { keepPreviousData, useQueries } from '@tanstack/react-query'
import type { Schema } from '#contract'
import { listAccountsOfUsers } from '#features/users/operations.ts'

type Listed = readonly Pick<Schema<'Conversation'>, 'userId'>[]

/**
 * The accounts of the users whose conversations are listed, page by page; undefined while they are
 * not known, and where the server does not say.
 */
export function useAccountsOf(pages: readonly Listed[]) {
  const answers = useQueries({
    queries: pages.map((page) => {
      // Who writes moves to the top of a page, which makes it no other page.
      const query = listAccountsOfUsers(page.map(({ userId }) => userId).toSorted((a, b) => a - b))
      return {
        ...query,
        enabled: page.length > 0,
        placeholderData: keepPreviousData,
      }
    }),
  })
  const known = new Map<number, Schema<'AccountOfUser'>[]>()
  pages.forEach((page, at) => {
    const accounts = answers[at]?.data
    if (!accounts) return
    for (const { userId } of page)
      known.set(
        userId,
        accounts.filter((one) => one.userId === userId),
      )
  })
  return (userId: number) => known.get(userId)
}
