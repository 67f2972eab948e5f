#!/usr/bin/env node
/** The command of a packed release; runs on the Node a machine has (18 or newer) and chooses the one that serves. */
import { existsSync, lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { become } from './become.mjs'

/** What the programs are made for. */
const NODE_MAJOR = 26
/** How many programs' compiled code stays: of this version, and of those one may go back to. */
const MAX_COMPILED = 3
const root = fileURLToPath(new URL('..', import.meta.url))
const [first = '', ...rest] = process.argv.slice(2)
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

const PROGRAMS = {
  engine: 'engineCommand',
  backup: 'backup',
  secret: 'secret',
  'move-db': 'moveDb',
  export: 'exportShop',
  import: 'importShop',
}
const USAGE = `Sluice ${version}

sluice [--demo]                    serves the console at http://localhost:8080
sluice backup list|check|restore|rollback
sluice engine status|stop|run
sluice secret rotate
sluice move-db --to postgres://…    the shop to another database, or back
sluice export --file shop.sluice     the shop as one file
sluice import --file shop.sluice
sluice --version

Settings are environment variables: ${join(root, 'README.md')}, or DATA_DIR, SITE, PORT, DATABASE_URL to begin with.`

// The manual's installation ends with this call: npm says nothing where it could not fetch Node.
if (first === '--version' || first === '-v') console.log(node() && version)
else if (first === '--help' || first === '-h' || first === 'help') console.log(USAGE)
else if (Object.hasOwn(PROGRAMS, first)) run(PROGRAMS[first], rest)
else if (first === '' || first.startsWith('--')) run('console', process.argv.slice(2))
else {
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
