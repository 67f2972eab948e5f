import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { listMyAccounts } from '#features/myAccounts/operations.ts'
import { DELIVERY_LIMIT_MS } from '#rules/timing.ts'
import { useNow } from '#ui/now.ts'
import { type Before, changedSince } from './delivery.ts'
import { wayOf } from './provider/operations.ts'
import { type OrderState, stateOf } from './orderState.ts'
import type { Bought } from './step.ts'

const SECOND_MS = 1_000
const POLL_MS = 3_000
const SLOW_POLL_MS = 30_000
const ENDS: readonly OrderState[] = ['delivered', 'refunded', 'closed']

/**
 * The outcome of a payment: the order reports it, with the account it was delivered to.
 *
 * A recharge code is no order, and may not be reported; then it is the account that changed.
 */
export function useDelivery(bought: Bought | undefined, before: Before) {
  const queryClient = useQueryClient()
  const now = useNow(SECOND_MS)
  const [since] = useState(() => Date.now())
  const isLate = now - since > DELIVERY_LIMIT_MS

  const { data: order, dataUpdatedAt: readAt } = useOrder(bought, isLate)
  const state = order?.state && stateOf(order)
  const isDelivered = state === 'delivered'
  const arrival = isDelivered ? readAt : Infinity

  const find = (accounts: Parameters<typeof changedSince>[1], asOf: number) => {
    if (state === undefined) return changedSince(before, accounts)
    // Answers from before the delivery still show the old end.
    return asOf < arrival ? undefined : accounts.find(({ id }) => id === order?.accountId)
  }
  const { data: accounts = [], dataUpdatedAt } = useQuery({
    ...listMyAccounts(),
    refetchInterval: ({ state: { data = [], dataUpdatedAt: asOf } }) =>
      find(data, asOf) || asOf >= arrival ? false : isLate ? SLOW_POLL_MS : POLL_MS,
  })
  const account = find(accounts, dataUpdatedAt)
  const isThere = account !== undefined
  useEffect(() => {
    void queryClient.invalidateQueries({ queryKey: ['listMyAccounts'] })
  }, [queryClient, arrival])
  // What else shows an order or an account is old now, and again once it has arrived.
  useEffect(() => {
    for (const id of ['listMyOrders', 'listMyPlans', 'listMyServers', 'getMyAccount'] as const)
      void queryClient.invalidateQueries({ queryKey: [id] })
  }, [queryClient, isThere])
  return { account, isDelivered, isRefunded: state === 'refunded', isLate, now }
}

/** The state of the order, polled until it is final; undefined where the server does not report it. */
function useOrder(bought: Bought | undefined, isLate: boolean) {
  const lookAgain = ({ state: { data } }: { state: { data?: Parameters<typeof stateOf>[0] } }) =>
    data && ENDS.includes(stateOf(data)) ? false : isLate ? SLOW_POLL_MS : POLL_MS
  // The step before has just requested it.
  const polling = {
    staleTime: POLL_MS,
    refetchInterval: lookAgain,
    // It becomes final once; the time of that answer decides which accounts are recent enough.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  }
  const { way = '', id = '' } = bought ?? {}
  return useQuery({ ...wayOf(way).follow(id), ...polling, enabled: id !== '' })
}
