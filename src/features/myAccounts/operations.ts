import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { answer, api } from '#api/client.ts'
import type { Body, Schema } from '#contract'
import { ACCOUNT_FLOW_REFRESH_MS, OPENING_REFRESH_MS } from '#rules/timing.ts'

/** The caller's own accounts, fresh to the minute while they are on screen. Spec 9. */
export const listMyAccounts = () =>
  queryOptions({
    queryKey: ['listMyAccounts'],
    queryFn: () => answer(api.GET('/api/user/account')),
    refetchInterval: ({ state }) =>
      state.data?.some(isOpening) ? OPENING_REFRESH_MS : ACCOUNT_FLOW_REFRESH_MS,
  })

/** From how many addresses one of the caller's accounts was used lately; asked while it is in use. */
export const countMyAccountIps = (accountId: number) =>
  queryOptions({
    queryKey: ['countMyAccountIps', accountId],
    queryFn: () =>
      answer(api.GET('/api/user/account/{accountId}/ip', { params: { path: { accountId } } })),
    refetchInterval: ACCOUNT_FLOW_REFRESH_MS,
  })

/** Gives one of the caller's accounts another proxy password. */
export const changeMyAccountPassword = mutationOptions({
  mutationKey: ['changeMyAccountPassword'],
  mutationFn: ({ accountId, ...body }: { accountId: number } & Body<'changeMyAccountPassword'>) =>
    answer(
      api.PUT('/api/user/{accountId}/password', {
        params: { path: { accountId } },
        body,
      }),
    ),
})

/** Starts an account that was bought but not started. */
export const activateMyAccount = mutationOptions({
  mutationKey: ['activateMyAccount'],
  mutationFn: (accountId: number) =>
    answer(api.PUT('/api/user/account/{accountId}/active', { params: { path: { accountId } } })),
})

const isOpening = ({ connection }: Schema<'Account'>) => connection?.state === 'opening'
