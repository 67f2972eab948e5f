import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { FLOOR, newerIn, unreadable } from '../../scripts/floor.ts'

type Support = { version_added?: string | boolean | null; flags?: unknown }
type Node = {
  __compat?: { support: Record<string, Support | Support[]>; status?: { deprecated?: boolean } }
}

/** Names of the language and of pages that no interface had in all browsers of the floor. */
const NEWER = newerNames()

/** Used by the console, and why it may be. */
const FINE: Record<string, string> = {
  // Stand-ins: `src/device/older-browser.ts`.
  any: 'stand-in',
  canParse: 'stand-in',
  findLast: 'stand-in',
  findLastIndex: 'stand-in',
  groupBy: 'stand-in',
  structuredClone: 'stand-in',
  throwIfAborted: 'stand-in',
  timeout: 'stand-in',
  toReversed: 'stand-in',
  toSorted: 'stand-in',
  toSpliced: 'stand-in',
  toWellFormed: 'stand-in',
  with: 'stand-in',
  // Asked for before they are used.
  Segmenter: 'invitationPicture.ts splits by sign without it',
  segment: 'the same',
  supportedValuesOf: 'zoneNames.ts offers fewer without it',
  isError: 'of TanStack Query: a state',
}

describe('what a browser of the floor cannot read', () => {
  test.each([
    ['class A { static { this.a = 1 } }', 'a static block'],
    ['const a = /(?<=b)c/', 'the pattern /(?<=b)c/'],
    ['const a = /(?<!b)c/u', 'the pattern /(?<!b)c/u'],
    ['const a = /[a--b]/v', 'the pattern /[a--b]/v'],
    ['const a = /(?i:b)c/', 'the pattern /(?i:b)c/'],
    ['const a = new RegExp("(?<!b)c")', 'the text (?<!b)c'],
    ['const a = new RegExp(`(?<=b)${c}`)', 'the text (?<=b)'],
    ['import a from "./a.json" with { type: "json" }', 'an import attribute'],
    ['{ using a = b() }', 'using'],
    ['const a = 1; export { a, c as d }', 'the export of c'],
  ])('%s', (script, what) => expect(newerIn(script)).toEqual([expect.stringContaining(what)]))

  test.each([
    'class A { static a = 1; #b = 2; has(c) { return #b in c } }',
    'const a = /(?<year>\\d+)(?=b)(?!c)(?:d)/dgu',
    'a ??= b?.c; export default await a',
    'const a = "why (?) <b"',
    'import { b } from "c"; export { b as a }; export { d } from "c"; export function e() {}',
  ])('and can: %s', (script) => expect(newerIn(script)).toEqual([]))

  test('is in no script of the build', () => expect(unreadable('dist')).toEqual([]))
})

describe('names that came after the floor', () => {
  test('are known from the tables of browsers', () => {
    for (const name of ['toSorted', 'groupBy', 'canParse', 'withResolvers', 'fromAsync'])
      expect(NEWER).toContain(name)
    for (const name of ['map', 'at', 'hasOwn', 'replaceAll', 'flatMap'])
      expect(NEWER).not.toContain(name)
  })

  test('are used by the console only with a stand-in, or where it looks first', () => {
    expect(namesIn('dist/assets').filter((name) => NEWER.has(name) && !(name in FINE))).toEqual([])
  })

  test('are not used by the worker, which has no stand-ins', () => {
    const used = namesOf(readFileSync('dist/sw.js', 'utf8'))
    expect([...used].filter((name) => NEWER.has(name))).toEqual([])
    expect(['structuredClone', 'timeout', 'any'].filter((name) => used.has(name))).toEqual([])
  })

  test('have a stand-in that is asked for by name', () => {
    const asked = readFileSync('src/device/older-browser.ts', 'utf8')
    const names = Object.keys(FINE).filter((name) => FINE[name] === 'stand-in')
    expect(names.filter((name) => !asked.includes(`'${name}'`))).toEqual([])
  })
})

function namesIn(folder: string): string[] {
  const all = new Set<string>()
  for (const name of readdirSync(folder))
    if (name.endsWith('.js') && !name.startsWith('stand-ins-'))
      for (const used of namesOf(readFileSync(join(folder, name), 'utf8'))) all.add(used)
  return [...all]
}

const namesOf = (script: string) =>
  new Set([...script.matchAll(/\.\s*([A-Za-z]\w*)/g)].map(([, name = '']) => name))

/** Names in the language's own objects: one that an older object has as well cannot be told apart. */
function newerNames(): Set<string> {
  const newer = new Set<string>()
  const older = new Set<string>()
  const visit = (node: Node, isOurs: boolean) => {
    for (const [key, one] of Object.entries(node) as [string, Node][]) {
      const name = key.replace('_static', '')
      if (name === '__compat' || name === 'Temporal') continue
      if (one.__compat)
        (isNewer(one.__compat.support) ? (isOurs ? newer : new Set()) : older).add(name)
      visit(one, isOurs)
    }
  }
  // Read as a file: as a module its 15 MB would be compiled.
  const path = createRequire(import.meta.url).resolve('@mdn/browser-compat-data')
  const compat = JSON.parse(readFileSync(path, 'utf8')) as {
    javascript: { builtins: Node }
    api: Record<string, Node>
  }
  const { builtins } = compat.javascript
  visit(builtins, true)
  const { URL, AbortSignal } = compat.api
  visit({ URL, AbortSignal } as Node, true)
  visit(compat.api as Node, false)
  // Names of the libraries' own, which have nothing to do with those of the language.
  for (const name of [
    'dispose',
    'drop',
    'grow',
    'move',
    'toArray',
    'use',
    'zip',
    'escape',
    'displayName',
  ])
    older.add(name)
  return new Set([...newer].filter((name) => !older.has(name)))
}

function isNewer(support: Record<string, Support | Support[]>): boolean {
  const floor = { safari_ios: FLOOR.safari, chrome: FLOOR.chrome, firefox: FLOOR.firefox }
  return Object.entries(floor).some(([browser, least]) => {
    const [first] = [support[browser] ?? []].flat()
    const { version_added: added } = first ?? {}
    if (typeof added !== 'string') return added === false
    return added === 'preview' || Number.parseFloat(added.replace('≤', '')) > least
  })
}
