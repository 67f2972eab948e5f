/** `npm test`: installs what the tests need, then runs every check and test; `npm run soak`: the long ones. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { buildConsole, installPackages, isBuilt, packPrograms, root, run } from './install.mjs'
import { startPostgres } from './postgres.mjs'
import { passSecondTries, tests } from './secondTry.mjs'
import { stage } from './stage.mjs'

/** Programs the tests talk to, and the Debian packages that bring them. */
const NEEDED = [
  ['/usr/bin/chromium', 'chromium'],
  ['/usr/bin/chromium-headless-shell', 'chromium-headless-shell'],
  ['/usr/bin/ss-local', 'shadowsocks-libev'],
  ['/usr/bin/wg-quick', 'wireguard-tools'],
  ['/usr/bin/wireguard-go', 'wireguard-go'],
  ['/usr/sbin/nft', 'nftables'],
  ['/usr/lib/postgresql', 'postgresql'],
  ['/usr/bin/curl', 'curl'],
  ['/usr/bin/openssl', 'openssl'],
  ['/usr/bin/pebble', 'pebble'],
  ['/usr/sbin/ip', 'iproute2'],
  ['/usr/bin/faketime', 'faketime'],
  ['/usr/share/fonts/opentype/noto', 'fonts-noto-cjk'],
]

/** What only the soak needs: an empty Debian, to paste a line on, and what stands around a server. */
const NEEDED_IN_SOAK = [
  ['/usr/sbin/debootstrap', 'debootstrap'],
  ['/usr/sbin/nginx', 'nginx'],
  ['/usr/bin/caddy', 'caddy'],
  ['/usr/bin/promtool', 'prometheus'],
  ['/usr/sbin/pgbouncer', 'pgbouncer'],
]

/** Server tests in which the two databases could differ: order, locks, conflicts, text, numbers. */
const BOTH_DATABASES = [
  'accounts*',
  'attempts',
  'audit',
  'clock',
  'demo',
  'desired',
  'devices*',
  'drivers-ledger',
  'fleet-{accounting,leases,routes}',
  'flow*',
  'free-ports',
  'giftcards',
  'health',
  'imports*',
  'input',
  'jobs*',
  'keys',
  'lease',
  'ledger',
  'mails-outbox',
  'many',
  'messages',
  'messages-pictures',
  'metrics',
  'nodes-{invites,links}',
  'numbers',
  '*-processes',
  'orders-references',
  'payments-{books,cycle,lists,races,reconcile,refund,settle}',
  'plane*',
  'permission-sets',
  'push-queue',
  'referrals-places',
  'revisions',
  'search*',
  'seeing',
  'servers*',
  'shop-figures',
  'session-{codes,counts,links}',
  'storage',
  'subscriptions-headers',
  'tables',
  'totals',
  'users-{leave*,people}',
  'wireguard-{check,clock,metering,servers}',
]

/** Server tests that try more, or longer, in the soak. */
const MORE_IN_SOAK = [
  'bare-machine',
  'backup-kill',
  'console-killed',
  'database-away',
  'disk-full',
  'drivers-faults',
  'fleet-*',
  'metrics',
  'move-db',
  'nodes-wireguard',
  'pooler',
  'postgres-archive',
  'proxies',
  'release',
  'wireguard-{many,outlives}',
]

const soak = process.argv.includes('--soak')
installPackages({ all: true })
installPrograms(soak ? [...NEEDED, ...NEEDED_IN_SOAK] : NEEDED)
if (soak) await soakAll()
else await testAll()

/**
 * What every change has to pass, one stage after the other: tests measure, wait and kill, and two of
 * them on one machine would only get into each other's way. Only what is compiled is compiled at once.
 */
async function testAll() {
  // Before the build, which reads what these write again.
  run('npm', ['run', '--silent', 'check', '--', '--generated'])
  const sources = stage('check', 'npm', ['run', '--silent', 'check', '--', '--sources'])
  const compiled = await Promise.all([sources, build()])
  const hasPassed =
    compiled.every(Boolean) &&
    (await tests('node', 'npx', ['vitest', 'run', '--project', 'node'])) &&
    (await onPostgres(BOTH_DATABASES)) &&
    (await tests('screens', 'npx', ['vitest', 'run', '--project', 'screens'])) &&
    (await tests('Chromium', 'npx', ['playwright', 'test']))
  if (!hasPassed || !(await passSecondTries())) process.exit(1)
}

async function build() {
  if (!isBuilt() && !(await stage('build', 'npm', ['run', '--silent', 'build']))) return false
  packPrograms()
  return stage('budget', 'npm', ['run', '--silent', 'budget'])
}

/** What takes long and rarely differs: before a release, and after work on what it tries. */
async function soakAll() {
  buildConsole()
  const kills = ['vitest', 'run', '--project', 'node', 'tests/server/kill.test.ts']
  run('npx', kills, { KILLS: '1000' })
  await withPostgres((env) => run('npx', kills, { ...env, KILLS: '1000' }))
  run('npx', ['vitest', 'run', '--project', 'node', ...serverTests(MORE_IN_SOAK)], { SOAK: '1' })
  if (!(await onPostgres(['*'])) || !(await passSecondTries())) process.exit(1)
  run('npx', ['playwright', 'test'], { SOAK: '1' })
  run('npx', ['playwright', 'test', 'updates'], { DEPLOYMENTS: '100' })
}

/** Runs tests of the server on PostgreSQL, but for what opens no database, or one of its own; whether all passed. */
async function onPostgres(names) {
  const own = matching([
    'engine*',
    'kill',
    'providers-*',
    'bare-machine',
    'database-away',
    'disk-full',
    'fleet-{faults,machines,many}',
    'console-killed',
    'move-db',
    'restore-setup',
    'shop-file',
    'nodes-{agent,wireguard}',
  ])
  const files = serverTests(names).filter((path) => !own.test(nameOf(path)))
  const args = ['vitest', 'run', '--project', 'node', ...files]
  return withPostgres((env) => tests('PostgreSQL', 'npx', args, env, withPostgres))
}

/** Does something with a PostgreSQL of its own, which it finds in the environment. */
async function withPostgres(work) {
  const postgres = await startPostgres()
  try {
    return await work({ TEST_DATABASE_URL: postgres.url })
  } finally {
    postgres.stop()
  }
}

/** The files of tests of the server that have one of these names. */
function serverTests(names) {
  const wanted = matching(names)
  return readdirSync(join(root, 'tests/server'))
    .filter((file) => file.endsWith('.test.ts') && wanted.test(nameOf(file)))
    .map((file) => `tests/server/${file}`)
}

function nameOf(path) {
  return basename(path, '.test.ts')
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

function installPrograms(needed) {
  const missing = needed.filter(([path]) => !existsSync(path)).map(([, name]) => name)
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
