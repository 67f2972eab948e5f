import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { answer, api } from '#api/client.ts'
import type { Body } from '#contract'

/** What the caller may buy: to renew an account, or null for a new one. */
export const listMyPlans = (accountId: number | null) =>
  queryOptions({
    queryKey: ['listMyPlans', accountId],
    queryFn: () =>
      answer(
        api.GET('/api/user/order/price', {
          params: { query: accountId === null ? {} : { accountId } },
        }),
      ),
  })

/** Uses a recharge code. */
export const redeemGiftcard = mutationOptions({
  mutationKey: ['redeemGiftcard'],
  mutationFn: (body: Body<'redeemGiftcard'>) =>
    answer(api.POST('/api/user/giftcard/use', { body })),
})
