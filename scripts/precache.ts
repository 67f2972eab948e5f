import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'

/** What Vite says of the files it wrote: by source, with what each imports at once and later. */
type BuiltFile = {
  file: string
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
  isEntry?: boolean
}
type Built = Record<string, BuiltFile>

/** A file the worker can keep; with areas or a language, only for people who need these; or a bundle. */
export type KeptFile = {
  url: string
  revision: string | null
  size: number
  areas?: string[]
  language?: string
  bundleOf?: string
}

/** What only browsers need that lack something: they ask for it like for an area (`src/device/older-browser.ts`). */
const STAND_INS = /\/stand-ins-/
/** Who uses the screens of which folders of routes: customers need no admin's. */
const AREAS = { user: ['user', 'help'], admin: ['admin', 'help'] }
const WORDS = /locales\/(?:areas\/)?([\w-]+)\.po(?:\?area=(\w+))?$/
/** Words that only one area shows. */
const WORDS_OF: Record<string, string[]> = {
  user: ['user'],
  admin: ['admin'],
  settings: ['admin'],
  servers: ['admin'],
  users: ['admin'],
  messages: ['admin'],
}
/** The page names these words whatever its language is. */
const FIRST_LANGUAGE = 'zh-CN'

/**
 * Says of each file of a build who needs it: nothing for what everybody does before they log in.
 * Those that most screens need come first.
 */
export function byRole(
  files: readonly KeptFile[],
  built: Built,
  screens: Readonly<Record<string, readonly string[]>>,
): KeptFile[] {
  const first = reach(built, keysLike(built, /routes\/(home\/|index|__root)/), { follows: false })
  const areasOf = new Map<string, string[]>()
  for (const [area, folders] of Object.entries(AREAS)) {
    const roots = folders.flatMap((folder) => keysLike(built, RegExp(`routes/${folder}/`)))
    for (const file of reach(built, roots, { follows: true, stopAt: first }))
      areasOf.getOrInsertComputed(file, () => []).push(area)
  }
  const words = new Map(
    Object.entries(built).flatMap(([key, { file }]) => {
      const [, language, part] = WORDS.exec(key) ?? []
      return language ? [[file, { language, part }] as const] : []
    }),
  )
  const uses = new Map<string, number>()
  for (const needed of Object.values(screens))
    for (const file of needed) uses.set(file, (uses.get(file) ?? 0) + 1)
  return files
    .map((one) => ({ ...one, ...needsOf(one) }))
    .toSorted((a, b) => (uses.get(b.url) ?? 0) - (uses.get(a.url) ?? 0))

  function needsOf({ url, revision }: KeptFile): Pick<KeptFile, 'areas' | 'language'> {
    // What has no hash in its name is one of the few everybody needs.
    if (revision !== null || first.has(url)) return {}
    if (STAND_INS.test(url)) return { areas: ['older'] }
    const spoken = words.get(url)
    if (spoken?.part) {
      const areas = WORDS_OF[spoken.part] ?? Object.keys(AREAS)
      return { areas, language: spoken.language }
    }
    if (spoken) return spoken.language === FIRST_LANGUAGE ? {} : { language: spoken.language }
    const areas = areasOf.get(url)
    return areas ? { areas } : {}
  }
}

/**
 * The scripts and styles that everybody needs, and those of each area, in one text each, JSON by
 * address: what their files would take, in one request.
 */
export function bundleByArea(files: readonly KeptFile[], read: (url: string) => string) {
  return ['first', ...Object.keys(AREAS)].map((area) => {
    const isHeld = ({ url, revision, areas, language }: KeptFile) =>
      (areas ? areas.includes(area) : area === 'first' && revision === null) &&
      !language &&
      /\.(js|css)$/.test(url)
    const held = files.filter(isHeld)
    const text = JSON.stringify(Object.fromEntries(held.map(({ url }) => [`/${url}`, read(url)])))
    const hash = createHash('sha256').update(text).digest('base64url').slice(0, 8)
    return { area, url: `bundles/${area}-${hash}.json`, text }
  })
}

/** Marks the files of the build in `dist`, and writes the bundles of them: for the worker's list. */
export function markByRole(entries: KeptFile[]): { manifest: KeptFile[]; warnings: string[] } {
  const read = (name: string) => JSON.parse(readFileSync(`dist/.vite/${name}.json`, 'utf8'))
  const files = byRole(entries, read('manifest'), read('screens'))
  const bundles = bundleByArea(files, (url) => readFileSync(`dist/${url}`, 'utf8'))
  // Beside the assets, of which a console keeps those of older builds: an older worker does without.
  mkdirSync('dist/bundles', { recursive: true })
  for (const { url, text } of bundles) writeFileSync(`dist/${url}`, text)
  const marked = bundles.map(({ area, url, text }) => {
    return { url, revision: null, size: text.length, bundleOf: area }
  })
  return { manifest: [...files, ...marked], warnings: [] }
}

function keysLike(built: Built, pattern: RegExp): string[] {
  const entries = Object.keys(built).filter((key) => built[key]?.isEntry)
  const found = Object.keys(built).filter((key) => pattern.test(key))
  if (found.length === 0) throw new Error(`No file of the build is like ${pattern}.`)
  return [...entries, ...found]
}

/** The files some need at once, or with `follows` later as well, but for what `stopAt` holds. */
function reach(
  built: Built,
  from: readonly string[],
  { follows, stopAt }: { follows: boolean; stopAt?: ReadonlySet<string> },
): Set<string> {
  const files = new Set<string>()
  const seen = new Set<string>()
  const walk = (key: string) => {
    const one = built[key]
    if (seen.has(key) || !one || WORDS.test(key) || stopAt?.has(one.file)) return
    seen.add(key)
    for (const file of [one.file, ...(one.css ?? [])]) files.add(file)
    for (const next of [...(one.imports ?? []), ...(follows ? (one.dynamicImports ?? []) : [])])
      walk(next)
  }
  from.forEach(walk)
  return files
}
