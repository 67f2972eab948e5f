/** `npm test`, `npm run long` and `npm run soak`: install what the tests need, then run them. */
import { existsSync } from 'node:fs'
import {
  BOTH_DATABASES,
  FROM_PACKED,
  OWN_DATABASE,
  serverTests,
  SOON_ON_BOTH,
} from './bothDatabases.mjs'
import { installGenerators } from './clientGenerators.mjs'
import { buildClients } from './clientPrograms.mjs'
import { installFromDebian } from './debian.mjs'
import { makeGenerated } from './generated.mjs'
import { buildConsole, installPackages, isBuilt, packPrograms, run } from './install.mjs'
import { whatWasLeftOut } from './leftOut.mjs'
import { unpackMailServers } from './mailServers.mjs'
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

/**
 * Browsers of other families, and what it takes to drive them. Where one cannot be had its tests are
 * left out, which is said at the end; those fail where CI is set.
 */
const BROWSERS = [
  ['/usr/bin/firefox-esr', 'firefox-esr'],
  ['/usr/bin/WebKitWebDriver', 'webkit2gtk-driver'],
  ['/usr/bin/Xvfb', 'xvfb'],
  ['/usr/share/doc/gir1.2-webkit2-4.1', 'gir1.2-webkit2-4.1'],
  ['/usr/lib/python3/dist-packages/gi', 'python3-gi'],
]

/** Apps of customers. Not every release of Debian has them: what it lacks is left out, and named. */
const CLIENTS = [
  ['/usr/bin/trojan', 'trojan'],
  ['/usr/bin/v2ray', 'v2ray'],
  ['/usr/bin/ss-v2ray-plugin', 'shadowsocks-v2ray-plugin'],
]

/**
 * What a release is installed and signed with. Where one cannot be had, as where this is not root or
 * not Debian, its tests are left out, which is said at the end.
 */
const RELEASE = [
  ['/usr/sbin/debootstrap', 'debootstrap'],
  ['/usr/bin/minisign', 'minisign'],
]

/** What only the soak needs: what stands around a server. */
const NEEDED_IN_SOAK = [
  ['/usr/sbin/nginx', 'nginx'],
  ['/usr/bin/caddy', 'caddy'],
  ['/usr/bin/promtool', 'prometheus'],
  ['/usr/sbin/pgbouncer', 'pgbouncer'],
]

const [part] = process.argv.slice(2)
installPackages({ all: true })
makeGenerated()
if (!installPrograms(part === '--soak' ? [...NEEDED, ...NEEDED_IN_SOAK] : NEEDED)) process.exit(1)
if (part === '--probe') installPrograms([['/usr/sbin/nginx', 'nginx']])
installPrograms(BROWSERS)
for (const client of CLIENTS) installPrograms([client])
if (part === '--long' || part === '--soak') installPrograms(RELEASE)
const PARTS = { '--long': testLong, '--soak': soak, '--browsers': testBrowsers, '--probe': probe }
const hasPassed = (await (PARTS[part] ?? testSoon)()) && (await passSecondTries())
for (const line of whatWasLeftOut()) console.log(line)
if (!hasPassed) process.exit(1)

/**
 * What is run before a commit, in minutes; `npm run long` is the rest of what a change has to pass.
 * One stage after the other: tests measure, wait and kill, and two of them on one machine would only
 * get into each other's way. Only what is compiled is compiled at once.
 */
async function testSoon() {
  // Before the build, which reads what these write again.
  run('npm', ['run', '--silent', 'check', '--', '--generated'])
  const sources = stage('check', 'npm', ['run', '--silent', 'check', '--', '--sources'])
  const compiled = await Promise.all([sources, build()])
  const tags = '--tags-filter=!long'
  return (
    compiled.every(Boolean) &&
    // Rows about names, sizes and documents: counted apart from what the program does.
    (await tests('structure', 'npx', ['vitest', 'run', '--project', 'structure', tags])) &&
    (await tests('node', 'npx', ['vitest', 'run', '--project', 'node', tags])) &&
    (await onPostgres(serverTests(SOON_ON_BOTH), [tags])) &&
    (await tests('screens', 'npx', ['vitest', 'run', '--project', 'screens', tags])) &&
    (await tests('Chromium', 'npx', ['playwright', 'test', '--project=soon'])) &&
    (await tests('browsers', 'npx', ['vitest', 'run', '--project', 'browsers', tags]))
  )
}

/** The tests marked as long, and what else can differ between the databases. */
async function testLong() {
  const tags = '--tags-filter=long'
  const soon = new Set(serverTests(SOON_ON_BOTH))
  const others = serverTests(BOTH_DATABASES).filter((path) => !soon.has(path))
  buildClients()
  installGenerators()
  unpackMailServers()
  return (
    (await build()) &&
    (await tests('node', 'npx', ['vitest', 'run', '--project', 'node', tags])) &&
    (await onPostgres(others)) &&
    (await fromPacked()) &&
    (await tests('screens', 'npx', ['vitest', 'run', '--project', 'screens', tags])) &&
    (await tests('Chromium', 'npx', ['playwright', 'test', '--project=long'])) &&
    (await tests('browsers', 'npx', ['vitest', 'run', '--project', 'browsers', tags]))
  )
}

/** All tests of the other browsers, those of both runs. */
async function testBrowsers() {
  return (await build()) && tests('browsers', 'npx', ['vitest', 'run', '--project', 'browsers'])
}

async function build() {
  if (!isBuilt() && !(await stage('build', 'npm', ['run', '--silent', 'build']))) return false
  packPrograms({ all: true })
  return stage('budget', 'npm', ['run', '--silent', 'budget'])
}

/** Tests that start the server's programs, on those that are shipped; whether all passed. */
function fromPacked() {
  const args = ['vitest', 'run', '--project', 'node', ...serverTests(FROM_PACKED)]
  return tests('packed', 'npx', args, { PROGRAMS: 'packed' })
}

/** What filters and scanners send, by the thousand, with the times a port has where it is shipped. */
async function probe() {
  const file = 'tests/server/engine/probe-laboratory.test.ts'
  const count = process.env.PROBES ?? '10000'
  run('npx', ['vitest', 'run', '--project', 'node', file], { PROBES: count })
  return true
}

/** What takes an hour and rarely differs, with all the rest: before a release, and after work on what it tries. */
async function soak() {
  unpackMailServers()
  buildConsole()
  const files = ['tests/server/shop/kill.test.ts', 'tests/server/database/upgrade-kills.test.ts']
  const kills = ['vitest', 'run', '--project', 'node', ...files]
  await withPostgres((env) => run('npx', kills, { ...env, SOAK: '1' }))
  run('npx', ['vitest', 'run'], { SOAK: '1' })
  if (!(await onPostgres(serverTests(['*'])))) return false
  // Each number, where the gate tries one of those that are alike.
  if (!(await onPostgres(serverTests(['numbers']), [], { SOAK: '1' }))) return false
  run('npx', ['playwright', 'test'], { SOAK: '1' })
  run('npx', ['playwright', 'test', 'updates'], { DEPLOYMENTS: '100' })
  return true
}

/** Runs tests of the server on PostgreSQL, but for what opens no database, or one of its own; whether all passed. */
async function onPostgres(paths, more = [], variables = {}) {
  const own = new Set(serverTests(OWN_DATABASE))
  const files = paths.filter((path) => !own.has(path))
  const args = ['vitest', 'run', '--project', 'node', ...more, ...files]
  return withPostgres((env) => {
    const all = { ...env, ...variables }
    return tests('PostgreSQL', 'npx', args, all, withPostgres)
  })
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

/** Installs what is missing of some programs; whether they are all there then. */
function installPrograms(needed) {
  const missing = needed.filter(([path]) => !existsSync(path)).map(([, name]) => name)
  return missing.length === 0 || installFromDebian(missing, 'The tests need')
}
