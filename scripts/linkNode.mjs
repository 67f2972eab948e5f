/** After an install: the pinned Node is there by its name. Runs on the Node a machine has. */
import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The package that brings Node for a platform, as package.json has them. */
export const packageOf = (platform, arch) =>
  `node-${platform === 'darwin' && arch === 'arm64' ? 'bin-' : ''}${platform}-${arch}`

/**
 * Links the pinned Node as `node_modules/.bin/node` where that is missing. The packages of all
 * platforms have a command of this name, and npm 9 and 10 remove it again with those it leaves out;
 * then every script would run on the Node of the machine. Windows has a file instead of a link.
 */
export function linkNode(modules, { platform, arch } = process) {
  const link = join(modules, '.bin', 'node')
  const program = join(packageOf(platform, arch), 'bin', 'node')
  if (platform === 'win32' || existsSync(link) || !existsSync(join(modules, program))) return
  mkdirSync(dirname(link), { recursive: true })
  symlinkSync(join('..', program), link)
}

const file = fileURLToPath(import.meta.url)
if (process.argv[1] === file) linkNode(join(dirname(dirname(file)), 'node_modules'))
