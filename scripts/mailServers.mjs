/**
 * Debian's mail servers, for tests to send to: unpacked and not installed, as Debian allows one of
 * them on a machine at most, and that one takes the machine's mail.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'
import { forgetLeftOut, noteLeftOut } from './leftOut.mjs'

/** Each, and its program in the package. */
const SERVERS = { postfix: 'usr/lib/postfix/sbin/master', 'exim4-daemon-light': 'usr/sbin/exim4' }

/** Where the package of a mail server is unpacked, with the libraries this machine lacks. */
export const mailServerFolder = (name) => join(root, '.tmp', 'debian', name)

/** Whether a mail server is there to be started. */
export const hasMailServer = (name) => existsSync(join(mailServerFolder(name), SERVERS[name]))

/** Unpacks what is missing; what cannot be had is noted as left out. */
export function unpackMailServers() {
  forgetLeftOut('mail servers')
  for (const name of Object.keys(SERVERS)) {
    if (hasMailServer(name)) continue
    const trouble = unpack(name)
    if (trouble) noteLeftOut('mail servers', name, trouble)
  }
}

/** Why a package could not be unpacked; undefined where it was. */
function unpack(name) {
  if (process.getuid?.() !== 0) return 'only root may start it'
  if (!existsSync('/usr/bin/apt-get')) return 'this is no Debian'
  const folder = mailServerFolder(name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  console.log(`Unpacking ${name}…`)
  let fetched = tried('apt-get', ['download', name, ...missingLibraries(name)], folder)
  if (fetched) {
    tried('apt-get', ['update', '-qq'], folder)
    fetched = tried('apt-get', ['download', name, ...missingLibraries(name)], folder)
  }
  const files = readdirSync(folder).filter((file) => file.endsWith('.deb'))
  return fetched ?? files.map((file) => tried('dpkg', ['-x', file, '.'], folder)).find(Boolean)
}

/** The libraries a package needs that are not installed. */
function missingLibraries(name) {
  const { stdout = '' } = spawnSync('apt-cache', ['depends', '-i', name], { encoding: 'utf8' })
  const needed = Array.from(stdout.matchAll(/Depends: (lib[\w.+-]+)/g), ([, library]) => library)
  return needed.filter((library) => spawnSync('dpkg', ['-s', library]).status !== 0)
}

/** Runs a program; why it failed, or undefined. */
function tried(program, words, cwd) {
  const { status, error, stderr } = spawnSync(program, words, { cwd, encoding: 'utf8' })
  return status === 0 ? undefined : (error?.message ?? stderr)
}
