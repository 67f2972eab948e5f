import { dirname, join } from 'node:path/posix'
import { describe, expect, test } from 'vitest'
import { imports as aliases } from '../../package.json'

/** Who may import whom. Nothing imports what stands above it. */
const MAY_IMPORT: Record<string, string[]> = {
  'src/main': ['src/router', 'src/locales', 'src/device', 'src/api'],
  'src/prerender': ['src/features', 'src/locales', 'src/device', 'src/ui', 'src/rules'],
  'src/early': ['src/device'],
  'src/router': ['src/routes', 'src/routeTree'],
  'src/routes': [
    'src/features',
    'src/locales',
    'src/device',
    'src/api',
    'src/ui',
    'src/rules',
    'openapi',
  ],
  'src/features': ['src/locales', 'src/device', 'src/api', 'src/ui', 'src/rules', 'openapi'],
  'src/device': ['src/api', 'openapi'],
  'src/ui': ['src/rules'],
  'src/api': ['src/rules', 'openapi'],
  'src/locales': [],
  'src/rules': ['openapi'],
  'src/routeTree': ['src/routes'],
  server: ['src/rules', 'openapi'],
  sw: [],
  openapi: [],
}

const files = import.meta.glob<string>(
  ['/src/**/*.{ts,tsx}', '/server/**/*.ts', '/sw/*.ts', '!/src/routeTree.gen.ts'],
  { eager: true, query: '?raw', import: 'default' },
)
const names = Object.keys(files)

const layerOf = (path: string) =>
  Object.keys(MAY_IMPORT).find(
    (layer) => path.startsWith(`${layer}/`) || path.startsWith(`${layer}.`),
  ) ?? path

/** The files of this repository that a file imports. */
function importsOf(file: string): string[] {
  const found = [...(files[file] ?? '').matchAll(/(?:from|import\()\s*'([#.][^']+)'/g)]
  return found.map(([, to = '']) => {
    const alias = Object.entries(aliases).find(([name]) => to.startsWith(name.replace('*', '')))
    const path = alias
      ? alias[1].replace('*', to.slice(alias[0].length - 1))
      : join(dirname(file), to)
    return path.replace(/^\.?\//, '')
  })
}

test('there are files to look at', () => expect(names.length).toBeGreaterThan(100))

test.each(names)('%s imports only what stands below it', (file) => {
  const layer = layerOf(file.slice(1))
  const strays = importsOf(file).filter(
    (to) => layerOf(to) !== layer && !MAY_IMPORT[layer]?.includes(layerOf(to)),
  )
  expect(strays).toEqual([])
})

const featureOf = (path: string) => path.split('/').slice(0, 3).join('/')

test.each(names.filter((file) => file.startsWith('/src/features/')))(
  '%s takes only operations from another feature',
  (file) => {
    const strays = importsOf(file).filter(
      (to) =>
        to.startsWith('src/features/') &&
        featureOf(to) !== featureOf(file.slice(1)) &&
        !to.endsWith('/operations.ts'),
    )
    expect(strays).toEqual([])
  },
)

describe('the server', () => {
  const nounOf = (path: string) => path.split('/')[1]
  test.each(
    names.filter((file) => file.startsWith('/server/') && /\/(service|handlers)/.test(file)),
  )('%s takes no handlers and no service of another noun', (file) => {
    const strays = importsOf(file).filter(
      (to) => /\/(handlers|service)\.ts$/.test(to) && nounOf(to) !== nounOf(file.slice(1)),
    )
    expect(file === '/server/handlers.ts' ? [] : strays).toEqual([])
  })
})

test('no import goes in a circle', () => {
  const graph = new Map(names.map((file) => [file.slice(1), importsOf(file)]))
  const done = new Set<string>()
  const circles: string[] = []
  const walk = (file: string, way: string[]) => {
    if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(' > '))
    if (done.has(file) || way.includes(file)) return
    for (const to of graph.get(file) ?? []) walk(to, [...way, file])
    done.add(file)
  }
  for (const file of graph.keys()) walk(file, [])
  expect(circles).toEqual([])
})
