/**
 * `npm run check`: types, lint, format, what nothing uses, and whether the catalogs are what is
 * committed. Side by side, as many at once as there are cores; all are run, whichever fails.
 */
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

type Result = { ok: boolean; output: string }
type Check = () => Promise<Result>

const CATALOGS = readdirSync('src/locales', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.po'))
  .map((name) => `src/locales/${name}`)

const SOURCES = ['src', 'sw', 'server', 'openapi', 'scripts', 'tests', 'bench']
const CONFIGS = ['vite.config.ts', 'vitest.config.ts', 'playwright.config.ts', 'lingui.config.ts']

const [which = ''] = process.argv.slice(2)

const format = () => run('oxfmt', '--check', ...SOURCES)
/** What `npm run quick` asks: nothing that takes longer than the types, which remember what was in order. */
const QUICK: Check[] = [
  () => types('tests'),
  () => run('oxlint', '--type-aware', ...SOURCES),
  () => types('server'),
  () => types('.'),
  () => types('sw'),
  format,
]
/** Lint and types in one go, which reads each file once: half of the processor time of both. */
const OF_SOURCES = [
  () => run('oxlint', '--type-aware', '--type-check', ...SOURCES, ...CONFIGS),
  () => run('knip'),
  format,
]
const OF_GENERATED = [() => fresh('messages', CATALOGS)]
const CHECKS: Record<string, Check[]> = {
  '--quick': QUICK,
  '--sources': OF_SOURCES,
  '--generated': OF_GENERATED,
}

const failures = await inLanes(CHECKS[which] ?? [...OF_SOURCES, ...OF_GENERATED])
for (const { output } of failures) console.error(output)
if (failures.length > 0) process.exit(1)
console.log(
  which === '--generated'
    ? 'The catalogs are what is committed.'
    : 'Types, lint and format are in order.',
)

/** Runs checks, each lane taking the next one left; answers those that failed. */
async function inLanes(checks: readonly Check[]): Promise<Result[]> {
  const left = checks.values()
  const lane = async () => {
    const failed: Result[] = []
    for (const check of left) {
      const result = await check()
      if (!result.ok) failed.push(result)
    }
    return failed
  }
  return (await Promise.all(Array.from({ length: availableParallelism() }, lane))).flat()
}

function types(project: string): Promise<Result> {
  const known = ['--incremental', '--tsBuildInfoFile', `.tmp/types/${project}.json`]
  return run('tsc', '--noEmit', '-p', project, ...known)
}

function run(program: string, ...words: string[]): Promise<Result> {
  return new Promise((resolve) => {
    execFile(
      'npx',
      ['--no-install', program, ...words],
      { maxBuffer: 2 ** 26 },
      (error, out, errors) => resolve({ ok: !error, output: `${out}${errors}` }),
    )
  })
}

/** Runs a generator and fails when it changed anything. */
async function fresh(script: string, files: string[]): Promise<Result> {
  const read = () => files.map((file) => readFileSync(file, 'utf8'))
  const before = read()
  const { ok, output } = await new Promise<Result>((resolve) => {
    execFile('npm', ['run', '--silent', script], { maxBuffer: 2 ** 26 }, (error, out, errors) =>
      resolve({ ok: !error, output: `${out}${errors}` }),
    )
  })
  if (!ok) return { ok, output }
  const stale = read().flatMap((text, at) => (text === before[at] ? [] : [files[at]]))
  return {
    ok: stale.length === 0,
    output: `Out of date: ${stale.join(', ')}. Commit what "npm run ${script}" made.`,
  }
}
