/** Files of tests that failed: run once more at the end, by themselves. */
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from './install.mjs'
import { stage } from './stage.mjs'

/** How many files may fail; more are no matter of a busy machine. */
export const MAX_FILES = 3

/** What failed and is to run once more, each by its command. */
const secondTries = []

/**
 * Runs tests; whether they passed, or may still: where a few files failed, they are noted, and the
 * row goes on.
 */
export async function tests(name, command, args, env = {}, again = (run) => run({})) {
  const report = join(root, '.tmp', 'reports', `${name}.json`)
  mkdirSync(join(root, '.tmp', 'reports'), { recursive: true })
  rmSync(report, { force: true })
  const reporters = args.includes('playwright')
    ? ['--reporter=list,json']
    : ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const variables = { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  if (await stage(name, command, [...args, ...reporters], variables)) return true
  const files = filesToTryAgain(report)
  if (!files) return false
  // Without a file to blame all of them run again.
  const first = files.length === 0 ? args : args.filter((word) => !word.startsWith('tests/'))
  const run = (more) => stage(`${name} once more`, command, [...first, ...files], more)
  secondTries.push({ name, files, run: () => again(run) })
  return true
}

/** Runs again what failed; each file is named, also when it passes. */
export async function passSecondTries() {
  const ends = []
  for (const { run } of secondTries) ends.push(await run())
  for (const [at, { name, files }] of secondTries.entries())
    console.log(
      `${name}: second try of ${files.join(', ') || 'everything'}: ${ends[at] ? 'passed' : 'FAILED'}`,
    )
  return ends.every(Boolean)
}

/**
 * The files that have to be tried again, by the report of Vitest or Playwright in JSON; none where
 * something else than a test failed, as a stalled worker of Vitest does. Undefined where that cannot
 * help: no report, an error of Playwright's outside of all tests, or too many files.
 */
export function filesToTryAgain(path) {
  const report = readReport(path)
  if (!report || (report.errors?.length ?? 0) > 0) return undefined
  const failed = report.testResults
    ? report.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name)
    : report.suites.filter(hasFailed).map(({ file }) => `tests/e2e/${file}`)
  const files = [
    ...new Set(failed.map((name) => (name.startsWith('/') ? relative(root, name) : name))),
  ]
  return files.length <= MAX_FILES ? files : undefined
}

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

const hasFailed = ({ specs = [], suites = [] }) =>
  specs.some(({ ok }) => !ok) || suites.some(hasFailed)
