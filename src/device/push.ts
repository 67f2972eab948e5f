import { useSyncExternalStore } from 'react'
import { isApplePhone, isInstalled } from './install.ts'
import { tried } from './storage.ts'

/**
 * Whether this browser can show push notifications.
 *
 * `install`: only once it is on the home screen (iPhone and iPad). `blocked`: the person said no, and
 * only the browser's own settings can change that.
 */
export type PushAbility = 'able' | 'install' | 'blocked' | 'none'

/** What this browser can do now; followed on screen, as permission is given elsewhere. */
export function usePushAbility(): PushAbility {
  return useSyncExternalStore(subscribeToPermission, pushAbility)
}

function pushAbility(): PushAbility {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return isApplePhone() && !isInstalled() ? 'install' : 'none'
  return Notification.permission === 'denied' ? 'blocked' : 'able'
}

function subscribeToPermission(listener: () => void) {
  let status: PermissionStatus | undefined
  let ended = false
  // Older browsers send no event; coming back to the page is one.
  addEventListener('focus', listener)
  void navigator.permissions
    ?.query({ name: 'notifications' })
    .then((found) => {
      if (ended) return
      status = found
      status.addEventListener('change', listener)
    })
    .catch(() => undefined)
  return () => {
    ended = true
    removeEventListener('focus', listener)
    status?.removeEventListener('change', listener)
  }
}

/** The push subscription of this browser, if there is one. */
export async function currentSubscription(): Promise<PushSubscription | undefined> {
  if (!('serviceWorker' in navigator && 'PushManager' in window)) return undefined
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? undefined
}

/**
 * Asks the person, then the browser's push service. Call it in answer to a click.
 *
 * Undefined when the person did not agree. Throws when there is no worker, or no push service.
 */
export async function subscribe(publicKey: string): Promise<PushSubscription | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined
  const registration = await navigator.serviceWorker.getRegistration()
  if (!registration) throw new Error('no service worker')
  const before = await registration.pushManager.getSubscription()
  if (before && isFor(before, publicKey)) return before
  // Another installation's key: messages signed with ours would be refused.
  await before?.unsubscribe()
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  })
  await storeEndpoint(subscription.endpoint)
  return subscription
}

/** Whether messages signed with a key reach a subscription. */
export function isFor({ options }: PushSubscription, publicKey: string): boolean {
  const { applicationServerKey: key } = options
  return key === null || base64Url(key) === publicKey
}

/** Names this browser to the server without its address appearing in logs. */
export async function deviceOf({ endpoint }: Pick<PushSubscription, 'endpoint'>): Promise<string> {
  return base64Url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint)))
}

/** For the worker: `pushsubscriptionchange` does not always carry the old address. */
async function storeEndpoint(endpoint: string) {
  // Without storage the browser's event carries the old address, or the next start corrects it.
  await tried(async () => (await caches.open('push')).put('/endpoint', new Response(endpoint)))
}

function base64Url(bytes: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
