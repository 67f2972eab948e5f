/** `npm test`: installs what the tests need, then runs every check and test; `npm run soak`: the long ones. */
import { execFile, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { buildConsole, installPackages, root, run } from './install.mjs'
import { startPostgres } from './postgres.mjs'

/** Programs the tests talk to, and the Debian packages that bring them. */
const NEEDED = [
  ['/usr/bin/chromium', 'chromium'],
  ['/usr/bin/ss-local', 'shadowsocks-libev'],
  ['/usr/bin/wg-quick', 'wireguard-tools'],
  ['/usr/lib/postgresql', 'postgresql'],
  ['/usr/bin/curl', 'curl'],
  ['/usr/share/fonts/opentype/noto', 'fonts-noto-cjk'],
]

/** Server tests in which the two databases could differ: order, locks, conflicts, text, numbers. */
const BOTH_DATABASES = [
  'accounts*',
  'attempts',
  'audit',
  'clock',
  'demo',
  'desired',
  'flow*',
  'free-ports',
  'giftcards',
  'input',
  'jobs*',
  'keys',
  'lease',
  'ledger',
  'mails-outbox',
  'many',
  'messages',
  'numbers',
  '*-processes',
  'orders-references',
  'payments-{books,cycle,lists,races,reconcile,refund,settle}',
  'plane*',
  'push-queue',
  'referrals-places',
  'revisions',
  'search',
  'servers*',
  'session-{codes,counts,links}',
  'storage',
  'totals',
  'users-people',
]

const soak = process.argv.includes('--soak')
installPackages()
installPrograms()
if (soak) await soakAll()
else await testAll()

/** What every change has to pass. */
async function testAll() {
  // Before the build, which reads what these write again.
  run('npm', ['run', '--silent', 'check', '--', '--generated'])
  const checked = runBeside('npm', ['run', '--silent', 'check', '--', '--sources'])
  buildConsole()
  await checked
  run('npm', ['run', '--silent', 'budget'])
  run('npx', ['vitest', 'run', '--project', 'node'])
  await onPostgres(BOTH_DATABASES)
  run('npx', ['vitest', 'run', '--project', 'screens'])
  run('npx', ['playwright', 'test'])
}

/** What takes long and rarely differs: before a release, and after work on what it tries. */
async function soakAll() {
  buildConsole()
  run('npx', ['vitest', 'run', '--project', 'node', 'tests/server/kill.test.ts'], {
    KILL_PAYMENTS: '1000',
  })
  await onPostgres(['*'])
  run('npx', ['playwright', 'test'], { SOAK: '1' })
  run('npx', ['playwright', 'test', 'updates'], { DEPLOYMENTS: '100' })
}

/** Runs tests of the server on PostgreSQL, but for what opens no database, or one of its own. */
async function onPostgres(names) {
  const own = matching(['engine*', 'kill', 'providers-*', 'database-away'])
  const wanted = matching(names)
  const files = readdirSync(join(root, 'tests/server')).filter((file) => {
    const name = /^(.+)\.test\.ts$/.exec(file)?.[1]
    return name && wanted.test(name) && !own.test(name)
  })
  const postgres = await startPostgres()
  try {
    const paths = files.map((file) => `tests/server/${file}`)
    run('npx', ['vitest', 'run', '--project', 'node', ...paths], {
      TEST_DATABASE_URL: postgres.url,
    })
  } finally {
    postgres.stop()
  }
}

/** Any of these names, where `*` stands for whatever follows and `{a,b}` for either. */
function matching(names) {
  const patterns = names.map((name) =>
    name
      .replaceAll('*', '.*')
      .replace(/\{(.+)\}/, (_all, list) => `(${list.replaceAll(',', '|')})`),
  )
  return new RegExp(`^(${patterns.join('|')})$`)
}

/** Runs a command beside others; what it printed comes at its end, and ends this process if it failed. */
function runBeside(command, args) {
  return new Promise((resolve) => {
    const env = {
      ...process.env,
      PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`,
    }
    execFile(command, args, { cwd: root, env, maxBuffer: 2 ** 26 }, (error, output, errors) => {
      process.stdout.write(`${output}${errors}`)
      if (error) process.exit(1)
      resolve(undefined)
    })
  })
}

function installPrograms() {
  const missing = NEEDED.filter(([path]) => !existsSync(path)).map(([, name]) => name)
  if (missing.length === 0) return
  const isRoot = process.getuid?.() === 0
  if (!isRoot || !existsSync('/usr/bin/apt-get')) {
    console.error(`The tests need these programs: ${missing.join(', ')}.`)
    console.error(`On Debian: sudo apt-get install --no-install-recommends ${missing.join(' ')}`)
    process.exit(1)
  }
  console.log(`Installing ${missing.join(', ')}…`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const words of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', ...missing],
  ]) {
    const { status } = spawnSync('apt-get', words, { env, stdio: ['ignore', 'ignore', 'inherit'] })
    if (status !== 0) process.exit(status ?? 1)
  }
}
