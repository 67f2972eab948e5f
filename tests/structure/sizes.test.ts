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

test('no file is longer than 250 lines, no test longer than 400', () => {
  const long = [
    ...Object.entries(sources).filter(([, text]) => lines(text) > 250),
    ...Object.entries(tests).filter(([, text]) => lines(text) > 400),
  ].map(([name, text]) => `${name}: ${lines(text)}`)
  expect(long).toEqual([])
})

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
