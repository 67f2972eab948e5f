import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { packageOf } from './linkNode.mjs'

/** The machines that archives with Node inside are made for, by Node's and Debian's name. */
export const PLATFORMS = [
  { arch: 'x64', debian: 'amd64' },
  { arch: 'arm64', debian: 'arm64' },
] as const

export type Platform = (typeof PLATFORMS)[number]

type Lock = { packages: Record<string, { version: string; integrity: string } | undefined> }

const FETCHED = 'node_modules/.cache/release'

/**
 * Puts Node and its licence for a platform into a folder: from the installed package, else from the
 * registry, where it has to be the one of the lock file. Throws where it cannot be had.
 */
export function putNode(folder: string, { arch }: Platform): void {
  const name = packageOf('linux', arch)
  const installed = join('node_modules', name)
  const from = existsSync(join(installed, 'bin/node')) ? installed : fetchNode(name)
  mkdirSync(join(folder, 'bin'), { recursive: true })
  copyFileSync(join(from, 'bin/node'), join(folder, 'bin/node'))
  copyFileSync(join(from, 'LICENSE'), join(folder, 'LICENSE.node'))
}

/** The package of another platform, unpacked; fetched once. */
function fetchNode(name: string): string {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock
  const wanted = lock.packages[`node_modules/${name}`]
  if (!wanted) throw new Error(`package-lock.json has no ${name}`)
  const folder = join(FETCHED, `${name}-${wanted.version}`)
  if (existsSync(folder)) return folder
  const half = `${folder}.half`
  rmSync(half, { recursive: true, force: true })
  mkdirSync(half, { recursive: true })
  const words = ['pack', '--silent', '--pack-destination', half, `${name}@${wanted.version}`]
  const file = join(half, execFileSync('npm', words, { encoding: 'utf8' }).trim())
  const sum = createHash('sha512').update(readFileSync(file)).digest('base64')
  if (`sha512-${sum}` !== wanted.integrity)
    throw new Error(`what the registry has as ${name} is not what package-lock.json names`)
  const parts = ['package/bin/node', 'package/LICENSE']
  execFileSync('tar', ['xzf', file, '-C', half, '--strip-components=1', ...parts])
  rmSync(file)
  renameSync(half, folder)
  return folder
}
