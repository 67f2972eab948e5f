import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * How far the numbers of each section of ASVS 5.0.0 go, of those that are of level 1 or 2. Within a
 * section those of level 3 come last.
 */
const SECTIONS: Record<string, number[]> = {
  1: [2, 9, 11, 3, 2],
  2: [3, 3, 4, 1],
  3: [0, 2, 4, 6, 5, 0, 2],
  4: [3, 1, 2, 4],
  5: [1, 3, 2, 3],
  6: [3, 12, 4, 4, 5, 3, 0, 4],
  7: [3, 4, 2, 5, 2, 2],
  8: [2, 3, 1, 1],
  9: [3, 4],
  10: [2, 2, 4, 11, 5, 2, 3],
  11: [2, 3, 3, 4, 1, 1],
  12: [3, 2, 4],
  13: [1, 5, 2, 5],
  14: [2, 4, 3],
  15: [3, 3, 7],
  16: [1, 5, 4, 3, 3],
  17: [1, 4, 2],
}
const wanted = Object.entries(SECTIONS).flatMap(([chapter, sections]) =>
  sections.flatMap((last, at) => upTo(`${chapter}.${at + 1}`, 1, last)),
)
const text = readFileSync('docs/asvs.md', 'utf8')
const rows = [
  ...text.matchAll(/^\| ([\d.]+)(?: to ([\d.]+))? \|[^|]+\| (met|not met|n\/a) \|(.*)\|$/gm),
].map(([, first = '', last = first, state = '', where = '']) => ({
  numbers: range(first, last),
  state,
  where: where.trim(),
}))

function upTo(section: string, first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, at) => `${section}.${first + at}`)
}

/** `1.2.3` to `1.2.5` are three. */
function range(first: string, last: string): string[] {
  const [section, from] = [first.replace(/\.\d+$/, ''), Number(first.split('.')[2])]
  return upTo(section, from, Number(last.split('.')[2]))
}

test('each requirement of both levels is there, once and in order', () => {
  expect(wanted).toHaveLength(253)
  expect(rows.flatMap(({ numbers }) => numbers)).toEqual(wanted)
  expect(rows).toHaveLength(text.match(/^\| \d/gm)?.length ?? 0)
})

test('the sums are right', () => {
  const sumOf = (wanted: string) =>
    rows.filter(({ state }) => state === wanted).flatMap(({ numbers }) => numbers).length
  const said = /(\d+) are met, (\d+) are not, and (\d+) are about/.exec(text)?.slice(1).map(Number)
  expect(said).toEqual([sumOf('met'), sumOf('not met'), sumOf('n/a')])
})

test('what is not met says why', () => {
  const silent = rows.filter(({ state, where }) => state === 'not met' && where.length < 10)
  expect(silent.flatMap(({ numbers }) => numbers)).toEqual([])
})

test('files that are named as proof are there', () => {
  const named = rows.flatMap(({ where }) =>
    [...where.matchAll(/`([\w.-]+\/[^`]+)`/g)].map(([, path = '']) => path),
  )
  expect(named.filter((path) => !existsSync(path))).toEqual([])
  expect(named.length).toBeGreaterThan(100)
})
