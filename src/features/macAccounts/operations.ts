import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { answer, api } from '#api/client.ts'
import type { Body } from '#contract'

/** The devices of one user. */
export const listUserMacs = (userId: number) =>
  queryOptions({
    queryKey: ['listUserMacs', userId],
    queryFn: () => answer(api.GET('/api/admin/account/mac', { params: { query: { userId } } })),
  })

/** Registers a device for a user. */
export const addMacAccount = mutationOptions({
  mutationKey: ['addMacAccount'],
  mutationFn: ({ mac, body }: { mac: string; body: Body<'addMacAccount'> }) =>
    answer(api.POST('/api/admin/account/mac/{mac}', { params: { path: { mac } }, body })),
})

/** Changes a device, its account and the server it prefers. */
export const editMacAccount = mutationOptions({
  mutationKey: ['editMacAccount'],
  mutationFn: (body: Body<'editMacAccount'>) => answer(api.PUT('/api/admin/account/mac', { body })),
})

/** Removes a device. */
export const deleteMacAccount = mutationOptions({
  mutationKey: ['deleteMacAccount'],
  mutationFn: (id: number) =>
    answer(api.DELETE('/api/admin/account/mac', { params: { query: { id } } })),
})

/** The caller's own device, if one is registered. */
export const listMyMacs = () =>
  queryOptions({
    queryKey: ['listMyMacs'],
    queryFn: () => answer(api.GET('/api/user/account/mac')),
  })

/** Registers the caller's device. */
export const addMyMac = mutationOptions({
  mutationKey: ['addMyMac'],
  mutationFn: (mac: string) => answer(api.POST('/api/user/account/mac', { body: { mac } })),
})
