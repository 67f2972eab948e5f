/**
 * `npm run mutation [-- areas…] [--file server/…] [--tests 'tests/…'] [--share 0.2 --seed 7] [--concurrency 2]`:
 * changes one thing of the code at a time and looks whether a test notices. Prints how many were noticed in each area;
 * those that were not stand in `.tmp/mutation/<area>.txt`. With `--tests` only these of an area's run: it notices as
 * much at least.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { matchesGlob, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { Stryker } from '@stryker-mutator/core'
import { AREAS, type Area, filesOf } from '../tests/mutation/areas.ts'
import { NOT_DRAWN } from '../tests/mutation/plugins.ts'

type Mutant = Awaited<ReturnType<Stryker['runMutationTest']>>[number]

/** What to reach in every area, percent. */
const AIM = 85
const OUT = '.tmp/mutation'
/** How long tests of one process wait for what a change prevents, ms: of hundreds each waits. */
const WAIT_MS = '8000'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    share: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    concurrency: { type: 'string', default: '2' },
    file: { type: 'string' },
    tests: { type: 'string' },
  },
})
const unknown = positionals.filter((name) => !AREAS[name])
if (unknown.length > 0) {
  console.error(`No area ${unknown.join(', ')}. There are: ${Object.keys(AREAS).join(', ')}.`)
  process.exit(2)
}
const { file } = values
const isOf = (area: Area) => !file || isAmong(file, filesOf(area))
const names = positionals.length > 0 ? positionals : Object.keys(AREAS)
const wanted = names.filter((name) => isOf(AREAS[name] as Area))
if (wanted.length === 0) {
  console.error(`${file} is in none of these areas: ${names.join(', ')}.`)
  process.exit(2)
}
mkdirSync(OUT, { recursive: true })
const rows = []
for (const name of wanted) {
  const mutants = await mutate(name, AREAS[name] as Area)
  writeFileSync(`${OUT}/${name}.txt`, listSurvivors(mutants))
  const row = { area: name, ...summarise(mutants) }
  rows.push(row)
  // One area may take an hour: nobody should have to wait for the last.
  console.table([row])
}
if (rows.length > 1) console.table(rows)
if (values.tests)
  console.log(`Noticed by ${values.tests} alone: all tests of the area notice more.`)
if (values.share !== '1')
  console.log(`Drawn: a share of ${values.share}; the same again with --seed ${values.seed}.`)
if (rows.some(({ score }) => score < AIM)) process.exitCode = 1

/** Runs the tests of an area once for each mutant. */
async function mutate(name: string, area: Area): Promise<Mutant[]> {
  const { tests, patience, hasProcesses } = area
  process.env.MUTATION_TESTS = values.tests ?? tests.join(' ')
  process.env.MUTATION_SHARE = values.share
  process.env.MUTATION_SEED = values.seed
  process.env.MUTATION_HAS_PROCESSES = hasProcesses ? '1' : ''
  if (hasProcesses) delete process.env.TEST_WAIT_MS
  else process.env.TEST_WAIT_MS = WAIT_MS
  const stryker = new Stryker({
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner', './tests/mutation/plugins.ts'],
    vitest: { configFile: 'tests/mutation/vitest.config.ts', related: false, pool: 'forks' },
    mutate: values.file ? [values.file] : filesOf(area),
    ignorers: ['words'],
    checkers: values.share === '1' ? [] : ['draw'],
    coverageAnalysis: hasProcesses ? 'off' : 'perTest',
    disableTypeChecks: '{server,src,openapi,sw}/**/*.ts',
    concurrency: Number(values.concurrency),
    timeoutMS: patience,
    dryRunTimeoutMinutes: 20,
    tempDirName: `.tmp/stryker-${name}-${process.pid}`,
    ignorePatterns: ['dist', 'docs', 'data', '.tmp', 'tests/e2e', 'tests/screens'],
    reporters: ['dots'],
    allowConsoleColors: false,
    logLevel: 'warn',
  } as ConstructorParameters<typeof Stryker>[0])
  return stryker.runMutationTest()
}

function isAmong(path: string, globs: readonly string[]): boolean {
  const matches = globs.filter((glob) => matchesGlob(path, glob.replace(/^!/, '')))
  return matches.length > 0 && !matches.some((glob) => glob.startsWith('!'))
}

function summarise(mutants: Mutant[]) {
  const count = (...states: Mutant['status'][]) =>
    mutants.filter(({ status }) => states.includes(status)).length
  const [killed, timeouts] = [count('Killed'), count('Timeout')]
  const survived = count('Survived', 'NoCoverage')
  const mutantsInAll = killed + timeouts + survived
  return {
    mutants: mutantsInAll,
    killed,
    timeouts,
    survived,
    'of these uncovered': count('NoCoverage'),
    // Code that cannot be loaded any more: neither a test's merit nor its fault.
    broken: mutants.filter(isBroken).length,
    'left out': count('Ignored'),
    score: Math.round((1000 * (killed + timeouts)) / Math.max(1, mutantsInAll)) / 10,
  }
}

function isBroken({ status, statusReason }: Mutant): boolean {
  return (status === 'RuntimeError' || status === 'CompileError') && statusReason !== NOT_DRAWN
}

function listSurvivors(mutants: Mutant[]): string {
  return mutants
    .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
    .toSorted(
      (a, b) =>
        a.fileName.localeCompare(b.fileName) || a.location.start.line - b.location.start.line,
    )
    .map(({ fileName, location, replacement, mutatorName, status }) => {
      const { line, column } = location.start
      const place = `${relative('.', fileName)}:${line}:${column}-${location.end.line}:${location.end.column}`
      return `${place} ${mutatorName}${status === 'NoCoverage' ? ' (uncovered)' : ''}\n    ${replacement}\n`
    })
    .join('')
}
