#!/usr/bin/env node
/** The command of a packed release; runs on the Node a machine has (18 or newer) and chooses the one that serves. */
import { spawnSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { become } from './become.mjs'

/** What the programs are made for. */
const NODE_MAJOR = 26
/** How many programs' compiled code stays: of this version, and of those one may go back to. */
const MAX_COMPILED = 3
/** How often a new release may end in its trial before nobody tries it any more. */
const MAX_TRIES = 3
const root = fileURLToPath(new URL('..', import.meta.url))
const [first = '', ...rest] = process.argv.slice(2)
const { version, release } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
/** Which release it is, to the commit. */
const day = (seconds) => new Date(seconds * 1000).toISOString().slice(0, 10)
const VERSION = release
  ? `${version} (${release.commit.slice(0, 8)}, ${day(release.time)})`
  : version

const PROGRAMS = {
  engine: 'engineCommand',
  backup: 'backup',
  secret: 'secret',
  'move-db': 'moveDb',
  export: 'exportShop',
  import: 'importShop',
  verify: 'verify',
  setup: 'setup',
  config: 'config',
  upgrade: 'upgrade',
}
const USAGE = `Sluice ${VERSION}

sluice setup https://…              settings, service and set-up link, where Debian's package is installed
sluice [--demo]                    serves the console at http://localhost:8080
sluice backup list|check|restore|rollback
sluice engine status|stop|run
sluice secret rotate
sluice move-db --to postgres://…    the shop to another database, or back
sluice export --file shop.sluice     the shop as one file
sluice import --file shop.sluice
sluice config check                  whether the settings are right, before a restart
sluice verify <folder or file>       whether a downloaded release is whole, signed and newer
sluice upgrade <folder or file>      to a newer release, after a rehearsal; goes back by itself
sluice rollback                      to the release before, and says what would be lost
sluice --version

Settings are environment variables: ${join(root, 'docs/manual/en/settings.md')}, or DATA_DIR, SITE, PORT, DATABASE_URL to begin with.`

// The manual's installation ends with this call: npm says nothing where it could not fetch Node.
if (first === '--version' || first === '-v') console.log(node() && VERSION)
else if (first === '--help' || first === '-h' || first === 'help') console.log(USAGE)
else if (first === 'rollback') run('upgrade', process.argv.slice(2))
else if (Object.hasOwn(PROGRAMS, first)) run(PROGRAMS[first], rest)
else if (first === '' || first.startsWith('--')) {
  if (!leadsElsewhere()) run('console', process.argv.slice(2))
} else {
  console.error(`"${first}" is not known.\n\n${USAGE}`)
  process.exit(2)
}

function run(program, words) {
  // Node says that of nobody's libraries while they are files of their own.
  const flags = ['--disable-warning=DEP0040']
  // As the source tree starts it: what a call leaves behind dies young, and no report of a full
  // heap names secrets.
  if (program === 'console') flags.push('--max-semi-space-size=4', '--report-exclude-env')
  const file = join(root, 'server', `${program}.mjs`)
  become(node(), [...flags, file, ...words], { env: { ...compiled(program), ...process.env } })
}

/**
 * What an upgrade that is not over wants of a start (server/app/upgrade/state.ts). Whoever upgrades may
 * have been killed: then the starts of the service alone lead to a release that serves. Returns
 * whether another release was started.
 */
function leadsElsewhere() {
  const data = resolve(process.env.DATA_DIR ?? 'data')
  const here = basename(root)
  const state = readJson(join(data, 'upgrade.json'))
  if (state?.phase === 'trial' && state.to?.folder === here) {
    if (!isTriedTooOften(join(data, 'upgrade-tries'))) return false
    const other = beside(state.from?.folder)
    if (other) spawnSync(other, ['upgrade', 'give-up'], { stdio: 'inherit' })
  }
  const now = readJson(join(data, 'upgrade.json'))
  const isOver = now?.phase === 'back' || now?.phase === 'going back'
  if (!isOver) return false
  const other = beside(now.from?.folder)
  if (now.to?.folder === here && other) {
    become(other, process.argv.slice(2))
    return true
  }
  if (now.phase !== 'going back' || now.from?.folder !== here) return false
  const words = [join(root, 'server/upgrade.mjs'), 'put-back']
  const { status } = spawnSync(node(), words, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
  return false
}

/** The command of a release beside this one, of the same owner; a name in the data folder is no path. */
function beside(folder) {
  if (typeof folder !== 'string' || !/^sluice[\w.+-]*$/.test(folder) || folder === basename(root))
    return undefined
  const file = join(dirname(root), folder, 'bin/sluice')
  try {
    return statSync(file).uid === statSync(root).uid ? file : undefined
  } catch {
    return undefined
  }
}

function isTriedTooOften(path) {
  const tries = Number(readJson(path) ?? 0) + 1
  try {
    writeFileSync(path, String(tries))
  } catch {
    // On a full disk whoever watches decides.
  }
  return tries > MAX_TRIES
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * Where Node keeps compiled code from one start to the next: in the data folder, the only one a
 * service may write to. The first start makes that folder, closed to others, and compiles.
 */
function compiled(program) {
  const data = resolve(process.env.DATA_DIR ?? 'data')
  if (program !== 'console' || !existsSync(data)) return {}
  const folder = join(data, 'compiled')
  removeOldCode(folder)
  return { NODE_COMPILE_CACHE: folder }
}

/** A release in another folder, or another Node, leaves what the one before has compiled: 5 MB each. */
function removeOldCode(folder) {
  try {
    const files = readdirSync(folder, { recursive: true })
      .map((name) => ({ path: join(folder, name), ...facts(join(folder, name)) }))
      .filter(({ isFile }) => isFile)
      .sort((a, b) => b.at - a.at)
    for (const { path } of files.slice(MAX_COMPILED)) rmSync(path, { force: true })
  } catch {
    // Not there yet, or not to be written to: then nothing is kept there either.
  }
}

function facts(path) {
  const found = lstatSync(path)
  return { isFile: found.isFile(), at: found.mtimeMs }
}

/** This Node where it is new enough, else the one that npm brought along. */
function node() {
  if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR) return process.execPath
  const platform = { linux: 'linux', darwin: 'darwin', win32: 'win' }[process.platform]
  for (const name of [`node-${platform}-${process.arch}`, `node-bin-${platform}-${process.arch}`])
    try {
      const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`)
      const file = join(manifest, '..', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
      if (existsSync(file)) return file
    } catch {
      // Not for this platform.
    }
  console.error(
    `Sluice needs Node ${NODE_MAJOR} or newer; this is ${process.versions.node}, and npm brought none along for this machine (${process.platform} ${process.arch}).`,
  )
  return process.exit(1)
}
