import { basesIn } from './bases.ts'
import { readNote, windowFor } from './notifications.ts'

declare const self: ServiceWorkerGlobalScope

const SITE = { name: 'Sluice', origin: self.location.origin }
/** How long a window may take to answer that it opens a screen. */
const TIMEOUT_MS = 1_000

type Change = ExtendableEvent & {
  oldSubscription?: PushSubscription | null
  newSubscription?: PushSubscription | null
}

/** Shows push messages, opens their screen on a click, and reports a new push address to the server. */
export function listenForPush(): void {
  self.addEventListener('push', (event) => event.waitUntil(show(event.data?.text() ?? '')))
  self.addEventListener('notificationclick', (event) => {
    event.notification.close()
    const { path } = (event.notification.data ?? {}) as { path?: string }
    event.waitUntil(open(path ?? '/'))
  })
  self.addEventListener('pushsubscriptionchange', (event) =>
    event.waitUntil(renew(event as Change)),
  )
}

async function show(text: string): Promise<void> {
  const { title, options, badge } = readNote(text, SITE)
  await self.registration.showNotification(title, options)
  if (badge === undefined || !('setAppBadge' in navigator)) return
  // Where the icon cannot show a number the notification is enough.
  await navigator.setAppBadge(badge).catch(() => undefined)
}

async function open(path: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const found = windowFor(windows, path)
  if (found) {
    const { window, isThere } = found
    const focused = await window.focus().catch(() => window)
    // The page itself changes its screen, so that nothing that was typed is lost unasked.
    if (isThere || (await isOpened(focused, path))) return
  }
  await self.clients.openWindow(path)
}

function isOpened(window: Client, path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    setTimeout(resolve, TIMEOUT_MS, false)
    port1.addEventListener('message', () => resolve(true))
    port1.start()
    window.postMessage({ type: 'OPEN', path }, [port2])
  })
}

/** A browser may change its push address at any time; the server moves the choices along. */
async function renew({ oldSubscription, newSubscription }: Change): Promise<void> {
  const before = oldSubscription?.endpoint ?? (await keptEndpoint())
  const applicationServerKey = oldSubscription?.options.applicationServerKey
  const next =
    newSubscription ??
    (applicationServerKey &&
      (await self.registration.pushManager.subscribe({
        userVisibleOnly: true,
        applicationServerKey,
      })))
  // The console does it at its next start.
  if (!next || before === undefined) return
  const body = JSON.stringify({ data: next.toJSON(), replaces: before })
  const headers = { 'content-type': 'application/json' }
  for (const base of await apiBases()) {
    const sent = { method: 'POST', credentials: 'include', headers, body } as const
    const reply = await fetch(`${base}/api/push/client`, sent).catch(() => undefined)
    // Repeating it changes nothing, so a base that does not answer is not waited for.
    if (reply && reply.status < 500) break
  }
  const cache = await caches.open('push')
  await cache.put('/endpoint', new Response(next.endpoint))
}

/** Not every browser's event carries the old address. */
async function keptEndpoint(): Promise<string | undefined> {
  const reply = await caches.match('/endpoint', { cacheName: 'push' })
  return reply?.text()
}

async function apiBases(): Promise<string[]> {
  const reply =
    (await fetch('/config.json').catch(() => undefined)) ??
    (await caches.match('/config.json', { cacheName: 'config' }))
  return basesIn(await reply?.json().catch(() => undefined))
}
