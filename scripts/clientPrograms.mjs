/**
 * The programs that read what a subscription is: sing-box, Xray, mihomo and shadowsocks-rust. They
 * are built once, from pinned versions and with the ordinary tools of their languages, into a folder
 * that outlives clones of this project. Building takes a quarter of an hour on two cores.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { forgetLeftOut, noteLeftOut } from './leftOut.mjs'

const FOLDER = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'sluice-tests')

/** How long one may take to build, ms. */
const BUILD_MS = 1_200_000

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
  for (const [name, client] of Object.entries(CLIENTS)) {
    if (existsSync(clientFile(name, client.crate ? 'sslocal' : name))) continue
    console.log(`Building ${name} ${client.version} (once)…`)
    mkdirSync(folderOf(name), { recursive: true })
    const trouble = client.go ? buildGo(name, client) : buildCrate(name, client)
    if (trouble) noteLeftOut('clients', name, trouble)
  }
}

/** In a module of ours that asks for this very version, which needs no list of all versions. */
function buildGo(name, { version, go: { module, main, tags = '' } }) {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-client-'))
  try {
    writeFileSync(join(folder, 'go.mod'), `module client\n\nrequire ${module} v${version}\n`)
    const options = ['-mod=mod', '-trimpath', '-buildvcs=false', '-tags', tags]
    return build('go', ['build', ...options, '-o', clientFile(name), `${module}${main}`], folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function buildCrate(name, { version, crate }) {
  const args = ['install', '--locked', '--root', folderOf(name), `${crate}@${version}`]
  return build('cargo', args, tmpdir())
}

/** Why it failed; nothing where it did not. */
function build(tool, args, cwd) {
  const options = { cwd, encoding: 'utf8', timeout: BUILD_MS }
  const { status, error, stderr } = spawnSync(tool, args, options)
  if (error) return error.code === 'ENOENT' ? `there is no ${tool} to build it` : error.message
  return status === 0
    ? undefined
    : `${tool} failed: ${stderr.trim().split('\n').slice(-3).join(' ')}`
}
