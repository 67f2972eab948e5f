import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { traceOf, type LocalState } from './localState.ts'
import { chainFrom, newGeneration, sortNames, type Stored } from '../store/names.ts'
import { splitSegments } from '../log/segment.ts'
import type { Store } from '../store/store.ts'
import { Damaged, type Vault } from '../store/vault.ts'
import { isIn, isNextLog, isSameLog } from '../log/wal.ts'

type Terms = { file: string; store: Store; vault: Vault; state: LocalState; now: () => number }

/**
 * Continues the generation this folder was shipping where that loses nothing, otherwise begins one.
 *
 * It is continued when the log still holds what was shipped last, or when it is new and the
 * database is as a clean stop left it, and when a restore would come as far. `state.left` must have been compared (`checkLeft`) before
 * the log was first checkpointed.
 */
export async function joinChain(terms: Terms): Promise<'went on' | 'begun'> {
  const { store, state, now } = terms
  const stored = sortNames(await store.list())
  const mine = stored.find(({ name }) => name === state.generation?.name)
  if (mine && state.head && keepsSnapshot(mine, state) && (await adopt(terms, mine.segments))) {
    // Another program may have written since: only what is still in the log is continued.
    state.head.isSealed = false
    const { position } = state.head
    if (!position || isIn(terms.file, position)) return 'went on'
  }
  const last = Math.max(0, ...stored.map(({ number }) => number))
  state.generation = newGeneration(last, now(), randomBytes(4).toString('hex'))
  state.head = { next: 1, position: undefined, isSealed: false, time: 0 }
  delete state.snapshotTime
  delete state.snapshotSeq
  return 'begun'
}

/**
 * Whether what follows can be restored from a generation: its first snapshot is still to come, or a
 * whole one is there with all segments after it.
 */
function keepsSnapshot(mine: Stored, state: LocalState): boolean {
  if (!state.snapshotTime) return true
  const whole = mine.snapshots.findLast(({ isWhole }) => isWhole)
  if (!whole) return false
  try {
    // Whether it reaches as far as what was shipped is seen by `adopt`.
    chainFrom(mine, whole.seq)
    state.snapshotSeq = whole.seq
    return true
  } catch (error) {
    if (error instanceof Damaged) return false
    throw error
  }
}

/** Drops the chain where the database is not as a clean stop left it. */
export function checkLeft(file: string, state: LocalState): void {
  const { left } = state
  delete state.left
  const isAsLeft = left !== undefined && existsSync(file) && left === traceOf(file)
  if (!isAsLeft && !state.head?.position) delete state.head
}

/** Adopts segments that were shipped but not recorded: a process may be killed in between. */
async function adopt(
  { store, vault, state }: Terms,
  objects: { name: string; first: number; last: number }[],
): Promise<boolean> {
  const head = state.head!
  if (head.next > 1 && !objects.some(({ last }) => last >= head.next - 1)) return false
  const unknown = objects.filter(({ last }) => last >= head.next)
  // Of an unread log it is unknown whether they are this folder's.
  if (unknown.length > 0 && !head.position) return false
  for (const { name } of unknown.toSorted((a, b) => a.first - b.first)) {
    const bytes = await store.get(name)
    if (!bytes) return false
    for (const { seq, from, to, time } of splitSegments(await vault.open(name, bytes))) {
      if (seq < head.next) continue
      const { position } = head
      const isLater =
        position !== undefined &&
        (isSameLog(from, position)
          ? from.frames === position.frames && from.sum1 === position.sum1
          : from.frames === 0 && head.isSealed && isNextLog(from, position))
      if (seq !== head.next || !isLater) return false
      Object.assign(head, { next: seq + 1, position: to, isSealed: false, time })
    }
  }
  return true
}
