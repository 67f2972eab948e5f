import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Which files each screen needs, by address; `$name` stands for any part of one. */
export type ScreenFiles = Readonly<Record<string, readonly string[]>>

/** What the build wrote down of its screens; nothing without it. */
export function readScreenFiles(folder: string): ScreenFiles {
  const path = join(folder, '.vite', 'screens.json')
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
}

/** How many files of a screen are named: proxies commonly take 4 KB of headers and no more. */
const MAX_HINTS = 24

/** The `Link` header for the files of the screen at a path; undefined when it is no screen's. */
export function hintsFor(screens: ScreenFiles, path: string): string | undefined {
  const address = Object.hasOwn(screens, path) ? path : addressLike(screens, path)
  const files = address === undefined ? undefined : screens[address]
  return files
    ?.slice(0, MAX_HINTS)
    .map((file) => `</${file}>; rel=modulepreload; crossorigin`)
    .join(', ')
}

function addressLike(screens: ScreenFiles, path: string): string | undefined {
  const parts = path.split('/')
  return Object.keys(screens).find((address) => {
    const wanted = address.split('/')
    if (wanted.length !== parts.length) return false
    return wanted.every((part, at) => part === parts[at] || (part.startsWith('$') && parts[at]))
  })
}

/** Asked for by the first script to run: sent for beside it, a round trip earlier. */
const CONFIG = '</config.json>; rel=preload; as=fetch; crossorigin; fetchpriority=high'

/**
 * The `Link` header of the shell: what its head preloads, said before the page is parsed. A proxy
 * in front may send it ahead as early hints, while this server still thinks.
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
