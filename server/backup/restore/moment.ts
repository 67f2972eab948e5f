import { chainFrom, sortNames, type Stored } from '../store/names.ts'
import { objectIn, segmentsOf, wholeOf } from './read.ts'
import { splitSegments } from '../log/segment.ts'
import type { Whole } from './snapshot.ts'
import type { Store } from '../store/store.ts'
import { Damaged, type Vault } from '../store/vault.ts'

/** What a restore starts from. */
type Start = { generation: Stored; whole: Whole }

/** Up to which segment a state goes, and what is uncertain about that, each a sentence. */
type Place = { last: number; uncertain: string[] }

/** After a clock jump of this size a server takes a snapshot, ms (`upkeep.ts`). */
const SEEN_MS = 86_400_000
/** Only if so many snapshots in a row are later than a moment, nothing after them is earlier. */
const LATER_SNAPSHOTS = 3

/**
 * The snapshot from which the state of a moment is restored, ms. Numbers give the order; times are
 * what the server's clock showed, and it may have jumped. So where the end of a generation is from
 * before the moment, all of it is. Throws a sentence where there is none.
 */
export async function chooseStart(store: Store, vault: Vault, at: number): Promise<Start> {
  let earliest = Infinity
  for (const generation of sortNames(await store.list()).toReversed()) {
    const whole = generation.snapshots.filter(({ isWhole }) => isWhole).toReversed()
    const isAllBefore = whole.length > 0 && (await endOf(store, vault, generation)) <= at
    for (const { seq } of whole) {
      const found = await wholeOf(store, vault, generation.name, seq)
      if (isAllBefore || found.time <= at) return { generation, whole: found }
      earliest = Math.min(earliest, found.time)
    }
  }
  if (earliest === Infinity) throw new NoBackup(`There is no whole backup at ${store.place}.`)
  throw new TooEarly(store.place, earliest)
}

/** A store without a whole snapshot. */
export class NoBackup extends Error {}

/** A moment from before the first snapshot in a store. */
export class TooEarly extends Error {
  /** When that snapshot was taken, ms. */
  readonly earliest: number

  constructor(place: string, earliest: number) {
    super(`The backups at ${place} go back to ${new Date(earliest).toISOString()} only.`)
    this.earliest = earliest
  }
}

/** The first and the last moment a store can restore, ms. Throws `NoBackup` where there is none. */
export async function momentsIn(store: Store, vault: Vault) {
  const stored = sortNames(await store.list())
  const whole = stored.flatMap(({ name, snapshots }) =>
    snapshots.filter(({ isWhole }) => isWhole).map(({ seq }) => ({ name, seq })),
  )
  const [first, last] = [whole[0], whole.at(-1)]
  if (!first || !last) throw new NoBackup(`There is no whole backup at ${store.place}.`)
  const from = (await wholeOf(store, vault, first.name, first.seq)).time
  const newest = await wholeOf(store, vault, last.name, last.seq)
  const end = await endOf(
    store,
    vault,
    stored.find(({ name }) => name === last.name)!,
  )
  // Without a segment after it the snapshot is the last moment.
  return { first: from, last: end === Infinity ? newest.time : Math.max(end, newest.time) }
}

/** When the last segment of a generation was committed, ms; never where that cannot be read. */
async function endOf(store: Store, vault: Vault, { segments }: Stored): Promise<number> {
  const last = segments.toSorted((a, b) => a.last - b.last).at(-1)
  if (!last) return Infinity
  try {
    return splitSegments(await objectIn(store, vault, last.name)).at(-1)?.time ?? Infinity
  } catch (error) {
    // If it is needed, it is read again and reported then.
    if (error instanceof Damaged) return Infinity
    throw error
  }
}

/** The last segment from before a moment: all that have lower numbers are from before it, too. */
export async function placeIn({
  store,
  vault,
  generation,
  whole,
  at,
}: Start & { store: Store; vault: Vault; at: number }): Promise<Place> {
  if (at === Infinity) return { last: Infinity, uncertain: [] }
  const border = generation.snapshots.filter(({ seq }) => seq > whole.seq)[LATER_SNAPSHOTS - 1]
  const times: { seq: number; time: number }[] = []
  const chain = chainFrom(generation, whole.seq)
  for await (const { seq, time } of segmentsOf(store, vault, generation.name, chain)) {
    if (seq < whole.seq) continue
    if (border && seq >= border.seq && time > at + SEEN_MS) break
    times.push({ seq, time })
  }
  const found = times.findLast(({ time }) => time <= at)?.seq ?? 0
  const last = Math.max(found, whole.through)
  return { last, uncertain: doubtsIn(times.filter(({ seq }) => seq > last)) }
}

/** What is left out although it is unknown whether it came before the moment. */
function doubtsIn(left: { seq: number; time: number }[]): string[] {
  const fall = left.findIndex(({ time }, at) => time > (left[at + 1]?.time ?? Infinity))
  if (fall === -1) return []
  const next = new Date(left[fall + 1]!.time).toISOString()
  return [
    `The server's clock jumped after that: when the ${fall + 1} segments after it were committed is not known, and they are left out. The first that is known is of ${next}: --at ${next} has them.`,
  ]
}
