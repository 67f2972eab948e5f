import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createCompiledCatalog } from '@lingui/cli/api'
import { formatter } from '@lingui/format-po'
import type { Plugin } from 'vite'

/** The screens of an area, by the beginnings of their paths, and the area that one comes through to it. */
const AREAS: Record<string, { in: readonly string[]; behind?: string }> = {
  // What is on offer is read by the same people, without the menu of an area.
  help: { in: ['src/routes/help/', 'src/routes/home/-Front.tsx'] },
  user: { in: ['src/routes/user/'] },
  admin: { in: ['src/routes/admin/'] },
  settings: { in: ['src/routes/admin/settings/'], behind: 'admin' },
  servers: {
    in: ['src/routes/admin/server/', 'src/routes/admin/addServer', 'src/routes/admin/-Join'],
    behind: 'admin',
  },
  users: {
    in: ['src/routes/admin/user/', 'src/routes/admin/addUser', 'src/routes/admin/admin.'],
    behind: 'admin',
  },
  messages: { in: ['src/routes/admin/message/'], behind: 'admin' },
  restore: { in: ['src/features/restore/'] },
  watch: { in: ['src/features/watch/'] },
  wireguard: {
    in: [
      'src/features/wireguard/',
      'src/features/servers/Tunnel',
      'src/features/servers/tunnel',
      'src/features/servers/Trojan',
    ],
  },
}
/** What is opened from several areas and brings its own words: they are in no other area's part. */
const OPENED = ['watch', 'wireguard'].flatMap(screensOf)
const PART = /\.po\?area=(\w+)$/
const IMPORTED = /(import type\b[^'"]*?)?(?:from|import\(|import)\s*['"]([#.][^'"]+)['"]/g

/**
 * Serves of a catalog what one area can show: `areas/zh-CN.po?area=admin`.
 *
 * An area can show the words of every file that its screens import, at once or later. So nobody
 * keeps a list, translators have one file, and the first list waits for no word of the settings.
 */
export function wordsByArea({ failOnMissing }: { failOnMissing: boolean }): Plugin {
  const parse = parseOnce()
  return {
    name: 'words-by-area',
    transform: {
      filter: { id: PART },
      async handler(source, id) {
        const area = PART.exec(id)?.[1] ?? ''
        const files = filesOf(area)
        const { behind } = AREAS[area] ?? {}
        const before = behind ? filesOf(behind) : new Set<string>()
        const locale = basename(id.split('?')[0] ?? '', '.po')
        const words: Record<string, string> = {}
        for (const [key, entry] of Object.entries(await parse(source, locale, id))) {
          const shownIn = (some: Set<string>) => entry.origin?.some(([file]) => some.has(file))
          if (!shownIn(files) || shownIn(before)) continue
          if (!entry.translation && failOnMissing)
            throw new Error(`${id} has no words for: ${entry.message}`)
          words[key] = entry.translation || (entry.message ?? '')
        }
        const { source: code, errors } = createCompiledCatalog(locale, words, { namespace: 'es' })
        if (errors.length > 0) throw new Error(`${id}: ${String(errors[0]?.error)}`)
        return { code, map: null, moduleType: 'js' }
      },
    },
  }
}

/** Parses a catalog once for all areas, until it is another text: half a second for each of them. */
function parseOnce() {
  type Catalog = ReturnType<ReturnType<typeof formatter>['parse']>
  const parsed = new Map<string, { source: string; catalog: Catalog }>()
  return (source: string, locale: string, filename: string): Catalog => {
    const before = parsed.get(locale)
    if (before?.source === source) return before.catalog
    const catalog = formatter().parse(source, { locale, sourceLocale: 'en-US', filename })
    parsed.set(locale, { source, catalog })
    return catalog
  }
}

/** The files whose words an area can show: those of its screens and all they import. */
export function filesOf(area: string): Set<string> {
  const within = screensOf(area)
  if (within.length === 0) throw new Error(`no area: ${area}`)
  const behind = Object.values(AREAS).flatMap((one) => (one.behind === area ? one.in : []))
  const reached = new Set<string>()
  const walk = (file: string) => {
    const isAnothers = OPENED.some((one) => !within.includes(one) && file.startsWith(one))
    if (reached.has(file) || isAnothers) return
    reached.add(file)
    for (const imported of importsOf(file)) walk(imported)
  }
  const begins = (file: string, paths: readonly string[]) =>
    paths.some((path) => file.startsWith(path))
  for (const file of sources()) if (begins(file, within) && !begins(file, behind)) walk(file)
  return reached
}

function screensOf(area: string) {
  return AREAS[area]?.in ?? []
}

/** Every file of the screens. */
export function sources(): string[] {
  return readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join('src', name).replaceAll('\\', '/'))
}

function importsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(IMPORTED)]
    .filter(([, isType, name]) => !isType && /\.tsx?$/.test(name ?? ''))
    .map(([, , name = '']) =>
      name.startsWith('.')
        ? join(file, '..', name).replaceAll('\\', '/')
        : name.replace('#', 'src/'),
    )
    .filter((name) => name.startsWith('src/'))
}
