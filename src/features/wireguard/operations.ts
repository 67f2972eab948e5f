import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { answer, api } from '#api/client.ts'
import { DEVICES_REFRESH_MS } from '#rules/timing.ts'

type OfAccount = { accountId: number }
type OfDevice = { accountId: number; deviceId: number }

/** The devices of one of the caller's own accounts, with their latest handshakes. */
export const listMyDevices = (accountId: number) =>
  queryOptions({
    queryKey: ['listMyDevices', accountId],
    queryFn: () =>
      answer(api.GET('/api/user/account/{accountId}/device', { params: { path: { accountId } } })),
    refetchInterval: DEVICES_REFRESH_MS,
  })

/** Adds a device to one of the caller's own accounts; the answer has its private key. */
export const addMyDevice = mutationOptions({
  mutationKey: ['addMyDevice'],
  mutationFn: ({ accountId, name }: OfAccount & { name: string }) =>
    answer(
      api.POST('/api/user/account/{accountId}/device', {
        params: { path: { accountId } },
        body: { name },
      }),
    ),
  meta: { outdates: ['listMyDevices'] },
})

/** Renames a device of one of the caller's own accounts. */
export const renameMyDevice = mutationOptions({
  mutationKey: ['renameMyDevice'],
  mutationFn: ({ name, ...path }: OfDevice & { name: string }) =>
    answer(
      api.PUT('/api/user/account/{accountId}/device/{deviceId}', {
        params: { path },
        body: { name },
      }),
    ),
  meta: { outdates: ['listMyDevices'] },
})

/** Removes a device from one of the caller's own accounts. */
export const removeMyDevice = mutationOptions({
  mutationKey: ['removeMyDevice'],
  mutationFn: (path: OfDevice) =>
    answer(api.DELETE('/api/user/account/{accountId}/device/{deviceId}', { params: { path } })),
  meta: { outdates: ['listMyDevices'] },
})

/** Gives a device of one of the caller's own accounts new keys; what has the old ones is cut off. */
export const renewMyKey = mutationOptions({
  mutationKey: ['renewMyKey'],
  mutationFn: (path: OfDevice) =>
    answer(api.POST('/api/user/account/{accountId}/device/{deviceId}/key', { params: { path } })),
  meta: { outdates: ['listMyDevices', 'listMyAccounts', 'getMyAccount'] },
})

/** The devices of an account, with their latest handshakes and where they come from. */
export const listDevices = (accountId: number) =>
  queryOptions({
    queryKey: ['listDevices', accountId],
    queryFn: () =>
      answer(api.GET('/api/admin/account/{accountId}/device', { params: { path: { accountId } } })),
    refetchInterval: DEVICES_REFRESH_MS,
  })

/** Adds a device to an account; the answer has its private key. */
export const addDevice = mutationOptions({
  mutationKey: ['addDevice'],
  mutationFn: ({ accountId, name }: OfAccount & { name: string }) =>
    answer(
      api.POST('/api/admin/account/{accountId}/device', {
        params: { path: { accountId } },
        body: { name },
      }),
    ),
  meta: { outdates: ['listDevices'] },
})

/** Renames a device of an account. */
export const renameDevice = mutationOptions({
  mutationKey: ['renameDevice'],
  mutationFn: ({ name, ...path }: OfDevice & { name: string }) =>
    answer(
      api.PUT('/api/admin/account/{accountId}/device/{deviceId}', {
        params: { path },
        body: { name },
      }),
    ),
  meta: { outdates: ['listDevices'] },
})

/** Removes a device from an account. */
export const removeDevice = mutationOptions({
  mutationKey: ['removeDevice'],
  mutationFn: (path: OfDevice) =>
    answer(api.DELETE('/api/admin/account/{accountId}/device/{deviceId}', { params: { path } })),
  meta: { outdates: ['listDevices'] },
})

/** Gives a device of an account new keys; what has the old ones is cut off. */
export const renewKey = mutationOptions({
  mutationKey: ['renewKey'],
  mutationFn: (path: OfDevice) =>
    answer(api.POST('/api/admin/account/{accountId}/device/{deviceId}/key', { params: { path } })),
  meta: { outdates: ['listDevices', 'getAccount', 'listAccounts', 'countAccounts'] },
})
