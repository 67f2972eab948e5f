import { hostname } from 'node:os'
import { OWNER } from './names.ts'
import type { Store } from './store.ts'
import { Damaged, type Vault } from './vault.ts'

/** The owner of a store, and how far it had shipped when it last recorded that. */
export type Owner = {
  instance: string
  host: string
  generation: string | null
  /** The last segment of that generation that was shipped; 0 for none. */
  shipped: number
  time: number
  /** Names one start of the owner: a copy of its data folder that runs as well has another. */
  start?: string
  /** Whether that start ended in order, with all of it shipped. */
  ended?: boolean
}

/** A store that another server ships to. */
export class Taken extends Error {}
/** A store that this key does not open. */
export class WrongKey extends Error {}

/** The owner of a store; undefined for an empty one. Throws `WrongKey`. */
export async function findOwner(store: Store, vault: Vault): Promise<Owner | undefined> {
  const packed = await store.get(OWNER)
  if (!packed) return undefined
  try {
    return JSON.parse((await vault.open(OWNER, packed)).toString()) as Owner
  } catch (error) {
    if (!(error instanceof Damaged)) throw error
    throw new WrongKey(
      `The backup key does not open the store at ${store.place}. Give the key it was made with, as BACKUP_KEY or in BACKUP_KEY_FILE.`,
      { cause: error },
    )
  }
}

/** Records this server as the owner. */
export async function claim(store: Store, vault: Vault, owner: Omit<Owner, 'host'>) {
  const text = JSON.stringify({ ...owner, host: hostname() } satisfies Owner)
  await store.put(OWNER, await vault.pack(OWNER, Buffer.from(text)))
}

/** A store to which another copy of this very data folder ships. */
export class Copied extends Taken {
  constructor({ place }: Store, { host, time }: Owner) {
    super(
      `A copy of this data folder ships to the store at ${place} as well (${host}, last seen ${new Date(time).toISOString()}). Stop it, or give it a store of its own. Until then nothing is shipped from here; if the copy is this one, remove its backup.json.`,
    )
  }
}

/** The note of an owner that has moved on, or may yet. */
export const isSameNote = (one: Owner, other: Owner) =>
  one.start === other.start && one.time === other.time && one.shipped === other.shipped

/** Throws `Taken` unless a store belongs to one of these instances, or has no owner. */
export function checkOwner(store: Store, owner: Owner | undefined, mine: (string | undefined)[]) {
  if (!owner || mine.includes(owner.instance)) return
  throw new Taken(
    `The store at ${store.place} belongs to another server (${owner.host}, last seen ${new Date(owner.time).toISOString()}). Give this one a store of its own; if the other one is gone for good, start this one once with --take-over-backup.`,
  )
}
