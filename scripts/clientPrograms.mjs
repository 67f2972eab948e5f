/**
 * The programs that read what a subscription is: sing-box, Xray, mihomo and shadowsocks-rust. They
 * are built once, from pinned versions and with the ordinary tools of their languages, into a folder
 * that outlives clones of this project. Building takes a quarter of an hour on two cores, of which one
 * run spends some minutes; the next run goes on where it ended.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { forgetLeftOut, noteLeftOut } from './leftOut.mjs'

/** Where programs of others lie that tests start. */
export const FOLDER = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'sluice-tests')

/** How long building may take in one run, ms. */
const RUN_MS = 420_000

const CLIENTS = {
  'sing-box': {
    version: '1.14.1',
    go: {
      module: 'github.com/sagernet/sing-box',
      main: '/cmd/sing-box',
      tags: 'with_utls,with_gvisor',
    },
  },
  xray: { version: '1.260327.0', go: { module: 'github.com/xtls/xray-core', main: '/main' } },
  // The last one whose sources can be had as a module.
  mihomo: {
    version: '1.19.2',
    go: { module: 'github.com/metacubex/mihomo', main: '', tags: 'with_gvisor' },
  },
  'shadowsocks-rust': { version: '1.25.0', crate: 'shadowsocks-rust' },
}

/** Where a program is, or would be: `name` is a client, `file` one of its programs. */
export const clientFile = (name, file = name) =>
  join(folderOf(name), CLIENTS[name].crate ? join('bin', file) : file)

const folderOf = (name) => join(FOLDER, `${name}-${CLIENTS[name].version}`)

/** Builds what is missing; what cannot be built is noted as left out. */
export function buildClients() {
  forgetLeftOut('clients')
  const end = Date.now() + RUN_MS
  for (const [name, client] of Object.entries(CLIENTS)) {
    if (existsSync(clientFile(name, client.crate ? 'sslocal' : name))) continue
    console.log(`Building ${name} ${client.version} (once)…`)
    mkdirSync(folderOf(name), { recursive: true })
    const timeout = Math.max(1, end - Date.now())
    const trouble = client.go ? buildGo(name, client, timeout) : buildCrate(name, client, timeout)
    if (trouble) noteLeftOut('clients', name, trouble)
  }
}

/** In a module of ours that asks for this very version, which needs no list of all versions. */
function buildGo(name, { version, go: { module, main, tags = '' } }, timeout) {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-client-'))
  try {
    writeFileSync(join(folder, 'go.mod'), `module client\n\nrequire ${module} v${version}\n`)
    const options = ['-mod=mod', '-trimpath', '-buildvcs=false', '-tags', tags]
    const args = ['build', ...options, '-o', clientFile(name), `${module}${main}`]
    return build('go', args, { cwd: folder, timeout })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Without optimizing, which takes most of the time and finds no more mistakes in a configuration. */
function buildCrate(name, { version, crate }, timeout) {
  const args = ['install', '--debug', '--locked', '--root', folderOf(name), `${crate}@${version}`]
  const env = { ...process.env, CARGO_TARGET_DIR: join(FOLDER, 'cargo') }
  return build('cargo', args, { cwd: tmpdir(), timeout, env })
}

/** Runs what builds a program. Returns why it failed; nothing where it did not. */
export function build(tool, args, options) {
  const { status, error, stderr } = spawnSync(tool, args, { ...options, encoding: 'utf8' })
  if (error?.code === 'ETIMEDOUT') return 'this run had no time left to build it; the next goes on'
  if (error) return error.code === 'ENOENT' ? `there is no ${tool} to build it` : error.message
  return status === 0
    ? undefined
    : `${tool} failed: ${stderr.trim().split('\n').slice(-3).join(' ')}`
}
