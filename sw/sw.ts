import { PrecacheController, PrecacheRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { dropLogin, cachedLogin } from './login.ts'
import { tidyShared } from '../src/device/sharedStore.ts'
import {
  cacheFiles,
  firstOf,
  lastingOf,
  type PrecachedFile,
  restOf,
  sortBundles,
} from './precaching.ts'
import { fromPrevious, putAside } from './previousBuilds.ts'
import { listenForPush } from './push.ts'
import { isShare, takeShare } from './share.ts'
import { snapshotPage } from './snapshot.ts'
import { lanesOf, opensShell } from './shell.ts'
import { askCache, cacheIsSilent } from './silentCache.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: PrecachedFile[] }

// The site's stamp (`serviceWorkerTime`) names the cache: a new one fetches every file again.
const SHELL = `shell-${new URL(self.location.href).searchParams.get('stamp') ?? '0'}`

/**
 * How many files are fetched at a time by HTTP/1.1. The library takes one after the other, which is minutes
 * where each takes half a second; a browser has six connections, and the page needs some.
 */
const MAX_CONCURRENT = 4

// The shell: every cached file of this build comes from the cache, always. At first only what
// starts the console; the page then says who reads it.
const { files, bundles } = sortBundles(self.__WB_MANIFEST)
const shell = makeShell(files)
// Before all others, which ask the cache. A screen's address asks whether it answers by now.
registerRoute(
  ({ request, sameOrigin }) => cacheIsSilent() && sameOrigin && request.mode !== 'navigate',
  ({ request }) => fetch(request),
)
// The root is an address like any other.
registerRoute(new PrecacheRoute(shell, { directoryIndex: '' }))
self.addEventListener('install', (event) => event.waitUntil(installFirst(event)))
// Rendered for an older build. The page stores another one once this worker has taken over.
self.addEventListener('install', (event) => event.waitUntil(dropLogin()))
self.addEventListener('activate', (event) => event.waitUntil(takeOver(event)))

async function installFirst(event: ExtendableEvent) {
  const first = firstOf(files)
  // What fails here the library tries once more; then it fails for good.
  const { signal } = handedOver
  const caching = { signal, bundle: bundles.get('first'), lanes: MAX_CONCURRENT }
  await cacheFiles(SHELL, lastingOf(first), caching).catch(() => undefined)
  await Promise.all(lanesOf(first, MAX_CONCURRENT).map((lane) => makeShell(lane).install(event)))
}

function makeShell(list: PrecachedFile[]) {
  const controller = new PrecacheController({ cacheName: SHELL })
  controller.addToCacheList(list)
  return controller
}

async function takeOver(event: ExtendableEvent) {
  const tabs = await self.clients.matchAll({ includeUncontrolled: true, type: 'window' })
  await putAside(SHELL, new Set(shell.getCachedURLs()), tabs.length > 0)
  await shell.activate(event)
  await self.clients.claim()
}

// A tab that runs an older build finds its screens here, even after newer deployments.
registerRoute(
  ({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith('/assets/'),
  async ({ request }) => (await fromPrevious(request).catch(() => undefined)) ?? fetch(request),
)

// Any screen's address opens the shell; the API is never answered from here.
const openShell = shell.createHandlerBoundToURL('/index.html')
registerRoute(
  ({ request, url }) => request.mode === 'navigate' && opensShell(url.pathname),
  async (options) => {
    // What nobody came for in time is deleted, also where another person opens the console next.
    ;(options.event as FetchEvent).waitUntil(tidyShared())
    await askCache()
    if (cacheIsSilent()) return fetch(options.request)
    const page = await openShell(options)
    // Only where somebody is logged in, for whom the login is not.
    const snapshot = await snapshotPage(page.clone(), options.url).catch(() => undefined)
    if (snapshot) return snapshot
    const files = new Set(shell.getCachedURLs().map((url) => new URL(url).pathname))
    const login = await cachedLogin(options.url.pathname, files).catch(() => undefined)
    return login ?? page
  },
)

const { origin } = self.location
registerRoute(
  (options) => isShare(options, origin),
  ({ request }) => takeShare(request, origin),
  'POST',
)

// Where the API is may change without a new build: what was last read starts the console at once,
// also on a network that answers nothing, and is revalidated in the background for the next start.
registerRoute(
  ({ sameOrigin, url }) => sameOrigin && url.pathname === '/config.json',
  async ({ request, event }) => {
    const cached = await caches
      .match('/config.json', { cacheName: 'config' })
      .catch(() => undefined)
    const fresh = fetch(request)
    ;(event as FetchEvent).waitUntil(fresh.then(cacheConfig).catch(() => undefined))
    return cached ?? fresh.catch(() => Response.json({ apiBase: '' }))
  },
)

async function cacheConfig(reply: Response) {
  // At once: the caller reads the other copy.
  const copy = reply.clone()
  if (copy.ok) await (await caches.open('config')).put('/config.json', copy)
}

let caching: Promise<unknown> = Promise.resolve()
const handedOver = new AbortController()
self.addEventListener('message', (event) => {
  const { data } = event
  if (data?.type === 'SKIP_WAITING') void self.skipWaiting()
  // The next worker waits for what this one still does, minutes on a slow network.
  if (data?.type === 'HAND_OVER') handedOver.abort()
  if (data?.type !== 'KEEP') return
  // Several tabs request at once; what one has fetched the next one finds.
  caching = caching.then(() => cacheRest(data)).catch(() => undefined)
  event.waitUntil(caching.then(() => event.ports[0]?.postMessage('kept')))
})

async function cacheRest(reader: Parameters<typeof restOf>[1]) {
  // A site that switched the worker off has dropped its cache: nothing may be stored again.
  const names = await caches.keys()
  if (!names.includes(SHELL)) return
  const bundle = bundles.get(reader.area ?? '')
  await cacheFiles(SHELL, restOf(files, reader), { signal: handedOver.signal, bundle })
}

listenForPush()
