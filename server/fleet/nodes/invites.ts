import type { Selectable } from 'kysely'
import type { Schema } from '#contract'
import { keyedHash } from '../../base/keyedHash.ts'
import type { Database } from '../../database/database.ts'
import type { NodeInviteTable } from '../../database/tables.ts'

/** A stored link. */
export type InviteRow = Selectable<NodeInviteTable>
export type ServerDraft = Schema<'NodeServerDraft'>

/** How long a link can be used. */
export const INVITE_MS = 15 * 60_000

/**
 * What is stored of a token, and what the address names that hands out what a machine needs to join:
 * neither is enough to join.
 */
export const hashOfToken = (secret: string, token: string): string =>
  keyedHash(secret, 'node invite', token).slice(0, 22)

/** Stores a new link; returns its id. */
export async function insertInvite(
  db: Database,
  invite: Pick<InviteRow, 'tokenHash' | 'nodeId' | 'draft' | 'createTime'>,
): Promise<number> {
  const { id } = await db
    .insertInto('nodeInvite')
    .values({ ...invite, expireTime: invite.createTime + INVITE_MS, serverId: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** One link. */
export function findInvite(db: Database, id: number): Promise<InviteRow | undefined> {
  return db.selectFrom('nodeInvite').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The link with this hash. */
export function findInviteByHash(db: Database, tokenHash: string): Promise<InviteRow | undefined> {
  return db
    .selectFrom('nodeInvite')
    .selectAll()
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst()
}

/** Whether a machine may still join by a link. */
export const isOpen = ({ usedTime, expireTime }: InviteRow, now: number): boolean =>
  usedTime === null && now < expireTime

/** Notes that a machine asked for what it needs. */
export async function noteFetched(db: Database, id: number, now: number): Promise<void> {
  await db
    .updateTable('nodeInvite')
    .set({ fetchedTime: now })
    .where('id', '=', id)
    .where('fetchedTime', 'is', null)
    .execute()
}

/** Notes why the last try by a link was refused. */
export async function noteProblem(db: Database, id: number, problem: string): Promise<void> {
  await db.updateTable('nodeInvite').set({ problem }).where('id', '=', id).execute()
}

/** Uses a link up; false where somebody else was first, or it is too late. */
export async function claimInvite(db: Database, id: number, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('nodeInvite')
    .set({ usedTime: now })
    .where('id', '=', id)
    .where('usedTime', 'is', null)
    .where('expireTime', '>', now)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Says what came of a link. */
export async function noteJoined(
  db: Database,
  id: number,
  made: Pick<InviteRow, 'nodeId' | 'serverId'>,
): Promise<void> {
  await db
    .updateTable('nodeInvite')
    .set({ ...made, problem: null })
    .where('id', '=', id)
    .execute()
}

const KEPT_MS = 7 * 86_400_000

/** Forgets links that ended a week ago. */
export async function removeOldInvites(db: Database, now: number): Promise<void> {
  await db
    .deleteFrom('nodeInvite')
    .where('expireTime', '<=', now - KEPT_MS)
    .execute()
}
