import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { commentSigned, NotTrusted, type SigningKey } from './minisign.ts'

/** How long a list of sums may be, and its signature, bytes: ten lines or so. */
export const MAX_LIST_BYTES = 65_536
const LIST = 'SHA256SUMS'
const LINE = /^([\da-f]{64}) [ *]([\w.+-]+)$/
/** What is installed or run, as `scripts/release.ts` names it. */
const OURS = /^sluice[-_].+\.(?:tgz|tar\.gz|deb)$/
/** As `scripts/sums.ts` writes it. */
const COMMENT = /^sluice (\d+)\.(\d+)\.(\d+)(\+[\w.]+)? ([\da-f]{40}) (\d+)$/

/** What is installed: its version, and the time of its commit, s. */
type Installed = { version: string; time?: number }

/** What a release has to be for this machine. */
export type Terms = {
  key: SigningKey
  installed: Installed
  /** Of this machine: linux, and x64 or arm64 as Node names them. */
  machine: { platform: string; arch: string }
}

/**
 * Checks a downloaded release: a folder, or one file of it, with the list of sums and its signature
 * beside it. Answers what it is, in a sentence. Throws `NotTrusted` for what is cut off, changed,
 * signed with another key, older than what is installed, or for another machine.
 */
export async function verifyRelease(path: string, terms: Terms): Promise<string> {
  const { names, version } = await trustedRelease(path, terms)
  return `${names.join(', ')}: whole, of the release ${version}, signed with ${terms.key.id}.`
}

/** What is known of a release that was checked. */
export type Trusted = {
  names: string[]
  version: string
  /** Of its commit, s. */
  time: number
  /** The SHA-256 of the first file. */
  sum: string
}

/** As `verifyRelease`; answers what is known of it. */
export async function trustedRelease(path: string, terms: Terms): Promise<Trusted> {
  if (!existsSync(path)) throw new NotTrusted(`There is no ${path}.`)
  const isFolder = statSync(path).isDirectory()
  const folder = isFolder ? path : dirname(path)
  const { sums, version, time } = signedList(folder, terms)
  const names = isFolder ? namesIn(folder, sums) : [basename(path)]
  for (const name of names) {
    const sum = sums.get(name)
    if (sum === undefined) throw new NotTrusted(`${name} is not part of the release ${version}.`)
    if (!isFolder) checkMachine(name, terms.machine)
    if ((await sha256(join(folder, name))) !== sum)
      throw new NotTrusted(`${name} is cut off or was changed: download it again.`, 'changed')
  }
  return { names, version, time, sum: sums.get(names[0] ?? '') ?? '' }
}

/** The sums by name, once their signature was checked, and the version they are of. */
function signedList(folder: string, { key, installed }: Terms) {
  const list = readSmall(folder, LIST)
  const signature = readSmall(folder, `${LIST}.minisig`)
  const comment = commentSigned(list, signature.toString('utf8'), key)
  const said = COMMENT.exec(comment)
  if (!said) throw new NotTrusted(`It is signed, and no release of Sluice: "${comment}".`)
  const [major = 0, minor = 0, patch = 0] = said.slice(1, 4).map(Number)
  const version = `${major}.${minor}.${patch}${said[4] ?? ''}`
  if (isOlder([major, minor, patch, Number(said[6])], installed))
    throw new NotTrusted(
      `${version} is older than ${installed.version}, which runs here. To go back on purpose see the manual: Upgrade.`,
      'older',
    )
  const sums = new Map<string, string>()
  for (const line of list.toString('utf8').trim().split('\n')) {
    const [, sum, name] = LINE.exec(line) ?? []
    if (!sum || !name) throw new NotTrusted(`${LIST} has a line that is none: "${line}".`)
    sums.set(name, sum)
  }
  return { sums, version, time: Number(said[6]) }
}

function readSmall(folder: string, name: string): Buffer {
  const path = join(folder, name)
  const facts = statSync(path, { throwIfNoEntry: false })
  if (!facts?.isFile())
    throw new NotTrusted(
      `There is no ${name} beside it: download it too. Without it nobody knows whose release this is.`,
      'unsigned',
    )
  if (facts.size > MAX_LIST_BYTES) throw new NotTrusted(`${name} is far too long to be one.`)
  return readFileSync(path)
}

/** What of a release is in a folder, where nothing that could be taken for it may lie beside it. */
function namesIn(folder: string, sums: ReadonlyMap<string, string>): string[] {
  const found = readdirSync(folder).filter((name) => sums.has(name) || OURS.test(name))
  if (found.length === 0) throw new NotTrusted(`No file of the release is in ${folder}.`)
  return found.toSorted()
}

/** Whether a release is older than what is installed: versions first; of one version the later commit is newer. */
export function isOlderThan(offered: Installed, installed: Installed): boolean {
  return isOlder(partsOf(offered), installed)
}

function isOlder(offered: readonly number[], installed: Installed): boolean {
  const mine = partsOf(installed)
  const at = offered.findIndex((part, index) => part !== (mine[index] ?? 0))
  return at >= 0 && offered[at]! < (mine[at] ?? 0)
}

function partsOf({ version, time = 0 }: Installed): number[] {
  const numbers = version.replace(/[^\d.].*$/, '').split('.')
  return [...numbers.map(Number), time]
}

/** Throws for what cannot run here; an archive for npm runs anywhere. */
function checkMachine(name: string, { platform, arch }: Terms['machine']): void {
  const [, forArch] = /-linux-(\w+)\.tar\.gz$/.exec(name) ?? /_(\w+)\.deb$/.exec(name) ?? []
  if (forArch === undefined) return
  const here = [arch, arch === 'x64' ? 'amd64' : arch]
  if (platform !== 'linux' || !here.includes(forArch))
    throw new NotTrusted(
      `${name} is for Linux on ${forArch}, and this is ${platform} on ${arch}.`,
      'other machine',
    )
}

async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
