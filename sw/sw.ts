import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { opensShell } from './shell.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] }

// The shell: every file of this build, from the cache, always.
precacheAndRoute(self.__WB_MANIFEST)
cleanupOutdatedCaches()

// Any screen's address opens the shell; the API is never answered from here.
registerRoute(
  ({ request, url }) => request.mode === 'navigate' && opensShell(url.pathname),
  createHandlerBoundToURL('/index.html'),
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
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
