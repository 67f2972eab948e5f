import { PrecacheController, type PrecacheEntry, PrecacheRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { fromPrevious, putAside } from './previous.ts'
import { listenForPush } from './push.ts'
import { opensShell } from './shell.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] }

// The site's stamp (`serviceWorkerTime`) names the cache: a new one fetches every file anew.
const SHELL = `shell-${new URL(self.location.href).searchParams.get('stamp') ?? '0'}`

// The shell: every file of this build, from the cache, always.
const shell = new PrecacheController({ cacheName: SHELL })
shell.addToCacheList(self.__WB_MANIFEST)
registerRoute(new PrecacheRoute(shell))
self.addEventListener('install', (event) => event.waitUntil(shell.install(event)))
self.addEventListener('activate', (event) => event.waitUntil(takeOver(event)))

async function takeOver(event: ExtendableEvent) {
  const tabs = await self.clients.matchAll({ includeUncontrolled: true, type: 'window' })
  await putAside(SHELL, new Set(shell.getCachedURLs()), tabs.length > 0)
  await shell.activate(event)
  await self.clients.claim()
}

// A tab that runs an older build finds its screens here, whatever the server has deployed since.
registerRoute(
  ({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith('/assets/'),
  async ({ request }) => (await fromPrevious(request)) ?? fetch(request),
)

// Any screen's address opens the shell; the API is never answered from here.
registerRoute(
  ({ request, url }) => request.mode === 'navigate' && opensShell(url.pathname),
  shell.createHandlerBoundToURL('/index.html'),
)

// Where the API is may change without a new build: ask, and fall back to what was last read.
registerRoute(
  ({ url }) => url.pathname === '/config.json',
  async ({ request }) => {
    const kept = await caches.open('config')
    try {
      const reply = await fetch(request)
      if (reply.ok) await kept.put('/config.json', reply.clone())
      return reply
    } catch {
      return (await kept.match('/config.json')) ?? Response.json({ apiBase: '' })
    }
  },
)

self.addEventListener('message', ({ data }) => {
  if (data?.type === 'SKIP_WAITING') void self.skipWaiting()
})

listenForPush()
