import { onTestFinished, vi } from 'vitest'

/** A browser's storage, or one that refuses to store anything. */
export class FakeStorage {
  readonly stored = new Map<string, string>()
  refuses = false
  getItem = (key: string) => this.ask(() => this.stored.get(key) ?? null)
  setItem = (key: string, value: string) => this.ask(() => void this.stored.set(key, String(value)))
  removeItem = (key: string) => this.ask(() => void this.stored.delete(key))

  private ask<Reply>(work: () => Reply): Reply {
    if (this.refuses) throw new Error('refused')
    return work()
  }
}

/** The names that a storage has, as `Object.keys` returns them in a browser. */
const listed = (storage: FakeStorage) =>
  new Proxy(storage, {
    ownKeys: () => storage.getItem('') ?? [...storage.stored.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  })

/** The calls of an IndexedDB, by the name of the database. */
type Stores = Map<string, Map<string, unknown>>

/**
 * A device without a browser: storage, events, the parts of IndexedDB and of React that the files
 * of `src/device` use. Their modules are loaded again, as at a start of the page.
 */
export function startDevice({ stored = {} as Record<string, unknown>, sent = '' } = {}) {
  const [local, session] = [new FakeStorage(), new FakeStorage()]
  for (const [key, value] of Object.entries(stored)) local.stored.set(key, JSON.stringify(value))
  const events = new EventTarget()
  const reloads = { count: 0 }
  const cookies: string[] = []
  const stores: Stores = new Map()
  const followed: ((listener: () => void) => () => void)[] = []
  vi.stubGlobal('localStorage', listed(local))
  vi.stubGlobal('sessionStorage', listed(session))
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events))
  vi.stubGlobal('location', { reload: () => (reloads.count += 1) })
  const root = { hidden: false }
  vi.stubGlobal('document', {
    documentElement: root,
    querySelector: () => (sent ? { dataset: { status: sent } } : null),
    set cookie(text: string) {
      cookies.push(text)
    },
  })
  vi.doMock('react', () => ({
    useSyncExternalStore: (follow: (typeof followed)[number], read: () => unknown) => {
      followed.push(follow)
      return read()
    },
  }))
  vi.doMock('idb-keyval', () => keyval(stores))
  vi.doMock('#device/database.ts', () => ({ deviceStore: (name: string) => () => name }))
  vi.resetModules()
  onTestFinished(() => {
    vi.unstubAllGlobals()
    vi.doUnmock('react')
    vi.doUnmock('idb-keyval')
    vi.doUnmock('#device/database.ts')
    vi.resetModules()
  })
  return {
    local,
    session,
    stores,
    reloads,
    /** The page: whether it is hidden. */
    root,
    cookies,
    /** How a screen follows what was read last, as React does it. */
    follow: (listener: () => void) => followed.at(-1)?.(listener) ?? (() => {}),
    /** Another tab has written something. */
    notifyStorage: (key: string | null) =>
      events.dispatchEvent(Object.assign(new Event('storage'), { key })),
    send: (event: Event) => events.dispatchEvent(event),
    tell: (name: string, about: object = {}) =>
      events.dispatchEvent(Object.assign(new Event(name), about)),
  }
}

/** The functions of idb-keyval over maps. */
function keyval(stores: Stores) {
  const at = (name: string) => stores.getOrInsertComputed(name, () => new Map<string, unknown>())
  return {
    get: async (key: string, name: string) => at(name).get(key),
    set: async (key: string, value: unknown, name: string) => void at(name).set(key, value),
    update: async (key: string, change: (old: unknown) => unknown, name: string) =>
      void at(name).set(key, change(at(name).get(key))),
    del: async (key: string, name: string) => void at(name).delete(key),
    delMany: async (keys: string[], name: string) => keys.forEach((key) => at(name).delete(key)),
    entries: async (name: string) => [...at(name).entries()],
    clear: async (name: string) => at(name).clear(),
  }
}
