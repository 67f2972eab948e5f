import type { Schema } from '#contract'
import { MAIN_ADMIN } from '#rules/roles.ts'
import type { Database } from '../../database/database.ts'
import { holdRow } from '../../database/revision.ts'
import { Refusal } from '../../base/refusal.ts'
import type { Caller } from '../../http/contract.ts'
import { NOT_PERMITTED, permits, type Rights } from '../../http/permissions.ts'

type Permissions = Schema<'Permissions'>

const COLUMNS = ['rights', 'maxCustomers', 'maxTraffic', 'sellable'] as const

/** What an admin other than the main one may do; undefined for everybody else. */
export async function findPermissions(db: Database, id: number): Promise<Permissions | undefined> {
  const row = await db
    .selectFrom('user')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('id', '<>', MAIN_ADMIN)
    .where('type', '=', 'admin')
    .executeTakeFirst()
  if (!row) return undefined
  // The column holds only names of sets.
  const kind = (row.rights ?? 'group') as Rights
  if (kind !== 'reseller') return { kind }
  const { maxCustomers, maxTraffic, sellable } = row
  return { kind, maxCustomers, maxTraffic, plans: sellable === null ? null : JSON.parse(sellable) }
}

/** The columns for a set; limits are a reseller's only. */
export function permissionColumns({ kind, maxCustomers, maxTraffic, plans }: Permissions) {
  if (kind !== 'reseller')
    return {
      rights: kind === 'group' ? null : kind,
      maxCustomers: null,
      maxTraffic: null,
      sellable: null,
    }
  return {
    rights: kind,
    maxCustomers: maxCustomers ?? null,
    maxTraffic: maxTraffic ?? null,
    sellable: plans ? JSON.stringify([...new Set(plans)]) : null,
  }
}

/** Stores what an admin may do; returns whether there is such an admin. */
export async function changePermissions(
  db: Database,
  id: number,
  permissions: Permissions,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('user')
    .set(permissionColumns(permissions))
    .where('id', '=', id)
    .where('id', '<>', MAIN_ADMIN)
    .where('type', '=', 'admin')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Whether a group may have one more customer: a reseller of it counts all of them, whoever brought
 * them. Locks the group until the transaction ends, as adding a customer does.
 */
export async function hasRoomFor(tx: Database, groupId: number): Promise<boolean> {
  await holdRow(tx, 'userGroup', groupId)
  const resellers = await tx
    .selectFrom('user')
    .select('maxCustomers')
    .where('groupId', '=', groupId)
    .where('type', '=', 'admin')
    .where('rights', '=', 'reseller')
    .where('maxCustomers', 'is not', null)
    .execute()
  const least = Math.min(...resellers.map(({ maxCustomers }) => maxCustomers ?? Infinity))
  return least === Infinity || (await countCustomers(tx, groupId)) < least
}

/** How many customers a group has. */
export async function countCustomers(db: Database, groupId: number): Promise<number> {
  const { people } = await db
    .selectFrom('user')
    .select(({ fn }) => fn.countAll<number>().as('people'))
    .where('groupId', '=', groupId)
    .where('type', '=', 'normal')
    .executeTakeFirstOrThrow()
  return people
}

/**
 * Locks the group of an admin and the admin until the transaction ends, and returns what the admin
 * may do as it is now: of two calls at the same moment the second counts what the first has made,
 * also where two resellers share a group. Undefined when the operation is not among it any more, or
 * the admin is in another group.
 */
export async function holdPermissions(
  tx: Database,
  { id, groupId }: Pick<Caller, 'id' | 'groupId'>,
  operation: 'createUser' | 'sellPlan',
): Promise<Permissions | undefined> {
  await holdRow(tx, 'userGroup', groupId)
  await holdRow(tx, 'user', id)
  const now = await findPermissions(tx, id)
  const row = await tx.selectFrom('user').select('groupId').where('id', '=', id).executeTakeFirst()
  return now && permits(now.kind, operation) && row?.groupId === groupId ? now : undefined
}

/**
 * The limits of a reseller, as `holdPermissions` finds them. Undefined where there are none.
 *
 * Refuses when the admin's set or group was changed since the call began.
 */
export async function holdLimits(tx: Database, caller: Caller, id: 'createUser' | 'sellPlan') {
  if (caller.rights === undefined || caller.rights === 'group') return undefined
  const now = await holdPermissions(tx, caller, id)
  if (!now) throw new Refusal(403, NOT_PERMITTED)
  return now.kind === 'reseller' ? now : undefined
}

/** Whether a group with so many customers has as many as its reseller may have. */
export const isFull = ({ maxCustomers }: Permissions, customers: number): boolean =>
  maxCustomers != null && customers >= maxCustomers
