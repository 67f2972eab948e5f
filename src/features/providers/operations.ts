import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { answer, api } from '#api/client.ts'
import type { Body, Schema } from '#contract'

type Kind = Schema<'ProviderKind'>

/** The settings of a payment provider, without its secrets. */
export const getProvider = (provider: Kind) =>
  queryOptions({
    queryKey: ['getProvider', provider],
    queryFn: () =>
      answer(api.GET('/api/admin/setting/provider/{provider}', { params: { path: { provider } } })),
  })

/** Replaces the settings of a payment provider; an omitted secret is not changed. */
export const editProvider = mutationOptions({
  mutationKey: ['editProvider'],
  mutationFn: (body: Body<'editProvider'>) => {
    const params = { path: { provider: body.data.kind } }
    return answer(api.PUT('/api/admin/setting/provider/{provider}', { params, body }))
  },
})

/** Makes a harmless call to a provider with the saved keys. */
export const testProvider = mutationOptions({
  mutationKey: ['testProvider'],
  mutationFn: (provider: Kind) => {
    const params = { path: { provider } }
    return answer(api.POST('/api/admin/setting/provider/{provider}/test', { params }))
  },
})
