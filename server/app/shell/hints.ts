import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Which files each screen needs, by address; `$name` stands for any part of one. */
export type ScreenFiles = Readonly<Record<string, readonly string[]>>

/** The manifest the build wrote of its screens; empty without it. */
export function readScreenFiles(folder: string): ScreenFiles {
  const path = join(folder, '.vite', 'screens.json')
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
}

/** How many files of a screen are named: proxies commonly accept 4 KB of headers and no more. */
const MAX_HINTS = 24

/**
 * The `Link` header for the files of the screen at a path, and for its words; undefined when it is
 * no screen's.
 */
export function hintsFor(screens: ScreenFiles, path: string, words?: string): string | undefined {
  const address = Object.hasOwn(screens, path) ? path : addressLike(screens, path)
  const files = address === undefined ? undefined : screens[address]
  return files
    ?.slice(0, MAX_HINTS)
    .concat(words ?? [])
    .map((file) => `</${file}>; rel=modulepreload; crossorigin`)
    .join(', ')
}

/** The `Link` header for an answer, read as src/api/client.ts does: a preload of another kind is not used. */
export const readHint = (path: string): string =>
  `<${path}>; rel=preload; as=fetch; crossorigin=use-credentials`

function addressLike(screens: ScreenFiles, path: string): string | undefined {
  const parts = path.split('/')
  return Object.keys(screens).find((address) => {
    const wanted = address.split('/')
    if (wanted.length !== parts.length) return false
    return wanted.every((part, at) => part === parts[at] || (part.startsWith('$') && parts[at]))
  })
}

/** Imported by the first script to run: preloaded in parallel, a round trip earlier. */
const CONFIG = '</config.json>; rel=preload; as=fetch; crossorigin; fetchpriority=high'

/**
 * The `Link` header of the shell: what its head preloads, sent before the page is parsed. A proxy
 * in front may send it as early hints, while this server is still working.
 */
export function hintsOf(page: string): string {
  const links = [...page.matchAll(/<(?:link|script)\b[^>]*>/g)].flatMap(([tag]) => {
    const href = /(?:href|src)="(\/assets\/[^"]+)"/.exec(tag)?.[1]
    if (!href) return []
    if (/rel="stylesheet"/.test(tag)) return [`<${href}>; rel=preload; as=style; crossorigin`]
    return [`<${href}>; rel=modulepreload; crossorigin`]
  })
  return [CONFIG, ...links].join(', ')
}
