import ts from 'typescript'
import { expect, test } from 'vitest'

const sources = import.meta.glob<string>(
  [
    '/src/**/*.{ts,tsx}',
    '/server/**/*.ts',
    '/sw/*.ts',
    '/openapi/*.ts',
    '/scripts/*.{ts,mjs}',
    '/bench/*.ts',
    '!/src/routeTree.gen.ts',
    '!/server/database/tables.ts',
  ],
  { eager: true, query: '?raw', import: 'default' },
)
const tests = import.meta.glob<string>('/tests/**/*.{ts,tsx}', {
  eager: true,
  query: '?raw',
  import: 'default',
})
const lines = (text: string) => text.split('\n').length
const FORBIDDEN =
  /\/(utils?|helpers?|common|shared|lib|types|constants|hooks|components|services|models|core)\//

test('no file is longer than 400 lines', () => {
  const long = [...Object.entries(sources), ...Object.entries(tests)]
    .filter(([, text]) => lines(text) > 400)
    .map(([name, text]) => `${name}: ${lines(text)}`)
  expect(long).toEqual([])
})

/**
 * How many functions are longer than 60 lines, and how long the longest is. Lower the numbers when
 * there are fewer: they may not rise.
 */
test.each([
  ['/server/', 65, 229],
  ['/src/', 144, 183],
  ['/sw/', 0, 60],
  ['/openapi/', 1, 77],
  ['/scripts/', 1, 63],
])('few functions in %s are longer than 60 lines', (folder, count, longest) => {
  const long = Object.entries(sources)
    .filter(([name]) => name.startsWith(folder) && !name.includes('/migrations/'))
    .flatMap(([name, text]) => functionLengths(name, text))
    .filter((length) => length > 60)
  expect(long.length).toBeLessThanOrEqual(count)
  expect(Math.max(60, ...long)).toBeLessThanOrEqual(longest)
})

/** Lines of each function and method of a file, what it holds included. */
function functionLengths(name: string, text: string): number[] {
  const kind = name.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true, kind)
  const lengths: number[] = []
  const visit = (node: ts.Node) => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const lineAt = (at: number) => file.getLineAndCharacterOfPosition(at).line
      lengths.push(lineAt(node.end) - lineAt(node.getStart(file)) + 1)
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return lengths
}

test('the middle file has at most 90 lines', () => {
  const all = Object.values(sources)
    .map(lines)
    .sort((a, b) => a - b)
  expect(all[Math.floor(all.length / 2)]).toBeLessThanOrEqual(90)
})

test('folders say what they are about', () => {
  expect(Object.keys(sources).filter((name) => FORBIDDEN.test(name))).toEqual([])
})

test('nothing is left for later, and types are not switched off', () => {
  const smells = Object.entries(sources).filter(([, text]) =>
    /\b(TODO|FIXME|XXX)\b|@ts-ignore|\bas any\b/.test(text),
  )
  expect(smells.map(([name]) => name)).toEqual([])
})
