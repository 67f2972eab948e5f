/**
 * Makes what a fresh clone lacks: packages, and the built console.
 *
 * Runs on the Node a machine has (18 or newer), before the pinned one is installed.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installFromDebian } from './debian.mjs'
import { linkNode, packageOf } from './linkNode.mjs'

/** Top folder of the project. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Which npm installs where the machine's own Node is too old for it. */
const NPM = '11.19.1'
const STAMP = join(root, 'node_modules', '.sluice')
/** What the console is made of: files and folders. */
export const SOURCES = [
  'src',
  'sw',
  // Of these the program of nodes is made.
  'server/base',
  'server/network',
  'server/engine',
  'server/fleet/nodes',
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
  if (error) {
    console.error(
      error.code === 'ENOENT'
        ? `There is no ${command} here: install it, then try again.`
        : error.message,
    )
    process.exit(1)
  }
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
  const omitted = onlyRunning ? ['--omit=dev'] : ['--include=dev']
  // Debian's own Node trusts whom the machine trusts; the pinned one does so when it is told.
  const env = { NODE_USE_SYSTEM_CA: '1' }
  run('npm', [...throughPinned(), 'ci', '--no-audit', '--no-fund', ...omitted], env)
  // Where scripts of packages are not allowed, ours did not run either.
  linkNode(join(root, 'node_modules'))
  makeNodeRun(pinnedNode(), [])
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

/**
 * Words before those for npm. npm leaves out what a build cannot do without where it does not name the
 * machine's Node among those it is for: then the pinned Node runs a newer npm, both fetched for that.
 */
function throughPinned() {
  if (isFit(process.versions.node)) return []
  const { version } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages[
    `node_modules/${packageOf(process.platform, process.arch)}`
  ]
  const node = `--package=${packageOf(process.platform, process.arch)}@${version}`
  makeNodeRun('npm', ['exec', '--yes', node, '--', 'node'])
  return ['exec', '--yes', node, `--package=npm@${NPM}`, '--', 'npm']
}

/** Whether packages of today take a Node: what Vite asks for, which is the strictest of them. */
export function isFit(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)
}

/** A bare Debian lacks a library that Node 26 wants. Where Node does not run, its own words say why. */
function makeNodeRun(command, words) {
  const said = () => spawnSync(command, [...words, '--version'], { cwd: root, encoding: 'utf8' })
  const wants = 'Node 26, which Sluice brings along, needs'
  if (said().stderr?.includes('libatomic.so.1') && !installFromDebian(['libatomic1'], wants))
    process.exit(1)
  const { status, stderr, error } = said()
  if (status === 0) return
  console.error(
    `Node 26, which Sluice brings along, does not run here: ${error?.message ?? stderr}`,
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
    // The route tree is made by the build itself, and types are in no build.
    else if (!/\.(gen|d)\.ts$/.test(path)) latest = Math.max(latest, facts.mtimeMs)
  }
  for (const source of sources) look(join(root, source))
  return latest
}
