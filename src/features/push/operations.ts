import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { answer, ApiError, api } from '#api/client.ts'
import type { Body, Schema } from '#contract'
import { currentSubscription, deviceOf } from '#device/push.ts'

/** The registration of this browser on the server; null without one. */
export type Device = Schema<'PushChoices'> & {
  /** Names it to the server. */
  device: string
  /** Where it is reached, as the server wants to have it. */
  data: Schema<'PushClient'>
}

/** The key this browser subscribes with. */
export const getPushKey = () =>
  queryOptions({
    queryKey: ['getPushKey'],
    queryFn: () => answer(api.GET('/api/push/key')),
    staleTime: Infinity,
  })

/** What this browser is notified of. */
export const getPushClient = () =>
  queryOptions<Device | null, ApiError>({ queryKey: ['getPushClient'], queryFn: findDevice })

async function findDevice(): Promise<Device | null> {
  const subscription = await currentSubscription()
  if (!subscription) return null
  const device = await deviceOf(subscription)
  const path = { params: { path: { device } } }
  try {
    const choices = await answer(api.GET('/api/push/client/{device}', path))
    return { ...choices, device, data: clientOf(subscription) }
  } catch (error) {
    // Not registered, or registered by someone else.
    if (error instanceof ApiError && error.status === 403) return null
    throw error
  }
}

/** A subscription as the server wants to have it. */
export function clientOf(subscription: PushSubscription): Schema<'PushClient'> {
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
  return { endpoint, keys: { p256dh, auth } }
}

/** Lets this browser be notified of things, or of others. */
export const registerPushClient = mutationOptions({
  mutationKey: ['registerPushClient'],
  mutationFn: (client: Body<'registerPushClient'>) =>
    answer(api.POST('/api/push/client', { body: client })),
  meta: { outdates: ['getPushClient'] },
})

/** Lets this browser be notified of nothing more. */
export const removePushClient = mutationOptions({
  mutationKey: ['removePushClient'],
  mutationFn: (endpoint: string) =>
    answer(api.DELETE('/api/push/client', { body: { data: { endpoint } } })),
  meta: { outdates: ['getPushClient'] },
})

/** Sends this browser a notification. */
export const sendTestPush = mutationOptions({
  mutationKey: ['sendTestPush'],
  mutationFn: (device: string) =>
    answer(api.POST('/api/push/client/{device}/test', { params: { path: { device } } })),
})
