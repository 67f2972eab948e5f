import type { PrecacheEntry } from 'workbox-precaching'
import { lanesOf, lanesWithin, protocolSeen } from './shell.ts'

/**
 * A file of the build; with areas or a language only for people who use these, or a bundle of the
 * files of an area: scripts/precache.ts.
 */
export type PrecachedFile =
  | string
  | (PrecacheEntry & { areas?: string[]; language?: string; bundleOf?: string })

/** The person who starts the console here: what they may open, in which language, in what browser. */
type Reader = { area?: string; language?: string; isOlder?: boolean }

/** Fewer at a time than during installation, by HTTP/1.1: the page is in use meanwhile. */
const MAX_CONCURRENT = 2

/** So many missing files take as long as a bundle of all: on a slow network Chromium lets a worker fetch three at a time. */
const MOST_ALONE = 12

/** The files of the build, and where those that everyone needs (`first`), and those of each area, are in one. */
export function sortBundles(all: readonly PrecachedFile[]) {
  const bundles = new Map<string, string>()
  const files = all.filter((file) => {
    if (typeof file === 'string' || file.bundleOf === undefined) return true
    bundles.set(file.bundleOf, `/${file.url}`)
    return false
  })
  return { files, bundles }
}

/** The files everyone needs to start the console. */
export const firstOf = (files: readonly PrecachedFile[]): PrecachedFile[] =>
  files.filter((file) => typeof file === 'string' || (!file.areas && !file.language))

/** The files this person needs besides, most used first. */
export function restOf(
  files: readonly PrecachedFile[],
  { area = '', language, isOlder }: Reader,
): string[] {
  return files.flatMap((file) => {
    if (typeof file === 'string' || (!file.areas && !file.language)) return []
    const isRead =
      !file.areas || [area, ...(isOlder ? ['older'] : [])].some((one) => file.areas?.includes(one))
    return isRead && (!file.language || file.language === language) ? [`/${file.url}`] : []
  })
}

/** Those of the files everyone needs that have a hash in their name: what has it never changes. */
export const lastingOf = (files: readonly PrecachedFile[]): string[] =>
  firstOf(files).flatMap((file) =>
    typeof file !== 'string' && file.revision === null ? [`/${file.url}`] : [],
  )

/**
 * Caches those of some files that are not cached yet: what the page has loaded comes from the
 * browser's own cache. Where many are missing after that, from a bundle of them: one request instead
 * of hundreds, each of which takes half a second on a slow network. What fails is fetched at the next
 * start; `signal` ends it.
 */
export async function cacheFiles(
  cacheName: string,
  urls: readonly string[],
  { signal, bundle, lanes = MAX_CONCURRENT }: Caching,
): Promise<void> {
  const cache = await caches.open(cacheName)
  await takeLoaded(cache, await missingIn(cache, urls), signal)
  const missing = await missingIn(cache, urls)
  if (bundle !== undefined && missing.length > MOST_ALONE)
    await unpack(cache, bundle, missing, signal).catch(() => undefined)
  const left = await missingIn(cache, missing)
  const fetchAll = async (some: readonly string[]) => {
    for (const url of some) await fetchInto(cache, url, signal)
  }
  // The first one shows how many may come beside each other, where nothing has yet.
  await fetchAll(protocolSeen() === undefined ? left.splice(0, 1) : [])
  await Promise.all(lanesOf(left, lanesWithin(lanes)).map(fetchAll))
}

/** `lanes`: requests at a time by HTTP/1.1. */
type Caching = { signal: AbortSignal; bundle?: string | undefined; lanes?: number }

async function fetchInto(cache: Cache, url: string, signal: AbortSignal) {
  if (signal.aborted) throw new Error('aborted')
  const reply = await fetch(url, { signal })
  if (reply.ok) await cache.put(url, reply)
}

/** Caches what the browser has in its own cache, without a request. */
async function takeLoaded(cache: Cache, urls: readonly string[], signal: AbortSignal) {
  await Promise.all(
    urls.map(async (url) => {
      const init = {
        signal,
        cache: 'only-if-cached',
        mode: 'same-origin',
        priority: 'high',
      } as const
      const reply = await fetch(url, init).catch(() => undefined)
      if (reply?.ok && !signal.aborted) await cache.put(url, reply)
    }),
  )
}

async function missingIn(cache: Cache, urls: readonly string[]): Promise<string[]> {
  const cached = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
  return urls.filter((url) => !cached.has(url))
}

/** Caches the texts of a bundle that are wanted. It is not stored itself, as browsers store what they fetch. */
async function unpack(cache: Cache, bundle: string, wanted: string[], signal: AbortSignal) {
  const reply = await fetch(bundle, { signal, cache: 'no-store' })
  if (!reply.ok) return
  const texts: Partial<Record<string, string>> = await reply.json()
  for (const url of wanted) {
    const text = texts[url]
    if (text === undefined) continue
    if (signal.aborted) throw new Error('aborted')
    const type = url.endsWith('.css') ? 'text/css' : 'text/javascript'
    await cache.put(
      url,
      new Response(text, { headers: { 'content-type': `${type}; charset=utf-8` } }),
    )
  }
}
