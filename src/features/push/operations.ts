import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { answer, ApiError, api } from '#api/client.ts'
import type { Body, Schema } from '#contract'
import { currentSubscription, deviceOf } from '#device/push.ts'

/** The registration of this browser on the server; null without one. */
export type Device = Schema<'PushChoices'> & {
  /** The id of the browser on the server. */
  device: string
  /** Its push subscription, in the form of the API. */
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

/** A push subscription, in the form of the API. */
export function clientOf(subscription: PushSubscription): Schema<'PushClient'> {
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
  return { endpoint, keys: { p256dh, auth } }
}

/** Subscribes this browser, or changes what it is notified of. */
export const registerPushClient = mutationOptions({
  mutationKey: ['registerPushClient'],
  mutationFn: (client: Body<'registerPushClient'>) =>
    answer(api.POST('/api/push/client', { body: client })),
})

/** Unsubscribes this browser. */
export const removePushClient = mutationOptions({
  mutationKey: ['removePushClient'],
  mutationFn: (endpoint: string) =>
    answer(api.DELETE('/api/push/client', { body: { data: { endpoint } } })),
})

/** Sends this browser a notification. */
export const sendTestPush = mutationOptions({
  mutationKey: ['sendTestPush'],
  mutationFn: (device: string) =>
    answer(api.POST('/api/push/client/{device}/test', { params: { path: { device } } })),
})
