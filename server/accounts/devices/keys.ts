import { createHash } from 'node:crypto'
import type { Database } from '../../database/database.ts'
import { openLink, sealedLink } from '../../database/secret/links.ts'
import { newToken } from '../token.ts'
import type { DeviceRow } from './store.ts'

type Linked = Pick<DeviceRow, 'subscribe' | 'subscribeHash'>

/** A new link for a device, as it is stored; its key is another one with it. */
export const newLink = (db: Database): Promise<Linked> => sealedLink(db, newToken())

/** The token of a device's own link; undefined for a device of before there were any. */
export async function tokenOf(db: Database, device: Linked): Promise<string | undefined> {
  return device.subscribe === '' ? undefined : openLink(db, device)
}

/**
 * The keys that were looked up last, by what their links are found by: opening a seal takes 25 µs, and
 * an order of all ports needs those of all devices.
 */
const known = new Map<string, string>()
const MOST_KNOWN = 200_000

/**
 * What a device uses in place of its account's password; undefined where it has no key. It is made of
 * the token, so that they change together, and machines that know it cannot find the link.
 */
export async function passwordOf(
  db: Database,
  device: Linked & Pick<DeviceRow, 'isWaiting'>,
): Promise<string | undefined> {
  if (device.isWaiting || device.subscribeHash === null) return undefined
  const there = known.get(device.subscribeHash)
  if (there !== undefined) return there
  const token = await tokenOf(db, device)
  if (token === undefined) return undefined
  const password = createHash('sha256').update(`device ${token}`).digest('base64url').slice(0, 32)
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(device.subscribeHash, password)
  return password
}
