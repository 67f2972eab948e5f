/**
 * Makes what a fresh clone lacks: packages, and the built console.
 *
 * Runs on the Node a machine has (20 or newer), before the pinned one is installed.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Top folder of the project. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

const STAMP = join(root, 'node_modules', '.sluice')
/** What the console is made of: files and folders. */
export const SOURCES = [
  'src',
  'sw',
  // Of these the program of nodes is made.
  'server/base',
  'server/network',
  'server/traffic/cipher',
  'server/traffic/engine',
  'server/traffic/nodes',
  'server/traffic/probe',
  'server/traffic/wireguard',
  'public',
  'docs/manual',
  'openapi',
  'scripts',
  'index.html',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
]

/** What the server's programs are made of (`scripts/programs.ts`). */
export const PROGRAM_SOURCES = [
  'server',
  'openapi',
  'src/rules',
  'scripts',
  'package.json',
  'package-lock.json',
]

/** Runs a command in the project, its output shown; ends this process when it fails. */
export function run(command, args, env = {}) {
  const path = `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: path, ...env },
  })
  if (error) throw error
  if (status !== 0) process.exit(status ?? 1)
}

/**
 * Installs the packages of the lockfile, unless they are there already: what building and running
 * need, or with `all` what tests and checks need as well. What somebody installed by hand is
 * installed in full, and never made less.
 */
export function installPackages({ all }) {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  const [running, complete] = [`${lock} running`, `${lock} all`]
  const installed = existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : undefined
  if (installed === complete || (installed === running && !all)) return
  const isFresh = !existsSync(join(root, 'node_modules'))
  const onlyRunning = !all && (isFresh || installed?.endsWith(' running') === true)
  console.log('Installing packages (once)…')
  run('npm', [
    'ci',
    '--no-audit',
    '--no-fund',
    ...(onlyRunning ? ['--omit=dev'] : ['--include=dev']),
  ])
  writeFileSync(STAMP, onlyRunning ? running : complete)
}

/** Whether the built console is newer than every source of it. */
export const isBuilt = () => isNewer('dist', SOURCES)

/** Builds the console, unless that is done. */
export function buildConsole() {
  if (isBuilt()) return
  console.log('Building the console (once)…')
  run('npm', ['run', '--silent', 'build'])
}

/**
 * Packs the programs that `npm start` runs, unless that is done; a few seconds. With `all` those of
 * a release, which tests start.
 */
export function packPrograms({ all = false } = {}) {
  const isPacked = isNewer('dist-server', PROGRAM_SOURCES)
  if (isPacked && (!all || readFileSync(join(root, 'dist-server/.built'), 'utf8') === 'all')) return
  run(pinnedNode(), ['scripts/programs.ts', ...(all ? ['--all'] : [])])
}

/** The Node this project is pinned to; the host's where no pinned one exists for its platform. */
export function pinnedNode() {
  const bundled = join(
    root,
    'node_modules',
    '.bin',
    process.platform === 'win32' ? 'node.cmd' : 'node',
  )
  if (existsSync(bundled)) return bundled
  if (Number(process.versions.node.split('.')[0]) >= 26) return process.execPath
  console.error(
    'There is no packaged Node 26 for this platform. Install Node 26 or newer, then try again.',
  )
  process.exit(1)
}

/** Whether what was built last of a folder is newer than every source. */
function isNewer(folder, sources) {
  const built = statSync(join(root, folder, '.built'), { throwIfNoEntry: false })
  return built !== undefined && newest(sources) <= built.mtimeMs
}

function newest(sources) {
  let latest = 0
  const look = (path) => {
    const facts = statSync(path)
    if (facts.isDirectory()) for (const name of readdirSync(path)) look(join(path, name))
    // The route tree is made by the build itself.
    else if (!path.endsWith('.gen.ts')) latest = Math.max(latest, facts.mtimeMs)
  }
  for (const source of sources) look(join(root, source))
  return latest
}
