import {
  chmodSync,
  existsSync,
  lstatSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { INSTALLATION } from '../../base/installation.ts'
import { sync } from '../../database/fileSync.ts'
import type { Placed } from './state.ts'
import { UpgradeRefused } from './refused.ts'

/** Where releases lie beside each other here, and the link that says which of them is started. */
export type Layout = {
  kind: 'package' | 'archive'
  /** The folder with the releases. */
  parent: string
  link: string
  /** What the link names for a release in a folder of this name. */
  targetOf: (folder: string) => string
}

/** Debian's package: the release that runs while another is put in place is kept beside it. */
const PACKAGE_LINK = '/usr/bin/sluice'
const PACKAGE = '/usr/lib/sluice'
const NAME = /^sluice[\w.+-]*$/
const KEPT = 'sluice-before'
/** In a release: the folder of the one that it took the place of, as whoever upgraded wrote it. */
const BEFORE = 'upgraded-from'

/**
 * How this release is installed. Throws `UpgradeRefused` where there is no link that an upgrade could
 * change at once, as with npm.
 */
export function layoutHere(root = dirname(INSTALLATION.manifest)): Layout {
  const parent = dirname(root)
  if (root === PACKAGE || root === join(dirname(PACKAGE), KEPT))
    return {
      kind: 'package',
      parent,
      link: PACKAGE_LINK,
      targetOf: (folder) => `../lib/${folder}/bin/sluice`,
    }
  const link = join(parent, 'sluice')
  if (isLink(link) && existsSync(join(root, 'bin/node')))
    return { kind: 'archive', parent, link, targetOf: (folder) => join(parent, folder) }
  throw new UpgradeRefused(
    `This release in ${root} was put there by npm or by hand: it is upgraded as it was installed. "sluice upgrade" is for Debian's package and for the archive with Node inside, to which a link ${link} leads.`,
  )
}

/** The folder that the link leads to; undefined where it leads elsewhere. */
export function linkedIn({ link, targetOf, parent }: Layout): string | undefined {
  if (!isLink(link)) return undefined
  const target = readlinkSync(link)
  const folder = target.endsWith('/bin/sluice') ? basename(join(target, '../..')) : basename(target)
  const same = [targetOf(folder), folder, join(parent, folder)]
  return same.includes(target) ? folder : undefined
}

/**
 * Has the link lead to another release, in one step. Throws `UpgradeRefused` for a folder that is not
 * of who owns this release: its name may come from a file that the console's user writes.
 */
export function switchTo({ link, targetOf, parent }: Layout, folder: string): void {
  const place = join(parent, folder)
  const facts = lstatSync(place, { throwIfNoEntry: false })
  const isOurs =
    NAME.test(folder) &&
    facts?.isDirectory() === true &&
    facts.uid === lstatSync(dirname(INSTALLATION.manifest)).uid
  if (!isOurs) throw new UpgradeRefused(`${place} is no release that was put there by its owner.`)
  const next = `${link}.next`
  rmSync(next, { force: true })
  symlinkSync(targetOf(folder), next)
  renameSync(next, link)
  sync(dirname(link))
}

/** Notes in a release which one it takes the place of. */
export function noteBefore({ parent, kind }: Layout, folder: string, before: string): void {
  if (kind !== 'archive') return
  const path = join(parent, folder, BEFORE)
  writeFileSync(path, before)
  // The console reads it, whatever the umask of who upgrades.
  chmodSync(path, 0o644)
}

/** Forgets it: what was gone back to is a step back already. */
export const forgetBefore = ({ parent }: Layout, folder: string) =>
  rmSync(join(parent, folder, BEFORE), { force: true })

/**
 * Whether the release that the link names took the place of this one. The state says so too, and it lies
 * where the console's user writes. Of Debian's package no others lie there.
 */
export function isBefore(layout: Layout, folder: string): boolean {
  if (layout.kind === 'package') return true
  const linked = linkedIn(layout)
  const path = join(layout.parent, linked ?? '', BEFORE)
  return linked !== undefined && existsSync(path) && readFileSync(path, 'utf8') === folder
}

/**
 * What the release in a folder says of itself. Throws `UpgradeRefused` for what is none, and for a name
 * that leads out of where releases lie: it may come from a file that the console's user writes.
 */
export function releaseIn({ parent }: Layout, folder: string): Placed {
  try {
    if (!NAME.test(folder) || !lstatSync(join(parent, folder)).isDirectory())
      throw new Error(folder)
    const text = readFileSync(join(parent, folder, 'package.json'), 'utf8')
    const { version, release } = JSON.parse(text) as {
      version: string
      release: { commit: string; time: number }
    }
    return { folder, version, commit: release.commit, time: release.time }
  } catch {
    throw new UpgradeRefused(`There is no release in ${join(parent, folder)}.`)
  }
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
}
