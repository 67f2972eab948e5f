import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { describe, expect, test } from 'vitest'
import { imports as aliases } from '../../package.json'
import { WINGS } from './wings.ts'

/** The allowed imports. Nothing imports a higher layer. */
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
  // What the page has stored for it, and addresses read as it reads them.
  sw: ['src/device', 'src/rules'],
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

test.each(names)('%s imports only lower layers', (file) => {
  const layer = layerOf(file.slice(1))
  const strays = importsOf(file).filter(
    (to) => layerOf(to) !== layer && !MAY_IMPORT[layer]?.includes(layerOf(to)),
  )
  expect(strays).toEqual([])
})

/** Ways of paying are known by these alone: nothing outside of their folders names one. */
const SHARED = ['registry', 'method', 'on'].map((name) => `src/features/providers/${name}.ts`)

const featureOf = (path: string) => path.split('/').slice(0, 3).join('/')

test.each(names.filter((file) => file.startsWith('/src/features/')))(
  '%s takes only operations from another feature',
  (file) => {
    const strays = importsOf(file).filter(
      (to) =>
        to.startsWith('src/features/') &&
        featureOf(to) !== featureOf(file.slice(1)) &&
        !to.endsWith('/operations.ts') &&
        !SHARED.includes(to),
    )
    expect(strays).toEqual([])
  },
)

describe('the server', () => {
  const server = names.filter((file) => file.startsWith('/server/')).map((file) => file.slice(1))
  const order = Object.keys(WINGS)
  const main = 'server/main.ts'
  /** Where a file is: `server/<wing>/<room>/…`, or loose in its wing. */
  const placeOf = (file: string) => {
    const [, wing = '', room = '', name] = file.split('/')
    return { wing, room: name === undefined ? undefined : room }
  }

  test('every file is in a named wing and room', () => {
    const lost = server.filter((file) => {
      const { wing, room } = placeOf(file)
      return file !== main && !(room === undefined ? WINGS[wing] : WINGS[wing]?.[room])
    })
    expect(lost).toEqual([])
  })

  test.each(server.filter((file) => file !== main))('%s imports only what it may', (file) => {
    const from = placeOf(file)
    const strays = importsOf(`/${file}`).filter((target) => {
      if (!target.startsWith('server/')) return false
      const to = placeOf(target)
      if (to.wing !== from.wing) return order.indexOf(to.wing) >= order.indexOf(from.wing)
      if (!from.room || !to.room || from.room === to.room) return false
      return !WINGS[from.wing]?.[from.room]?.includes(to.room)
    })
    expect(strays).toEqual([])
  })

  test('no folder and no file beside folders is in a circle with another', () => {
    for (const level of [2, 3]) {
      const entry = (file: string) => file.split('/').slice(0, level).join('/')
      const arrows = new Map<string, Set<string>>()
      for (const file of server)
        for (const to of importsOf(`/${file}`).filter((one) => one.startsWith('server/')))
          if (entry(to) !== entry(file))
            arrows.set(entry(file), (arrows.get(entry(file)) ?? new Set()).add(entry(to)))
      expect(circlesIn(arrows)).toEqual([])
    }
  })

  test('no arrow is allowed that nothing needs', () => {
    const used = new Set(
      server.flatMap((file) =>
        importsOf(`/${file}`).map((to) => {
          const [a, b] = [placeOf(file), placeOf(to)]
          return `${a.wing}/${a.room} ${b.wing}/${b.room}`
        }),
      ),
    )
    const allowed = Object.entries(WINGS).flatMap(([wing, rooms]) =>
      Object.entries(rooms).flatMap(([room, others]) =>
        others.map((other) => `${wing}/${room} ${wing}/${other}`),
      ),
    )
    expect(allowed.filter((arrow) => !used.has(arrow))).toEqual([])
  })

  test.each(order)('the README of %s says what it holds, in ten lines or so', (wing) => {
    const lines = readFileSync(`server/${wing}/README.md`, 'utf8').trim().split('\n')
    expect(lines.length).toBeLessThanOrEqual(16)
    for (const room of Object.keys(WINGS[wing] ?? {})) expect(lines.join('\n')).toContain(room)
  })
})

test('a circle is found, and named', () => {
  const arrows = new Map([
    ['a', new Set(['b'])],
    ['b', new Set(['c'])],
    ['c', new Set(['b'])],
  ])
  expect(circlesIn(arrows)).toEqual(['b > c > b'])
})

test('there are no circular imports', () => {
  const graph = new Map(names.map((file) => [file.slice(1), importsOf(file)]))
  expect(circlesIn(graph)).toEqual([])
})

/** Every circle a walk along the arrows comes upon, as `a > b > a`. */
function circlesIn(graph: ReadonlyMap<string, Iterable<string>>): string[] {
  const done = new Set<string>()
  const circles: string[] = []
  const walk = (at: string, way: string[]) => {
    if (way.includes(at)) circles.push([...way.slice(way.indexOf(at)), at].join(' > '))
    if (done.has(at) || way.includes(at)) return
    for (const to of graph.get(at) ?? []) walk(to, [...way, at])
    done.add(at)
  }
  for (const at of graph.keys()) walk(at, [])
  return circles
}
