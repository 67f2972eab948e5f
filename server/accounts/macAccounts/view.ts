import type { Schema } from '#contract'
import type { MacRow } from './store.ts'

/** A device in a list of accounts. */
export function toMacRow({ id, mac, userId, accountId, serverId, port, user }: MacRow) {
  return { id, mac, userId, accountId, serverId, port, user } satisfies Schema<'MacRow'>
}

/** A device of one person. */
export function toMacAddress({ id, mac, userId, accountId, serverId }: MacRow) {
  return { id, mac, userId, accountId, serverId } satisfies Schema<'MacAddress'>
}
