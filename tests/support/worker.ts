import { onTestFinished, vi } from 'vitest'

export const ORIGIN = 'https://console.test'
const absolute = (requested: string | { url: string }) =>
  new URL(typeof requested === 'string' ? requested : requested.url, ORIGIN).href

/** The caches of a browser, as far as the worker uses them. */
class FakeCaches {
  readonly stored = new Map<string, Map<string, Response>>()

  open = async (name: string) => {
    const cache = this.stored.getOrInsertComputed(name, () => new Map<string, Response>())
    return {
      match: async (requested: string | { url: string }) => cache.get(absolute(requested))?.clone(),
      put: async (requested: string, response: Response) =>
        void cache.set(absolute(requested), response),
      keys: async () => [...cache.keys()].map((url) => ({ url })),
    }
  }
  keys = async () => [...this.stored.keys()]
  delete = async (name: string) => this.stored.delete(name)
  match = async (requested: string, { cacheName }: { cacheName: string }) =>
    this.stored.get(cacheName)?.get(absolute(requested))?.clone()

  /** Puts files into a cache: text by path. */
  fill(name: string, files: Record<string, string>) {
    const entries = Object.entries(files).map(
      ([path, text]) => [absolute(path), new Response(text)] as const,
    )
    this.stored.set(name, new Map(entries))
  }
  /** The paths that a cache holds. */
  pathsIn = (name: string) =>
    [...(this.stored.get(name)?.keys() ?? [])].map((url) => new URL(url).pathname)
}

/** A window of the console, which confirms that it opened a screen if `answers`. */
export function aWindow(path: string, { answers = true, focuses = true } = {}) {
  const window = {
    url: ORIGIN + path,
    focused: 0,
    requested: [] as unknown[],
    focus: async () => {
      if (!focuses) throw new Error('not allowed')
      window.focused += 1
      return window
    },
    postMessage: (message: unknown, [port]: MessagePort[]) => {
      window.requested.push(message)
      if (answers) port?.postMessage('opened')
      // So that the test's process can end.
      port?.close()
    },
  }
  return window
}

/** Loads a file of the worker. Its types are those of a worker, which these tests are not. */
export const loadWorker = (file: 'push' | 'sw'): Promise<{ listenForPush(): void }> =>
  import(`../../sw/${file}.ts`)

/** The surroundings of a service worker; its files are loaded afterwards, as a browser does. */
export function startWorker({ address = '/sw.js', files = [] as unknown[] } = {}) {
  const listeners = new Map<string, ((event: object) => void)[]>()
  const caches = new FakeCaches()
  const windows: ReturnType<typeof aWindow>[] = []
  const did: unknown[][] = []
  const note =
    (name: string) =>
    async (...words: unknown[]) =>
      void did.push([name, ...words])
  const navigator = { setAppBadge: note('badge') as unknown }
  const fetches = vi.fn<(request: string | Request, init?: RequestInit) => Promise<Response>>()
  vi.stubGlobal('self', {
    location: new URL(address, ORIGIN),
    __WB_MANIFEST: files,
    addEventListener: (name: string, listener: (event: object) => void) =>
      listeners.getOrInsertComputed(name, () => []).push(listener),
    registration: {
      showNotification: note('show'),
      pushManager: {
        subscribe: async (options: object) => {
          did.push(['subscribe', options])
          return aSubscription('fresh')
        },
      },
    },
    clients: {
      matchAll: async (wanted: object) => {
        did.push(['matchAll', wanted])
        return windows
      },
      openWindow: note('openWindow'),
      claim: note('claim'),
    },
    skipWaiting: note('skipWaiting'),
  })
  vi.stubGlobal('caches', caches)
  vi.stubGlobal('navigator', navigator)
  vi.stubGlobal('fetch', fetches)
  vi.resetModules()
  onTestFinished(() => {
    vi.unstubAllGlobals()
    vi.resetModules()
  })
  return {
    caches,
    windows,
    navigator,
    fetches,
    /** What the worker did, in order. */
    did,
    /** Lets something happen to the worker, and waits for all it does about it. */
    async happen(name: string, event: object = {}) {
      const work: Promise<unknown>[] = []
      const waitUntil = (promise: Promise<unknown>) => void work.push(promise)
      for (const listener of listeners.get(name) ?? []) listener({ ...event, waitUntil })
      await Promise.all(work)
      return work.length
    },
  }
}

/** How a browser is reached by push. */
export const aSubscription = (name: string) => ({
  endpoint: `https://push.example.com/${name}`,
  options: { applicationServerKey: new Uint8Array([4]).buffer },
  toJSON: () => ({ endpoint: `https://push.example.com/${name}`, keys: {} }),
})
