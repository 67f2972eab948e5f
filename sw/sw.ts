import { PrecacheController, PrecacheRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { dropLogin, keptLogin } from './login.ts'
import { firstOf, keep, type KeptFile, restOf } from './keeping.ts'
import { fromPrevious, putAside } from './previous.ts'
import { listenForPush } from './push.ts'
import { lanesOf, opensShell } from './shell.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: KeptFile[] }

// The site's stamp (`serviceWorkerTime`) names the cache: a new one fetches every file anew.
const SHELL = `shell-${new URL(self.location.href).searchParams.get('stamp') ?? '0'}`

/**
 * How many files are fetched at a time. The library takes one after the other, which is minutes
 * where each takes half a second; a browser has six connections, and the page needs some.
 */
const MAX_CONCURRENT = 4

// The shell: every file of this build that is kept, from the cache, always. At first only what
// starts the console; the page then says who reads it.
const files = self.__WB_MANIFEST
const shell = makeShell(files)
// The root is an address like any other.
registerRoute(new PrecacheRoute(shell, { directoryIndex: '' }))
self.addEventListener('install', (event) => {
  for (const lane of lanesOf(firstOf(files), MAX_CONCURRENT))
    event.waitUntil(makeShell(lane).install(event))
})
// Drawn for an older build. The page keeps another one as soon as this worker has taken over.
self.addEventListener('install', (event) => event.waitUntil(dropLogin()))
self.addEventListener('activate', (event) => event.waitUntil(takeOver(event)))

function makeShell(list: KeptFile[]) {
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

// A tab that runs an older build finds its screens here, whatever the server has deployed since.
registerRoute(
  ({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith('/assets/'),
  async ({ request }) => (await fromPrevious(request).catch(() => undefined)) ?? fetch(request),
)

// Any screen's address opens the shell; the API is never answered from here.
const openShell = shell.createHandlerBoundToURL('/index.html')
registerRoute(
  ({ request, url }) => request.mode === 'navigate' && opensShell(url.pathname),
  async (asked) => {
    const files = new Set(shell.getCachedURLs().map((url) => new URL(url).pathname))
    const login = await keptLogin(asked.url.pathname, files).catch(() => undefined)
    return login ?? openShell(asked)
  },
)

// Where the API is may change without a new build: what was last read starts the console at once,
// also on a network that answers nothing, and is read anew behind it for the next start.
registerRoute(
  ({ sameOrigin, url }) => sameOrigin && url.pathname === '/config.json',
  async ({ request, event }) => {
    const kept = await caches.match('/config.json', { cacheName: 'config' }).catch(() => undefined)
    const asked = fetch(request)
    ;(event as FetchEvent).waitUntil(asked.then(keepConfig).catch(() => undefined))
    return kept ?? asked.catch(() => Response.json({ apiBase: '' }))
  },
)

async function keepConfig(reply: Response) {
  // At once: whoever asked reads the other one.
  const copy = reply.clone()
  if (copy.ok) await (await caches.open('config')).put('/config.json', copy)
}

let keeping: Promise<unknown> = Promise.resolve()
self.addEventListener('message', (event) => {
  const { data } = event
  if (data?.type === 'SKIP_WAITING') void self.skipWaiting()
  if (data?.type !== 'KEEP') return
  // Several tabs ask at once; what one has fetched the next one finds.
  keeping = keeping.then(() => keepRest(data)).catch(() => undefined)
  event.waitUntil(keeping.then(() => event.ports[0]?.postMessage('kept')))
})

async function keepRest(reader: Parameters<typeof restOf>[1]) {
  // A site that wants no worker any more has dropped it: nothing is to come back.
  const names = await caches.keys()
  if (names.includes(SHELL)) await keep(SHELL, restOf(files, reader))
}

listenForPush()
