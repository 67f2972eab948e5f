import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { OF_RELEASE } from '../../base/version.ts'
import { NotTrusted, readKey, type SigningKey } from '../release/minisign.ts'
import { MAX_LIST_BYTES } from '../release/verify.ts'
import type { Layout } from './layout.ts'
import { UpgradeRefused } from './refused.ts'
import { FOLDER, openOwned, removeRequest, takeRequest } from './request.ts'
import { writeAnswer } from './state.ts'
import { MAX_RELEASE_BYTES, neededFor, TAKEN } from './unpack.ts'
import { type Deps, rollBackUpgrade, sentence, stateToRollBack, upgradeTo } from './upgrade.ts'

/** What is signed of a release, beside it. */
const BESIDE = ['SHA256SUMS', 'SHA256SUMS.minisig']
const BLOCK = 2 ** 20

/** What the helper needs to begin. */
export type Asked = {
  dataDir: string
  /** The key of the release that runs. */
  key?: SigningKey | undefined
  /** Becomes the only one who upgrades; `work` has what it needs then. */
  held: (work: (deps: Deps) => Promise<string>) => Promise<string>
}

/**
 * Does what was asked for on the page, as root. Of the console it trusts nothing but that somebody
 * asked: a console in other hands can have a release installed that our key has signed and that is no
 * older, or go back to the one before, and nothing else. What came of it the page reads.
 */
export async function doAsked({ dataDir, key, held }: Asked): Promise<string> {
  const uid = ownerOrRemove(dataDir)
  try {
    const request = takeRequest(dataDir, uid)
    return await held(async (given) => {
      const deps = { ...given, isForPage: true } as const
      if (deps.service.config.dataDir !== dataDir)
        throw new UpgradeRefused(
          `The console that runs has another data folder than ${dataDir}. Nothing was changed.`,
        )
      if (request.wants === 'rollback') return rollBackTo(request.to, deps)
      if (!key) throw new NotTrusted('This release has no key built in: nothing can be checked.')
      const { layout } = deps
      return upgradeTo(() => takeAsked(request.file, { dataDir, uid, layout }), { key, ...deps })
    })
  } catch (error) {
    writeAnswer(dataDir, { time: Date.now(), said: wordsOf(error) })
    throw error
  }
}

function ownerOrRemove(dataDir: string): number {
  try {
    return ownerOf(dataDir)
  } catch (error) {
    removeRequest(dataDir)
    throw error
  }
}

/** The key that is built into the release; a file of that name, wherever it lies, is none. */
export const ownKey = () => (OF_RELEASE?.key === undefined ? undefined : readKey(OF_RELEASE.key))

const wordsOf = (error: unknown) =>
  error instanceof UpgradeRefused || error instanceof NotTrusted ? error.message : sentence(error)

async function rollBackTo(version: string, deps: Deps): Promise<string> {
  const { from } = stateToRollBack(deps.layout, deps.service.config.dataDir)
  if (from.version !== version)
    throw new UpgradeRefused(
      `Going back would be to ${from.version}, and not to ${version}. Nothing was changed.`,
    )
  return rollBackUpgrade(deps)
}

/**
 * Whose the data folder is. Throws `UpgradeRefused` for a folder that its owner could have led to
 * another place: root writes there.
 */
export function ownerOf(dataDir: string): number {
  const { uid } = lstatSync(dataDir)
  for (let path = dataDir; path !== '/'; path = dirname(path)) {
    const [here, above] = [lstatSync(path), lstatSync(dirname(path))]
    const isOpen = (above.mode & 0o022) !== 0
    // In a folder such as /tmp nobody moves what is somebody else's.
    const isKept = above.uid === 0 && (!isOpen || ((above.mode & 0o1000) !== 0 && here.uid === 0))
    if (!here.isDirectory() || !isKept)
      throw new UpgradeRefused(
        `${path} can be led elsewhere by others than root: upgrade with the command instead.`,
      )
  }
  return uid
}

type Place = { dataDir: string; uid: number; layout: Layout }

/**
 * Copies a release that waits in the data folder to where root alone writes, before anything of it is
 * looked at. The folder is opened once, so that another one under its name changes nothing, and no more
 * is copied than a file had when it was opened.
 */
export function takeAsked(name: string, { dataDir, uid, layout }: Place): string {
  const end = layout.kind === 'package' ? '.deb' : '.tar.gz'
  if (!name.endsWith(end))
    throw new UpgradeRefused(`${name} is not of the kind that is installed here (${end}).`)
  const from = openFolder(join(dataDir, FOLDER), uid)
  const folder = join(layout.parent, TAKEN)
  try {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { mode: 0o700 })
    for (const one of [name, ...BESIDE]) {
      const most = one === name ? MAX_RELEASE_BYTES : MAX_LIST_BYTES
      // What is missing is said by whoever checks it.
      if (one !== name && !existsSync(`/proc/self/fd/${from}/${one}`)) continue
      const file = openOwned(`/proc/self/fd/${from}/${one}`, uid, most)
      try {
        if (one === name) checkRoom(fstatSync(file).size, layout)
        copyOpened(file, join(folder, one))
      } finally {
        closeSync(file)
      }
    }
    return join(folder, name)
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw named(error, `/proc/self/fd/${from}`, join(dataDir, FOLDER))
  } finally {
    closeSync(from)
  }
}

/** A refusal with the path that people know. */
function named(error: unknown, from: string, to: string): unknown {
  if (!(error instanceof UpgradeRefused)) return error
  return new UpgradeRefused(error.message.replaceAll(from, to), { cause: error })
}

function openFolder(path: string, uid: number): number {
  const flags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW
  try {
    const folder = openSync(path, flags)
    if (fstatSync(folder).uid === uid) return folder
    closeSync(folder)
  } catch {
    // A link, a file, or nothing.
  }
  throw new UpgradeRefused(`${path} is no folder of the console. Nothing was changed.`)
}

function checkRoom(bytes: number, { parent }: Layout): void {
  const { bavail, bsize } = statfsSync(parent)
  if (bavail * bsize < neededFor(bytes))
    throw new UpgradeRefused(
      `There is too little room in ${parent}: ${Math.ceil(neededFor(bytes) / 2 ** 20)} MB must be free.`,
    )
}

function copyOpened(file: number, to: string): void {
  const copy = openSync(to, 'wx', 0o600)
  try {
    const block = Buffer.alloc(BLOCK)
    for (let left = fstatSync(file).size; left > 0;) {
      const read = readSync(file, block, 0, Math.min(BLOCK, left), null)
      if (read === 0) break
      for (let at = 0; at < read;) at += writeSync(copy, block, at, read - at)
      left -= read
    }
  } finally {
    closeSync(copy)
  }
}
