/** `npm run quick`: types, lint, format, and the node tests that what was changed touches. */
import { spawn } from 'node:child_process'

const results = await Promise.all([
  run('node', 'scripts/check.ts', '--quick'),
  run(
    'npx',
    '--no-install',
    'vitest',
    'run',
    '--project',
    'node',
    '--changed',
    '--passWithNoTests',
  ),
])
process.exitCode = Math.max(...results)

/** Runs a command, its output shown; answers its exit code. */
function run(program: string, ...words: string[]): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(program, words, { stdio: 'inherit' })
    child.on('exit', (code) => resolve(code ?? 1))
  })
}
