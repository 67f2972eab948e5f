import type { PrecacheEntry } from 'workbox-precaching'
import { lanesOf, lanesWithin } from './shell.ts'

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

/** The files of the build, and where those of each area are in one. */
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

/**
 * Caches those of some files that are not cached yet; where most are missing, from a bundle of them
 * first: one request instead of hundreds, each of which takes half a second on a slow network. What
 * fails is fetched at the next start; `signal` ends it.
 */
export async function cacheFiles(
  cacheName: string,
  urls: readonly string[],
  signal: AbortSignal,
  bundle?: string,
): Promise<void> {
  const cache = await caches.open(cacheName)
  const missing = await missingIn(cache, urls)
  if (bundle !== undefined && missing.length * 2 > urls.length)
    await unpack(cache, bundle, missing, signal).catch(() => undefined)
  await Promise.all(
    lanesOf(await missingIn(cache, missing), lanesWithin(MAX_CONCURRENT)).map(async (lane) => {
      for (const url of lane) {
        if (signal.aborted) throw new Error('aborted')
        const reply = await fetch(url, { signal })
        if (reply.ok) await cache.put(url, reply)
      }
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
