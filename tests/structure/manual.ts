/** What the manual may name: read from the product itself. */
import { readdirSync, readFileSync } from 'node:fs'
import document from '../../openapi/made/openapi.json' with { type: 'json' }
import manifest from '../../package.json' with { type: 'json' }
import { SETTING_NAMES } from '../../server/base/settings/names.ts'

const read = (path: string) => readFileSync(path, 'utf8')
const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => read(`${folder}/${name}`))
const server = filesBelow('server').join('\n')

/** Every text on screen in a language. */
export function labelsOf(language: 'en-US' | 'zh-CN'): Set<string> {
  const catalogs = [`src/locales/${language}.po`, `src/locales/areas/${language}.po`]
  const texts = catalogs.flatMap((path) => [...read(path).matchAll(/^msgstr ((?:".*"\n?)+)/gm)])
  return new Set(texts.map(([, lines = '']) => lines.replaceAll(/^"|"$|"\n"/gm, '').trim()))
}

/** All that is set as code in a text, one piece in each line. */
export function codeIn(text: string): string {
  const blocks = [...text.matchAll(/^```\w*\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block)
  const rest = text.replaceAll(/^```[\s\S]*?^```$/gm, '')
  const spans = [...rest.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span)
  return [...blocks, ...spans].join('\n')
}

const all = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, name = '']) => name)

/** Scripts of npm that are named and that there are not. */
export const unknownScripts = (code: string) =>
  all(code, /npm run (?:-\S+ )*([\w-]+)/g).filter((name) => !Object.hasOwn(manifest.scripts, name))

/** Of `scripts/sluice.mjs`: `backup` with the words it takes, and so on. */
const COMMANDS = new Map(
  [...read('scripts/sluice.mjs').matchAll(/^sluice ([\w-]+) ([\w|-]+)/gm)].map(
    ([, name = '', words = '']) => [name, words.split('|')] as const,
  ),
)

/** What takes any address or path: `sluice verify <folder or file>`, `sluice setup https://…`. */
const OPEN = new Set(
  [...read('scripts/sluice.mjs').matchAll(/^sluice ([\w-]+) (?:<|https:)/gm)].map(
    ([, name]) => name,
  ),
)

/** What takes flags and nothing else: `sluice rollback`, `sluice export --file shop.sluice`. */
const ALONE = new Set(
  [...read('scripts/sluice.mjs').matchAll(/^sluice ([\w-]+) (?: |--)/gm)].map(([, name]) => name),
)

/** Calls of `sluice` that it would refuse. */
export const unknownCommands = (code: string) =>
  all(code, /^(?:runuser -u sluice -- )?(?:[A-Z_]+=\S+ )*sluice (.+)$/gm).filter((call) => {
    const [first = '', second = ''] = call.split(' ')
    const flags = call.match(/--[a-z-]+/g) ?? []
    if (flags.some((flag) => !isFlag(flag))) return true
    if (OPEN.has(first)) return second === '' || second.startsWith('--')
    if (ALONE.has(first)) return second !== '' && !second.startsWith('--')
    return !first.startsWith('--') && COMMANDS.get(first)?.includes(second) !== true
  })

const isFlag = (flag: string) =>
  ['--version', '--help'].includes(flag) ||
  server.includes(`'${flag}'`) ||
  server.includes(`'${flag}=`) ||
  // As `node:util` takes them.
  new RegExp(`(?:^\\s+|\\{ )'?${flag.slice(2)}'?: \\{ type:`, 'm').test(server)

/** What is written in capitals and no setting of the server's: Node reads one of them itself. */
const NO_SETTINGS = [
  'CAP_NET_ADMIN',
  'CSV',
  'DNS',
  'GEOIP',
  'JSON',
  'MTU',
  'NODE_OPTIONS',
  'POST',
  'PUT',
  'GET',
  'DELETE',
  'SHA256SUMS',
]

/** Settings that are named and that the server does not read. */
export const unknownSettings = (code: string) =>
  [...all(code, /\b([A-Z][A-Z0-9_]+)=/g), ...all(code, /^([A-Z][A-Z0-9_]+)$/gm)].filter(
    (name) => !NO_SETTINGS.includes(name) && !SETTING_NAMES.some((one) => one === name),
  )

const paths = new Set([
  ...Object.keys(document.paths).map((path) => path.replaceAll(/\{\w+\}/g, '{}')),
  ...all(server, /['`](\/api\/[\w/.-]+)['`]/g),
  // Where each of the contract's is answered in the published form.
  '/api',
])

/** Addresses of the API that there are not. */
export const unknownPaths = (code: string) =>
  all(code, /(\/api\/[\w/{}.-]*\w\}?)/g).filter(
    (path) => !paths.has(path.replace(/^\/api\/v1\b/, '/api').replaceAll(/\{\w+\}/g, '{}')),
  )

const screens = new Set(all(read('src/routeTree.gen.ts'), /fullPath: '([^']+)'/g))

/** Addresses of screens that there are not. */
export const unknownScreens = (code: string) =>
  all(code, /(?:^|[\s.])(\/(?:admin|user|home|help)\/[\w/$-]*\w)/gm).filter(
    (path) => ![...screens].some((screen) => `${screen}/`.startsWith(`${path}/`)),
  )
