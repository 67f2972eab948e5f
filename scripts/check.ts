/** `npm run check`: types, lint, and whether what is generated is what is committed. */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

const GENERATED = [
  'openapi/openapi.json',
  'openapi/openapi.d.ts',
  'openapi/roles.ts',
  'openapi/idempotent.ts',
  'openapi/json-text-properties.ts',
]
const CATALOGS = readdirSync('src/locales', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.po'))
  .map((name) => `src/locales/${name}`)

npm('types')
npm('lint')
fresh('contract', GENERATED)
fresh('messages', CATALOGS)
console.log('Types, lint, contract and messages are in order.')

function npm(script: string) {
  const { status } = spawnSync('npm', ['run', '--silent', script], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status !== 0) process.exit(status ?? 1)
}

/** Runs a generator and fails when it changed anything. */
function fresh(script: string, files: string[]) {
  const read = () => files.map((file) => readFileSync(file, 'utf8'))
  const before = read()
  const { status, stdout } = spawnSync('npm', ['run', '--silent', script], { encoding: 'utf8' })
  if (status !== 0) {
    console.error(stdout)
    process.exit(status ?? 1)
  }
  const stale = read().flatMap((text, at) => (text === before[at] ? [] : [files[at]]))
  if (stale.length === 0) return
  console.error(`Out of date: ${stale.join(', ')}. Commit what "npm run ${script}" made.`)
  process.exit(1)
}
