import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { answer, type ApiError, api } from '#api/client.ts'
import type { OperationId, Schema } from '#contract'
import type { SubscriptionType } from '#rules/links.ts'

/** The query of an account's subscription, by its owner or by an admin. */
export type SubscriptionOf = (accountId: number) => ReturnType<typeof getMySubscription>

/** The mutation that renews an account's subscription, by its owner or by an admin. */
export type RenewalOf = typeof renewMySubscription | typeof renewAccountSubscription

type Token = Schema<'Subscription'>
type Key = readonly [OperationId, number]

/** The subscription link's token of one of the caller's accounts. */
export const getMySubscription = (accountId: number) =>
  queryOptions<Token, ApiError, Token, Key>({
    queryKey: ['getMySubscription', accountId],
    queryFn: () =>
      answer(
        api.GET('/api/user/account/{accountId}/subscribe', { params: { path: { accountId } } }),
      ),
  })

type Renewal = { accountId: number; endsFormer?: boolean }

/** Makes a new token for one of the caller's accounts; the old one may work on for a while. */
export const renewMySubscription = mutationOptions({
  mutationKey: ['renewMySubscription'],
  mutationFn: ({ accountId, ...query }: Renewal) =>
    answer(
      api.PUT('/api/user/account/{accountId}/subscribe', {
        params: { path: { accountId }, query },
      }),
    ),
})

/** The subscription link's token of any account. */
export const getAccountSubscription = (accountId: number) =>
  queryOptions<Token, ApiError, Token, Key>({
    queryKey: ['getAccountSubscription', accountId],
    queryFn: () =>
      answer(
        api.GET('/api/admin/account/{accountId}/subscribe', { params: { path: { accountId } } }),
      ),
  })

/** What an app gets by the link of any account. */
export const previewAccountSubscription = (accountId: number, type: SubscriptionType) =>
  queryOptions({
    queryKey: ['previewAccountSubscription', accountId, type],
    queryFn: () =>
      answer(
        api.GET('/api/admin/account/{accountId}/subscribe/preview', {
          params: { path: { accountId }, query: { type } },
        }),
      ),
  })

/** The same for any account. */
export const renewAccountSubscription = mutationOptions({
  mutationKey: ['renewAccountSubscription'],
  mutationFn: ({ accountId, ...query }: Renewal) =>
    answer(
      api.PUT('/api/admin/account/{accountId}/subscribe', {
        params: { path: { accountId }, query },
      }),
    ),
})
