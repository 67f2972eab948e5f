import type { PrecacheEntry } from 'workbox-precaching'
import { lanesOf } from './shell.ts'

/** A file of the build; with areas or a language only for people who use these: scripts/precache.ts. */
export type PrecachedFile = string | (PrecacheEntry & { areas?: string[]; language?: string })

/** The person who starts the console here: what they may open, and in which language. */
type Reader = { area?: string; language?: string }

/** Fewer at a time than during installation: the page is in use meanwhile. */
const MAX_CONCURRENT = 2

/** The files everyone needs to start the console. */
export const firstOf = (files: readonly PrecachedFile[]): PrecachedFile[] =>
  files.filter((file) => typeof file === 'string' || (!file.areas && !file.language))

/** The files this person needs besides, most used first. */
export function restOf(files: readonly PrecachedFile[], { area = '', language }: Reader): string[] {
  return files.flatMap((file) => {
    if (typeof file === 'string' || (!file.areas && !file.language)) return []
    const isRead = !file.areas || file.areas.includes(area)
    return isRead && (!file.language || file.language === language) ? [`/${file.url}`] : []
  })
}

/** Caches those of some files that are not cached yet. What fails is fetched at the next start; `signal` ends it. */
export async function cacheFiles(
  cacheName: string,
  urls: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const cache = await caches.open(cacheName)
  await Promise.all(
    lanesOf(urls, MAX_CONCURRENT).map(async (lane) => {
      for (const url of lane) {
        if (await cache.match(url)) continue
        signal.throwIfAborted()
        const reply = await fetch(url, { signal })
        if (reply.ok) await cache.put(url, reply)
      }
    }),
  )
}
