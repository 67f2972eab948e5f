import { answer, api, ApiError } from '#api/client.ts'
import type { Language } from '#locales/activate.ts'
import { currentSubscription, deviceOf, isFor, subscribe } from '#device/push.ts'
import { clientOf } from './operations.ts'

/**
 * Reports this browser's push subscription and language to the server; call it at start.
 *
 * A browser that was registered by someone else, or not at all, is unsubscribed: the person who is
 * logged in has not requested it. Failures are retried at the next start.
 */
export async function renewPush(language: Language): Promise<void> {
  const subscription = await currentSubscription().catch(() => undefined)
  if (!subscription || Notification.permission !== 'granted') return
  const { endpoint } = subscription
  const path = { params: { path: { device: await deviceOf(subscription) } } }
  try {
    const choices = await answer(api.GET('/api/push/client/{device}', path))
    const { publicKey } = await answer(api.GET('/api/push/key'))
    const isOurs = isFor(subscription, publicKey)
    if (isOurs && choices.language === language) return
    const next = isOurs ? subscription : await subscribe(publicKey)
    if (!next) return
    const replaces = next.endpoint === endpoint ? {} : { replaces: endpoint }
    const kinds = choices.kinds ? { kinds: choices.kinds } : {}
    const body = { data: clientOf(next), language, ...kinds, ...replaces }
    await answer(api.POST('/api/push/client', { body }))
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 403) return
    await subscription.unsubscribe().catch(() => false)
    await answer(api.DELETE('/api/push/client', { body: { data: { endpoint } } })).catch(
      () => undefined,
    )
  }
}
