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

/** Throws `Taken` unless a store belongs to one of these instances, or has no owner. */
export function checkOwner(store: Store, owner: Owner | undefined, mine: (string | undefined)[]) {
  if (!owner || mine.includes(owner.instance)) return
  throw new Taken(
    `The store at ${store.place} belongs to another server (${owner.host}, last seen ${new Date(owner.time).toISOString()}). Give this one a store of its own; if the other one is gone for good, start this one once with --take-over-backup.`,
  )
}
