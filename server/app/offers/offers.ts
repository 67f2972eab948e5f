import { readdir, stat } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import type { Schema } from '#contract'
import { command } from '../../base/installation.ts'
import type { Config } from '../../base/config.ts'
import type { InstalledRelease } from '../../base/version.ts'
import { NotTrusted, readKey, type WhyNot } from '../release/minisign.ts'
import { isOlderThan, type Trusted, trustedRelease } from '../release/verify.ts'
import { FOLDER, RELEASE_FILE } from '../upgrade/request.ts'
import { MAX_RELEASE_BYTES } from '../upgrade/unpack.ts'
import { layoutOf } from './way.ts'

/** How many folders of a folder are looked through; a mirror has one for each release. */
const MAX_FOLDERS = 100
/**
 * How many results of checking are kept: reading 50 MB takes a quarter of a second, and a mirror may have
 * several in each folder.
 */
const MAX_KEPT = 5 * MAX_FOLDERS

/** A release that was found, and what is known of it or why it is not taken. */
export type Offer = {
  id: string
  from: Schema<'ReleaseOffer'>['from']
  path: string
  bytes: number
  trusted?: Trusted
  problem?: string
  why?: WhyNot | undefined
}

type Deps = { config: Pick<Config, 'dataDir' | 'releases'>; release: InstalledRelease }

/** What was uploaded, in the data folder. */
export const uploadsIn = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, FOLDER)

/**
 * Releases for this machine: what was uploaded, whatever it is, and of the operator's folder what is
 * newer, or is not to be trusted. Newest first.
 */
export async function offersFor({ config, release }: Deps): Promise<Offer[]> {
  const uploaded = await filesIn(uploadsIn(config))
  const found = await filesBelow(config.releases)
  const offers = await Promise.all([
    ...uploaded.map((path) => offerOf('upload', path, uploadsIn(config), release)),
    ...found.map((path) => offerOf('folder', path, config.releases, release)),
  ])
  return offers
    .filter((one) => one !== undefined)
    .filter(({ from, trusted }) => from === 'upload' || !trusted || isNewer(trusted, release))
    .toSorted((a, b) => (isBefore(b, a) ? -1 : isBefore(a, b) ? 1 : a.id < b.id ? -1 : 1))
}

/** Whether a release is older than another; what nobody knows is older than all. */
const isBefore = ({ trusted: one }: Offer, { trusted: other }: Offer) =>
  other !== undefined && (!one || isOlderThan(one, other))

/** The one of this name; undefined where it is gone. */
export async function findOffer(deps: Deps, id: string): Promise<Offer | undefined> {
  return (await offersFor(deps)).find((one) => one.id === id)
}

/** What the page is told of it. */
export function viewOf({
  id,
  from,
  path,
  bytes,
  trusted,
  problem,
  why,
}: Offer): Schema<'ReleaseOffer'> {
  return {
    id,
    from,
    file: basename(path),
    bytes,
    version: trusted?.version ?? null,
    problem: problem ?? null,
    why: why ?? null,
    command: command(`upgrade ${path}`),
  }
}

function isNewer(trusted: Trusted, { version, time = 0 }: InstalledRelease): boolean {
  const isSame = trusted.version === version && trusted.time === time
  return !isSame && !isOlderThan(trusted, { version, time })
}

/** Files of releases in a folder that are for this kind of machine. */
async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => RELEASE_FILE.test(name)).map((name) => join(folder, name))
}

async function filesBelow(folder: string): Promise<string[]> {
  if (folder === '') return []
  const all = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const below = all.filter((one) => !one.isFile()).slice(0, MAX_FOLDERS)
  const found = await Promise.all([
    filesIn(folder),
    ...below.map(({ name }) => filesIn(join(folder, name))),
  ])
  return found.flat()
}

/** Undefined for a file that is for other machines, in a folder that has those of all. */
async function offerOf(
  from: Offer['from'],
  path: string,
  folder: string,
  release: InstalledRelease,
): Promise<Offer | undefined> {
  const facts = await stat(path).catch(() => undefined)
  if (!facts?.isFile()) return undefined
  const offer = { id: `${from}/${relative(folder, path)}`, from, path, bytes: facts.size }
  const other = otherMachine(path, release)
  if (other !== undefined)
    return from === 'folder' ? undefined : { ...offer, problem: other, why: 'other machine' }
  if (facts.size > MAX_RELEASE_BYTES) return { ...offer, problem: tooLarge(path) }
  try {
    const trusted = await kept(path, release)
    const isSame = trusted.version === release.version && trusted.time === release.time
    if (!isSame) return { ...offer, trusted }
    return { ...offer, trusted, problem: `${trusted.version} is what runs already.`, why: 'same' }
  } catch (error) {
    if (!(error instanceof NotTrusted)) throw error
    // A mirror keeps what was before.
    if (from === 'folder' && error.why === 'older') return undefined
    return { ...offer, problem: error.message, why: error.why }
  }
}

const tooLarge = (path: string) => `${basename(path)} is far too large to be a release.`

/** Why a file is not for this machine; undefined where it is. */
function otherMachine(path: string, release: InstalledRelease): string | undefined {
  const { arch } = process
  const isPackage = layoutOf(release)?.kind === 'package'
  const end = isPackage ? `_${arch === 'x64' ? 'amd64' : arch}.deb` : `-linux-${arch}.tar.gz`
  if (path.endsWith(end)) return undefined
  return `${basename(path)} is not for this machine: it takes sluice…${end}.`
}

const known = new Map<string, Promise<Trusted>>()

/** Checks a release once for each state of its files. Throws `NotTrusted`. */
async function kept(path: string, release: InstalledRelease): Promise<Trusted> {
  const beside = ['', '/../SHA256SUMS', '/../SHA256SUMS.minisig'].map((end) => join(path, end))
  const states = await Promise.all(beside.map(stateOf))
  const name = JSON.stringify([path, release.key, release.version, release.time, ...states])
  const before = known.get(name)
  if (before) return before
  const checked = checkRelease(path, release)
  const [oldest] = known.keys()
  if (known.size >= MAX_KEPT && oldest !== undefined) known.delete(oldest)
  known.set(name, checked)
  // What a disk could not read is tried again.
  checked.catch((error: unknown) => error instanceof NotTrusted || known.delete(name))
  return checked
}

async function stateOf(path: string): Promise<string> {
  const facts = await stat(path).catch(() => undefined)
  return facts ? `${facts.ino} ${facts.size} ${facts.mtimeMs} ${facts.ctimeMs}` : ''
}

/** Checks a release anew. Throws `NotTrusted`. */
export async function checkRelease(path: string, release: InstalledRelease): Promise<Trusted> {
  const { key, version, time } = release
  if (key === undefined)
    throw new NotTrusted(
      'This release has no key built in: only the command, given the key you trust, can check it.',
    )
  const machine = { platform: process.platform, arch: process.arch }
  return trustedRelease(path, {
    key: readKey(key),
    installed: { version, ...(time !== undefined && { time }) },
    machine,
  })
}
