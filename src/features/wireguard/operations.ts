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
})

/** Removes a device from one of the caller's own accounts. */
export const removeMyDevice = mutationOptions({
  mutationKey: ['removeMyDevice'],
  mutationFn: (path: OfDevice) =>
    answer(api.DELETE('/api/user/account/{accountId}/device/{deviceId}', { params: { path } })),
})

/** Gives a device of one of the caller's own accounts new keys; what has the old ones is cut off. */
export const renewMyKey = mutationOptions({
  mutationKey: ['renewMyKey'],
  mutationFn: (path: OfDevice) =>
    answer(api.POST('/api/user/account/{accountId}/device/{deviceId}/key', { params: { path } })),
})

/** The token of the own link of a device of one of the caller's own accounts. */
export const getMyDeviceLink = (path: OfDevice) =>
  queryOptions({
    queryKey: ['getMyDeviceLink', path.accountId, path.deviceId],
    queryFn: () =>
      answer(api.GET('/api/user/account/{accountId}/device/{deviceId}/link', { params: { path } })),
  })

/** Lets in a device of one of the caller's own accounts that waits. */
export const admitMyDevice = mutationOptions({
  mutationKey: ['admitMyDevice'],
  mutationFn: (path: OfDevice) =>
    answer(
      api.PUT('/api/user/account/{accountId}/device/{deviceId}/admission', { params: { path } }),
    ),
})

/** Says what happens when a device too many comes to one of the caller's own accounts. */
export const chooseMyDeviceRule = mutationOptions({
  mutationKey: ['chooseMyDeviceRule'],
  mutationFn: ({ accountId, asks }: OfAccount & { asks: boolean }) =>
    answer(
      api.PUT('/api/user/account/{accountId}/device-rule', {
        params: { path: { accountId } },
        body: { asks },
      }),
    ),
})

/** The token of the own link of a device. */
export const getDeviceLink = (path: OfDevice) =>
  queryOptions({
    queryKey: ['getDeviceLink', path.accountId, path.deviceId],
    queryFn: () =>
      answer(
        api.GET('/api/admin/account/{accountId}/device/{deviceId}/link', { params: { path } }),
      ),
  })

/** Lets in a device of an account that waits. */
export const admitDevice = mutationOptions({
  mutationKey: ['admitDevice'],
  mutationFn: (path: OfDevice) =>
    answer(
      api.PUT('/api/admin/account/{accountId}/device/{deviceId}/admission', { params: { path } }),
    ),
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
})

/** Removes a device from an account. */
export const removeDevice = mutationOptions({
  mutationKey: ['removeDevice'],
  mutationFn: (path: OfDevice) =>
    answer(api.DELETE('/api/admin/account/{accountId}/device/{deviceId}', { params: { path } })),
})

/** Gives a device of an account new keys; what has the old ones is cut off. */
export const renewKey = mutationOptions({
  mutationKey: ['renewKey'],
  mutationFn: (path: OfDevice) =>
    answer(api.POST('/api/admin/account/{accountId}/device/{deviceId}/key', { params: { path } })),
})
