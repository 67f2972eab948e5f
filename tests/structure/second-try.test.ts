import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import {
  failuresOf,
  filesToTryAgain,
  MAX_FILES,
  passSecondTries,
  tests,
} from '../../scripts/secondTry.mjs'
import { root } from '../../scripts/install.mjs'

const folder = mkdtempSync(join(tmpdir(), 'second-try-'))
afterAll(() => rmSync(folder, { recursive: true }))

function reportOf(content: unknown): string {
  const path = join(folder, 'report.json')
  writeFileSync(path, JSON.stringify(content))
  return path
}

const ofVitest = (...failed: string[]) => ({
  testResults: [
    { name: join(root, 'tests/server/fine.test.ts'), status: 'passed' },
    ...failed.map((name) => ({ name: join(root, name), status: 'failed' })),
  ],
})

describe('filesToTryAgain', () => {
  test('names the files of Vitest with a failed test', () => {
    const path = reportOf(ofVitest('tests/server/a.test.ts'))
    expect(filesToTryAgain(path)).toEqual(['tests/server/a.test.ts'])
  })

  test('names the files of Playwright with one, however deep, each once', () => {
    const suites = [
      { file: 'fine.spec.ts', specs: [{ ok: true }] },
      { file: 'deep.spec.ts', specs: [], suites: [{ specs: [{ ok: false }, { ok: false }] }] },
    ]
    const path = reportOf({ suites, errors: [] })
    expect(filesToTryAgain(path)).toEqual(['tests/e2e/deep.spec.ts'])
  })

  test('names none where Vitest fails for an error that belongs to no test', () => {
    expect(filesToTryAgain(reportOf(ofVitest()))).toEqual([])
  })

  test('is not offered where it cannot help', () => {
    const many = Array.from({ length: MAX_FILES + 1 }, (_, at) => `tests/server/${at}.test.ts`)
    expect(filesToTryAgain(reportOf(ofVitest(...many.slice(1))))).toHaveLength(MAX_FILES)
    expect(filesToTryAgain(reportOf(ofVitest(...many)))).toBeUndefined()
    expect(filesToTryAgain(reportOf({ suites: [], errors: [{}] }))).toBeUndefined()
    expect(filesToTryAgain(join(folder, 'none.json'))).toBeUndefined()
  })
})

test('what failed is named with its first line, of Vitest and of Playwright', () => {
  const assertionResults = [
    { status: 'passed', fullName: 'fine', failureMessages: [] },
    { status: 'failed', fullName: 'a b', failureMessages: ['expected 1\nat x'] },
  ]
  const testResults = [
    { name: join(root, 'tests/server/a.test.ts'), status: 'failed', assertionResults },
    { name: join(root, 'tests/server/b.test.ts'), status: 'failed', message: 'no import' },
  ]
  expect(failuresOf({ testResults })).toEqual([
    'tests/server/a.test.ts: a b: expected 1',
    'tests/server/b.test.ts: no import',
  ])
  const results = [{ error: { message: '\u001B[31mtimed out\u001B[39m\nat x' } }]
  const specs = [
    { ok: true, title: 'fine' },
    { ok: false, title: 'pays', tests: [{ results }] },
  ]
  const suites = [{ file: 'shop.spec.ts', suites: [{ file: 'shop.spec.ts', specs }] }]
  expect(failuresOf({ suites })).toEqual(['tests/e2e/shop.spec.ts: pays: timed out'])
})

describe('a stage of tests', () => {
  /** Fails at first with these files, then as given. */
  const failing = (name: string, then: number, ...files: string[]) => {
    const path = join(root, '.tmp', 'reports', `${name}.json`)
    const mark = join(folder, name)
    const report = JSON.stringify(ofVitest(...files))
    const script = `test -e ${mark} && exit ${then}; touch ${mark}; echo '${report}' > ${path}; exit 1`
    return ['-c', script]
  }

  test('that fails in a few files passes when they do on their own, and names them', async () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => {})
    try {
      expect(await tests('one', 'bash', failing('one', 0, 'tests/server/a.test.ts'))).toBe(true)
      expect(await passSecondTries()).toBe(true)
      const last = log.mock.lastCall?.[0]
      expect(last).toBe('one: second try of tests/server/a.test.ts: passed 3 times')
      expect(log.mock.calls.flat().filter((line) => line === 'one once more: begins')).toHaveLength(
        3,
      )
      // One that passes once, and then fails again, is no better than one that fails.
      const fickle = failing('four', 0, 'tests/server/c.test.ts')
      const again = [
        fickle[0],
        `test -e ${folder}/four2 && exit 1; test -e ${folder}/four && touch ${folder}/four2; ${fickle[1]}`,
      ]
      expect(await tests('four', 'bash', again as string[])).toBe(true)
      expect(await passSecondTries()).toBe(false)
      expect(await tests('two', 'bash', failing('two', 1, 'tests/server/b.test.ts'))).toBe(true)
      expect(await passSecondTries()).toBe(false)
      const many = Array.from({ length: MAX_FILES + 1 }, (_, at) => `tests/server/${at}.test.ts`)
      expect(await tests('three', 'bash', failing('three', 0, ...many))).toBe(false)
    } finally {
      log.mockRestore()
    }
  })
})
