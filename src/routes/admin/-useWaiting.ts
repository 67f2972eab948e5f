import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import type { ApiError } from '#api/client.ts'
import { type May, useMay } from '#api/may.ts'
import { DEFAULT_VIEW, searchOf, toAccountQuery } from '#features/accounts/filter.ts'
import { listAccounts } from '#features/accounts/operations.ts'
import { listJobs } from '#features/jobs/operations.ts'
import { listMails } from '#features/mails/operations.ts'
import { getUnreadMessages, waitingOf } from '#features/messages/operations.ts'
import { listStuckOrders } from '#features/orders/operations.ts'
import { isTroubled } from '#features/servers/trouble.ts'
import { listServerLights, listServers } from '#features/servers/operations.ts'
import { INDEX_POLL_MS, INDEX_STALE_MS } from '#rules/timing.ts'

/** One kind of thing that waits for an admin. */
export type Waiting = {
  key: string
  words: string
  why: string
  /** What one does about it, as its button says. */
  action: string
  /** Whether customers or money are affected now. */
  isUrgent: boolean
  count: number
  /** Done from here; the row itself leads to what it is about. */
  mails?: boolean
} & Pick<LinkProps, 'to' | 'search'>

const PAST_QUOTA = { ...DEFAULT_VIEW, kinds: ['valid', 'unlimited'], usedOver: 100 } as const
const ENDING = { ...DEFAULT_VIEW, kinds: ['valid'], endsWithin: 1 } as const
const FAILED = { status: 'failed' } as const
const countOf = (view: Parameters<typeof toAccountQuery>[0]) =>
  listAccounts({ ...toAccountQuery(view), pageSize: 1 })

/** Requests what waits, unless it is cached. */
export const fetchWaiting = (queryClient: QueryClient, may: May): Promise<unknown>[] => [
  ...(may('listPlacedOrders') ? [queryClient.ensureQueryData(listStuckOrders())] : []),
  ...(may('getUnreadMessages') ? [queryClient.ensureQueryData(getUnreadMessages())] : []),
  ...(may('listAccounts.usedOver')
    ? [PAST_QUOTA, ENDING].map((view) => queryClient.ensureInfiniteQueryData(countOf(view)))
    : []),
  ...(may('createServer') ? [queryClient.ensureQueryData(listServers({ status: true }))] : []),
  ...(may('listMails') ? [queryClient.ensureInfiniteQueryData(listMails(FAILED))] : []),
  ...(may('listJobs') ? [queryClient.ensureQueryData(listJobs())] : []),
]

/** What waits for an admin, the most pressing first; other admins see what is of their own group. */
export function useWaiting() {
  const { t } = useLingui()
  const may = useMay()
  const counts = may('listAccounts.usedOver')
  const orders = useQuery({ ...listStuckOrders(), enabled: may('listPlacedOrders') })
  const unread = useQuery({ ...getUnreadMessages(), enabled: may('getUnreadMessages') })
  const query = { ...listServers({ status: true }), staleTime: 0, refetchInterval: INDEX_STALE_MS }
  const servers = useQuery({ ...query, enabled: may('createServer') })
  const lights = useQuery({ ...listServerLights(), enabled: may('listServerLights') })
  const failed = { ...listMails(FAILED), refetchInterval: INDEX_POLL_MS }
  const mails = useInfiniteQuery({ ...failed, enabled: may('listMails') })
  const jobs = useQuery({ ...listJobs(), enabled: may('listJobs') })
  const past = useCount(PAST_QUOTA, counts)
  const ending = useCount(ENDING, counts)

  const stuck = orders.data?.orders.filter(({ failure }) => failure).length ?? 0
  const conversations = waitingOf(unread.data)
  const troubled = servers.data?.filter((server) => isTroubled(server, lights.data)).length ?? 0
  const unsent = mails.data?.pages[0]?.total ?? 0
  const going =
    jobs.data?.filter(({ status }) => status === 'running' || status === 'undoing').length ?? 0
  const rows: Waiting[] = [
    {
      key: 'orders',
      action: t`Review`,
      isUrgent: true,
      count: stuck,
      words: t`${plural(stuck, { one: '# order needs review', other: '# orders need review' })}`,
      why: t`Paid but not delivered, or the amount is wrong`,
      to: '/admin/pay',
      search: { only: 'stuck' },
    },
    {
      key: 'servers',
      action: t`Check`,
      isUrgent: true,
      count: troubled,
      words: t`${plural(troubled, { one: '# server has problems', other: '# servers have problems' })}`,
      why: t`Customers do not get through, or only in part`,
      to: '/admin/server',
    },
    {
      key: 'messages',
      action: t`Reply`,
      isUrgent: false,
      count: conversations,
      words: t`${plural(conversations, { one: '# unanswered conversation', other: '# unanswered conversations' })}`,
      why: t`Users who wait for an answer`,
      to: '/admin/message',
    },
    {
      key: 'mails',
      action: t`View`,
      isUrgent: false,
      count: unsent,
      words: t`${plural(unsent, { one: '# email was not sent', other: '# emails were not sent' })}`,
      why: t`Stopped after several attempts`,
      to: '/admin/settings/mail',
      search: { tab: 'outbox', status: 'failed' },
    },
    {
      key: 'past',
      action: t`View`,
      isUrgent: false,
      count: past.total,
      words: t`${plural(past.total, { one: '# account has no traffic left', other: '# accounts have no traffic left' })}`,
      why: t`Used up before the cycle ended`,
      to: '/admin/account',
      search: searchOf(PAST_QUOTA),
    },
    {
      key: 'ending',
      action: may('mailEndingAccounts') ? t`Mail them` : t`View`,
      mails: may('mailEndingAccounts'),
      isUrgent: false,
      count: ending.total,
      words: t`${plural(ending.total, { one: '# account expires within a day', other: '# accounts expire within a day' })}`,
      why: t`Time to remind their owners`,
      to: '/admin/account',
      search: searchOf(ENDING),
    },
    {
      key: 'jobs',
      action: t`View`,
      isUrgent: false,
      count: going,
      words: t`${plural(going, { one: '# bulk action running', other: '# bulk actions running' })}`,
      why: t`It continues automatically; you can stop it`,
      to: '/admin/job',
    },
  ]
  const queries: { isPending: boolean; error: ApiError | null }[] = []
  if (counts) queries.push(past.query, ending.query)
  if (may('listPlacedOrders')) queries.push(orders)
  if (may('getUnreadMessages')) queries.push(unread)
  if (may('createServer')) queries.push(servers)
  if (may('listMails')) queries.push(mails)
  if (may('listJobs')) queries.push(jobs)
  return {
    rows: rows.filter(({ count }) => count > 0),
    /** Some of it is still to come. */
    isPending: queries.some(({ isPending: pending }) => pending),
    /** Why some of it did not come. */
    error: queries.find(({ error }) => error)?.error ?? null,
  }
}

/** How many accounts a view shows. */
function useCount(view: Parameters<typeof countOf>[0], enabled: boolean) {
  const query = useInfiniteQuery({
    ...countOf(view),
    enabled,
    refetchInterval: INDEX_STALE_MS,
  })
  return { query, total: query.data?.pages[0]?.total ?? 0 }
}
