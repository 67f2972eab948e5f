/**
 * Files of tests that failed: run again at the end, by themselves. What passes then was red all the
 * same: it has to pass several times in a row, and its tests are named with what they said, as the
 * last words of the run.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './install.mjs'
import { stage } from './stage.mjs'

/** How many files may fail; more are no matter of a busy machine. */
export const MAX_FILES = 3

/** How often in a row a file has to pass that failed: a test that is right half of the time is not. */
export const PASSES = 3

/** What failed and is to run again, each by its command. */
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
  const failures = failuresOf(readReport(report))
  secondTries.push({ name, files, failures, run: () => again(run) })
  return true
}

/** Runs again what failed; each test that failed is named, also when its file passes now. */
export async function passSecondTries() {
  const ends = []
  for (const { run } of secondTries) ends.push(await passes(run))
  for (const [at, { name, files, failures }] of secondTries.entries()) {
    for (const failure of failures) console.log(`FAILED AT FIRST: ${failure}`)
    const end = ends[at] ? `passed ${PASSES} times` : 'FAILED'
    console.log(`${name}: second try of ${files.join(', ') || 'everything'}: ${end}`)
  }
  return ends.every(Boolean)
}

async function passes(run) {
  for (let pass = 0; pass < PASSES; pass += 1) if (!(await run())) return false
  return true
}

/** The tests that failed by a report, each with the first line of why. */
export function failuresOf(report) {
  const line = (text) => stripVTControlCharacters((text ?? '').split('\n')[0])
  const ofVitest = (report?.testResults ?? []).flatMap(
    ({ name, message, assertionResults = [] }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed')
      const path = name.startsWith('/') ? relative(root, name) : name
      if (failed.length === 0) return message ? [`${path}: ${line(message)}`] : []
      return failed.map((one) => `${path}: ${one.fullName}: ${line(one.failureMessages[0])}`)
    },
  )
  const ofPlaywright = (suites = []) =>
    suites.flatMap(({ file, specs = [], suites: inner }) => [
      ...specs
        .filter(({ ok }) => !ok)
        .map(({ title, tests: runs = [] }) => {
          const [result] = runs.flatMap(({ results }) => results).filter(({ error }) => error)
          return `tests/e2e/${file}: ${title}: ${line(result?.error.message)}`
        }),
      ...ofPlaywright(inner),
    ])
  return [...ofVitest, ...ofPlaywright(report?.suites)]
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
