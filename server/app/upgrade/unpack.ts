import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { sync } from '../../database/fileSync.ts'
import type { Layout } from './layout.ts'
import { UpgradeRefused } from './refused.ts'

/** What a release takes unpacked, for each byte of its archive; a generous guess. */
const UNPACKED_FACTOR = 6
/** What stays free beside it, bytes. */
export const SPARE_BYTES = 64 * 2 ** 20
const HALF = '.sluice-half-'
/** The folder with what was taken in, beside the releases. */
export const TAKEN = '.sluice-taken'
/** The largest release that is taken from the page, bytes; they have some 50 MB. */
export const MAX_RELEASE_BYTES = 400_000_000
const BESIDE = ['SHA256SUMS', 'SHA256SUMS.minisig']

/** The file of a release that this machine takes, in a folder or by itself. */
export function fileFor(path: string, { kind }: Layout, arch = process.arch): string {
  if (!existsSync(path)) throw new UpgradeRefused(`There is no ${path}.`)
  if (!statSync(path).isDirectory()) return path
  const end =
    kind === 'package' ? `_${arch === 'x64' ? 'amd64' : arch}.deb` : `-linux-${arch}.tar.gz`
  const names = readdirSync(path).filter((name) => name.startsWith('sluice') && name.endsWith(end))
  const [name] = names
  if (name === undefined)
    throw new UpgradeRefused(`No release for this machine (sluice…${end}) is in ${path}.`)
  if (names.length > 1)
    throw new UpgradeRefused(`There is more than one release in ${path}: ${names.join(', ')}.`)
  return join(path, name)
}

/**
 * Copies a file of a release and what is signed of it into a folder of its own beside the releases:
 * what is checked there is what is unpacked. Returns its path there.
 */
export function takeIn(file: string, { parent }: Layout): string {
  const folder = join(parent, TAKEN)
  const needed = neededFor(statSync(file).size)
  const { bavail, bsize } = statfsSync(parent)
  if (bavail * bsize < needed)
    throw new UpgradeRefused(
      `There is too little room in ${parent}: ${Math.ceil(needed / 2 ** 20)} MB must be free.`,
    )
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { mode: 0o700 })
  for (const name of [basename(file), ...BESIDE]) {
    const from = join(dirname(file), name)
    if (existsSync(from)) copyFileSync(from, join(folder, name))
  }
  return join(folder, basename(file))
}

/** How much must be free beside the releases for an archive of this size, bytes. */
export const neededFor = (bytes: number) => bytes * (1 + UNPACKED_FACTOR) + SPARE_BYTES

/** Deletes what was taken in. */
export const dropTaken = ({ parent }: Layout) =>
  rmSync(join(parent, TAKEN), { recursive: true, force: true })

/** Unpacks an archive beside the release that runs. Returns its folder's name; it is on the disk then. */
export function unpack(file: string, { parent }: Layout): string {
  const folder = basename(file, '.tar.gz')
  // Of one that was killed; its tar may still run, into nothing.
  for (const name of readdirSync(parent).filter((one) => one.startsWith(HALF)))
    rmSync(join(parent, name), { recursive: true, force: true, maxRetries: 5 })
  const half = mkdtempSync(join(parent, HALF))
  try {
    // Its modes are a release's, whatever the umask of who upgrades.
    const words = ['--no-same-owner', '--same-permissions', '-xzf', file, '-C', half]
    execFileSync('tar', words, { stdio: ['ignore', 'ignore', 'pipe'] })
    if (!existsSync(join(half, folder, 'bin/sluice')))
      throw new UpgradeRefused(`${basename(file)} does not hold what its name says.`)
    execFileSync('sync', ['-f', half])
    const place = join(parent, folder)
    rmSync(place, { recursive: true, force: true })
    renameSync(join(half, folder), place)
    sync(parent)
    return folder
  } finally {
    rmSync(half, { recursive: true, force: true, maxRetries: 5 })
  }
}
