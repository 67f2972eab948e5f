import { writeSync } from 'node:fs'
import { open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder } from '../../base/makeFolder.ts'
import { chooseStart, placeIn } from './moment.ts'
import { chainFrom } from '../store/names.ts'
import { retryingStore } from '../store/retryingStore.ts'
import { partsOf, segmentsOf } from './read.ts'
import { checkSpace } from '../../database/space.ts'
import type { Segment } from '../log/segment.ts'
import type { Whole } from './snapshot.ts'
import type { Store } from '../store/store.ts'
import { Damaged, type Vault } from '../store/vault.ts'
import { isSameLog, PAGE_HEAD } from '../log/wal.ts'

/** How often a restore restarts where the shipping server folded objects meanwhile. */
const TRIES = 3

/** The files SQLite has beside a database. */
const BESIDE = ['', '-wal', '-shm', '-journal']

type Terms = {
  store: Store
  vault: Vault
  /** Folder that gets the database; it must not have one of that name. */
  folder: string
  name?: string
  /** The moment to restore, ms; without one as late as possible. */
  at?: number
  /** Called after each object that was read, with how many there are. */
  onProgress?: (done: number, of: number) => void
}

/** How far a restore came. */
export type Restored = {
  file: string
  generation: string
  /** Last segment that was applied; below the first one where the snapshot had all. */
  seq: number
  /** Everything committed by then is in it, ms. */
  time: number
  snapshotTime: number
  /** What is uncertain after a clock jump, each a sentence. */
  uncertain: string[]
}

const saidLater = (count: number) =>
  `The server's clock had jumped: ${count} of the segments in it carry later times. They are in it because what followed them is from before the moment you named.`

/**
 * Restores the database to a moment, into an empty folder. Nothing is left there where it fails;
 * whatever is modified, cut short or missing is named in the error.
 */
export async function restore(terms: Terms): Promise<Restored> {
  const { folder, name: own = 'sluice.db' } = terms
  const file = join(folder, own)
  await refuseToReplace(folder, own)
  // An aborted one must not be in the way.
  const half = `${file}.restoring`
  await rm(half, { force: true })
  for (let tries = 1; ; tries += 1)
    try {
      const done = await restoreInto(half, terms)
      await rename(half, file)
      return { ...done, file }
    } catch (error) {
      await rm(half, { force: true })
      if (tries === TRIES || !/is missing/.test((error as Error).message)) throw error
    }
}

/** Makes a folder. Throws a sentence where it has a database of that name. */
export async function refuseToReplace(folder: string, own: string): Promise<void> {
  makeFolder(folder)
  const names = new Set(BESIDE.map((end) => own + end))
  const there = (await readdir(folder)).filter((name) => names.has(name))
  if (there.length > 0)
    throw new Error(
      `There is a database in ${folder} already (${there.join(', ')}). Restore into an empty folder: --to another, or move it away first.`,
    )
}

async function restoreInto(
  file: string,
  { vault, at = Infinity, onProgress = () => {}, ...terms }: Terms,
) {
  // One failed call of ten thousand must not restart everything.
  const store = retryingStore(terms.store)
  const { generation, whole } = await chooseStart(store, vault, at)
  const place = await placeIn({ store, vault, generation, whole, at })
  await checkSpace(dirname(file), whole.size)
  const chain = chainFrom(generation, whole.seq)
  const of = whole.parts + chain.length
  let read = 0
  const database = await open(file, 'wx', 0o600)
  try {
    let size = 0
    for await (const part of partsOf(store, vault, generation.name, whole)) {
      await database.write(part, 0, part.length, size)
      size += part.length
      onProgress((read += 1), of)
    }
    if (size !== whole.size)
      throw new Damaged(
        `The snapshot ${whole.seq} of ${generation.name} has ${size} bytes of ${whole.size}.`,
      )
    let last: Segment | undefined
    let later = 0
    for await (const segment of segmentsOf(store, vault, generation.name, chain)) {
      while (chain[read - whole.parts] && segment.seq >= chain[read - whole.parts]!.first)
        onProgress((read += 1), of)
      if (segment.seq < whole.seq) continue
      if (segment.seq > place.last) break
      checkFollows(generation.name, segment, last, whole)
      if (segment.time > at) later += 1
      await apply(database, segment)
      last = segment
    }
    const seq = last?.seq ?? whole.seq - 1
    if (seq < whole.through)
      throw new Damaged(
        `The segment ${whole.through} of ${generation.name} is missing: its snapshot needs it.`,
      )
    await database.sync()
    const time = last && last.seq > whole.through ? last.time : whole.time
    const uncertain = [...(later > 0 ? [saidLater(later)] : []), ...place.uncertain]
    return { generation: generation.name, seq, time, snapshotTime: whole.time, uncertain }
  } finally {
    await database.close()
  }
}

/** Throws unless a segment begins where the one before it ended. */
function checkFollows(
  generation: string,
  segment: Segment,
  last: Segment | undefined,
  whole: Whole,
) {
  const { seq, from } = segment
  const isNext = seq === (last ? last.seq + 1 : whole.seq)
  const fits =
    !last ||
    (isSameLog(from, last.to)
      ? from.frames === last.to.frames && from.sum1 === last.to.sum1 && from.sum2 === last.to.sum2
      : from.frames === 0)
  if (!isNext || !fits)
    throw new Damaged(`The segment ${seq} of ${generation} does not follow the one before it.`)
}

async function apply(database: Awaited<ReturnType<typeof open>>, { pages, pageSize }: Segment) {
  let size = 0
  for (let at = 0; at < pages.length; at += PAGE_HEAD + pageSize) {
    const page = pages.readUInt32BE(at)
    size = pages.readUInt32BE(at + 4) || size
    // Hundreds of thousands of pages: awaiting each would take several times as long.
    writeSync(database.fd, pages, at + PAGE_HEAD, pageSize, (page - 1) * pageSize)
  }
  // Each segment ends with a commit, which holds the database's size.
  await database.truncate(size * pageSize)
}
