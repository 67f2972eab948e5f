import { answer, api } from '#api/client.ts'
import type { Body } from '#contract'
import { mutationOptions, queryOptions } from '@tanstack/react-query'

/** The key this browser subscribes with. */
export const getPushKey = () =>
  queryOptions({
    queryKey: ['getPushKey'],
    queryFn: () => answer(api.GET('/api/push/key')),
    staleTime: Infinity,
  })

/** Lets this browser be told of things. */
export const registerPushClient = mutationOptions({
  mutationKey: ['registerPushClient'],
  mutationFn: (client: Body<'registerPushClient'>) =>
    answer(api.POST('/api/push/client', { body: client })),
})

/** Lets this browser be told of nothing more. */
export const removePushClient = mutationOptions({
  mutationKey: ['removePushClient'],
  mutationFn: (endpoint: string) =>
    answer(api.DELETE('/api/push/client', { body: { data: { endpoint } } })),
})
