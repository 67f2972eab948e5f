import type { PrecacheEntry } from 'workbox-precaching'
import { lanesOf } from './shell.ts'

/** A file of the build; with areas or a language only for whoever uses these: scripts/precache.ts. */
export type KeptFile = string | (PrecacheEntry & { areas?: string[]; language?: string })

/** Who starts the console here: what they may open, and in which language. */
type Reader = { area?: string; language?: string }

/** Fewer at a time than at the start: the page is in use meanwhile. */
const MAX_CONCURRENT = 2

/** What everybody needs to start the console. */
export const firstOf = (files: readonly KeptFile[]): KeptFile[] =>
  files.filter((file) => typeof file === 'string' || (!file.areas && !file.language))

/** What this reader needs besides, most used first. */
export function restOf(files: readonly KeptFile[], { area = '', language }: Reader): string[] {
  return files.flatMap((file) => {
    if (typeof file === 'string' || (!file.areas && !file.language)) return []
    const isRead = !file.areas || file.areas.includes(area)
    return isRead && (!file.language || file.language === language) ? [`/${file.url}`] : []
  })
}

/** Fetches those of some files that are not kept yet. What fails is fetched at the next start. */
export async function keep(cacheName: string, urls: readonly string[]): Promise<void> {
  const cache = await caches.open(cacheName)
  await Promise.all(
    lanesOf(urls, MAX_CONCURRENT).map(async (lane) => {
      for (const url of lane) {
        if (await cache.match(url)) continue
        const reply = await fetch(url)
        if (reply.ok) await cache.put(url, reply)
      }
    }),
  )
}
