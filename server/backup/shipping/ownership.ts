import { randomBytes } from 'node:crypto'
import { Broken } from '../log/heldLog.ts'
import type { LocalState } from './localState.ts'
import { wholeName } from '../store/names.ts'
import { checkOwner, claim, Copied, findOwner, isSameNote, type Owner } from '../store/owner.ts'
import type { Store } from '../store/store.ts'
import type { Vault } from '../store/vault.ts'

/** How long the note of another start must stay as it is to be of one that has ended, ms. */
const QUIET_MS = 20_000

/** The last start did not end in order: it may have been killed, or be a copy that still runs. */
class NotQuiet extends Error {}

type Terms = {
  store: Store
  vault: Vault
  state: LocalState
  /** Whether the store is taken from any owner. */
  takeOver: boolean
  /** Shorter in tests. */
  quietMs?: number | undefined
}

/**
 * Looks after whose a store is. Each start writes its own name beside the data folder's, so that a
 * copy of the folder that runs as well is noticed: by the later one before it has shipped anything,
 * and by the earlier one should both have begun at the same moment.
 */
export function makeOwnership({ store, vault, state, quietMs = QUIET_MS, ...terms }: Terms) {
  const start = randomBytes(9).toString('base64url')
  let takeOver = terms.takeOver
  let seen: { owner: Owner; at: number } | undefined

  /** A start that was killed is silent, and one that runs moves its note on. */
  function waitForSilence(owner: Owner): void {
    const isMoving = seen !== undefined && !isSameNote(seen.owner, owner)
    if (seen === undefined || isMoving) seen = { owner, at: performance.now() }
    if (isMoving) throw new Copied(store, owner)
    if (performance.now() - seen.at < quietMs)
      throw new NotQuiet(
        `The server did not stop in order the last time. Shipping to ${store.place} goes on once it is certain that no copy of this data folder does so.`,
      )
  }

  return {
    /** Throws unless the store is this server's, and its alone. */
    async check(hasJoined: boolean): Promise<void> {
      const owner = await findOwner(store, vault)
      if (takeOver) return
      checkOwner(store, owner, [state.instance, state.takesOver])
      if (!owner && state.generation)
        throw new Error(
          `The store at ${store.place} has been emptied, or its disk is not there. If it is to begin anew, start once with --take-over-backup.`,
        )
      if (owner?.instance !== state.instance || owner.start === start) return
      if (hasJoined) throw new Copied(store, owner)
      if (owner.ended !== true) waitForSilence(owner)
    },
    /** Throws `Broken` where the snapshot has gone that all that was shipped after it needs. */
    async checkSnapshot(): Promise<void> {
      const { generation, snapshotSeq } = state
      if (!generation || snapshotSeq === undefined) return
      if (await store.get(wholeName(generation.name, snapshotSeq))) return
      throw new Broken('The last snapshot has gone from the store.')
    },
    /** Records this start as the owner, and how far it has shipped. */
    async note(shipped: number, time: number, { ended = false } = {}): Promise<void> {
      const generation = state.generation?.name ?? null
      await claim(store, vault, {
        instance: state.instance,
        generation,
        shipped,
        time,
        start,
        ended,
      })
      takeOver = false
    },
  }
}
