/** `npm run quick`: types, lint, format, and the node tests that are near to what was changed. */
import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { testsNear } from './near-tests.ts'

const PROJECTS = ['--project', 'node', '--project', 'structure', '--tags-filter=!long && !slow']

/** Since the last commit; what git does not know yet counts as well. */
const changed = [
  ...filesOf('diff', '--name-only', '--relative', 'HEAD'),
  ...filesOf('ls-files', '--others', '--exclude-standard'),
].filter((path) => existsSync(path))

const results = await Promise.all([
  run('node', 'scripts/check.ts', '--quick'),
  run('npx', '--no-install', 'vitest', 'run', ...PROJECTS, ...testsNear(changed)),
])
process.exitCode = Math.max(...results)

function filesOf(...words: string[]): string[] {
  return execFileSync('git', words, { encoding: 'utf8' }).split('\n').filter(Boolean)
}

/** Runs a command, its output shown; answers its exit code. */
function run(program: string, ...words: string[]): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(program, words, { stdio: 'inherit' })
    child.on('exit', (code) => resolve(code ?? 1))
  })
}
