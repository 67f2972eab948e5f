import type { Plugin, Rolldown } from 'vite'
import { chunksOf, closure, FIRST_SCREEN, holding } from './closure.ts'

/** Every screen behind the login; `-Name.tsx` are parts of screens. */
const SCREEN =
  /[\\/]src[\\/]routes[\\/]((?:user|admin|help)[\\/](?:.*[\\/])?[^-\\/][^\\/]*)\.tsx\?tsr-split=component/
const GUARD = /[\\/]features[\\/]session[\\/]guard\.ts/

/**
 * Writes down which files each screen needs, as `.vite/screens.json`: lists by address.
 *
 * The server names them with the page. Otherwise a browser learns of them one after the other, and
 * on a slow network each round trip is half a second in front of an empty page.
 */
export function listScreenFiles(): Plugin {
  return {
    name: 'list-screen-files',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const source = JSON.stringify(screensOf(bundle))
        this.emitFile({ type: 'asset', fileName: '.vite/screens.json', source })
      },
    },
  }
}

/** The files of each screen that the page itself does not name, by address: `/user/account`. */
export function screensOf(bundle: Rolldown.OutputBundle): Record<string, string[]> {
  const chunks = chunksOf(bundle)
  const entries = chunks.filter(({ isEntry }) => isEntry)
  const named = closure(bundle, [...entries, ...holding(bundle, FIRST_SCREEN)])
  const guard = holding(bundle, GUARD)

  const files = new Map<string, Rolldown.OutputChunk>()
  for (const chunk of chunks)
    for (const id of chunk.moduleIds) {
      const file = SCREEN.exec(id)?.[1]
      if (file) files.set(file.replaceAll('\\', '/'), chunk)
    }
  if (files.size === 0) throw new Error(`No module of the build is a screen like ${SCREEN}.`)
  const screens: Record<string, string[]> = {}
  for (const [file, chunk] of files) {
    const frames = framesOf(file).flatMap((frame) => files.get(frame) ?? [])
    const needed = closure(bundle, [...guard, ...frames, chunk])
    screens[addressOf(file)] = [...needed].filter((name) => !named.has(name))
  }
  return screens
}

/** `admin/account/$accountId/index` is at `/admin/account/$accountId`, `user/[index]` at `/user/index`. */
export function addressOf(file: string): string {
  const parts = file.split(/[/.]/).filter((part) => part !== 'index' && part !== 'route')
  return `/${parts.map((part) => part.replace(/^\[(.*)\]$/, '$1')).join('/')}`
}

/** The frames that a screen stands in: `admin/route`, `admin/settings/route`. */
const framesOf = (file: string) =>
  file.split('/').map((_, at, parts) => [...parts.slice(0, at), 'route'].join('/'))
