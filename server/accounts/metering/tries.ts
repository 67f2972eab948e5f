import type { FlowDelta } from '../../engine/plane.ts'
import type { Batch } from './ingest.ts'

/** A batch with how often it failed, and how many others were stored when it first did. */
export type Tried = Batch & { fails: number; others: number }

/** The most batches being tried while none is stored. */
const MOST = 50
/** Failures before a batch is split: the first may have been stored all the same. */
const FAILS_OF_MANY = 2
/** Failures of a single reading, while others are stored, before it is rejected. */
const FAILS_OF_ONE = 5

/**
 * Batches on their way to the database, in turn. One that fails again and again is split, so that a
 * reading that cannot be booked ends up alone and blocks no other.
 */
export function openTries() {
  let batches: Tried[] = []
  let count = 0

  return {
    add: (batch: Batch) => void batches.push({ ...batch, fails: 0, others: 0 }),
    first: () => batches[0],
    isEmpty: () => batches.length === 0,
    /** Whether others may be tried as well: the remaining ones may always fail. */
    hasRoom: () => batches.length < MOST && batches.every(({ deltas }) => deltas.length === 1),
    deltas: (): FlowDelta[] => batches.flatMap((batch) => batch.deltas),
    drop,
    stored(batch: Tried): void {
      drop(batch)
      if (batch.deltas.some(({ up, down }) => up + down > 0)) count += 1
    },
    failed,
  }

  function drop(batch: Tried): void {
    batches = batches.filter((one) => one !== batch)
  }

  /** Moves it behind the others; returns whether it is the single reading that cannot be booked. */
  function failed(batch: Tried): boolean {
    drop(batch)
    if (batch.fails === 0) batch.others = count
    batch.fails += 1
    const many = batch.deltas.length > 1
    if (many && batch.fails >= FAILS_OF_MANY) batches.push(...halvesOf(batch))
    else batches.push(batch)
    return !many && batch.fails >= FAILS_OF_ONE && count > batch.others
  }
}

function halvesOf({ id, deltas }: Batch): Tried[] {
  const middle = Math.ceil(deltas.length / 2)
  const half = (name: string, some: readonly FlowDelta[]): Tried => {
    return { id: `${id}${name}`, deltas: some, fails: 0, others: 0 }
  }
  return [half('a', deltas.slice(0, middle)), half('b', deltas.slice(middle))]
}
