import { type Insertable, type Selectable, sql } from 'kysely'
import { LAST_WIREGUARD_PORT } from '#rules/ports.ts'
import type { Database } from '../../database/database.ts'
import type { DeviceFlowTable, DeviceTable } from '../../database/tables.ts'

/** A device as it is stored; its secrets are sealed. */
export type DeviceRow = Selectable<DeviceTable>

/** The devices of some accounts, by name. */
export function selectDevices(db: Database, accountIds: readonly number[]): Promise<DeviceRow[]> {
  return db
    .selectFrom('device')
    .selectAll()
    .where('accountId', 'in', accountIds)
    .orderBy('accountId')
    .orderBy('name')
    .execute()
}

/** A device of an account. */
export function findDevice(
  db: Database,
  { accountId, id }: Pick<DeviceRow, 'accountId' | 'id'>,
): Promise<DeviceRow | undefined> {
  return db
    .selectFrom('device')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** What the devices of an account have carried, including its own key. */
export function selectDeviceFlow(
  db: Database,
  accountId: number,
): Promise<Selectable<DeviceFlowTable>[]> {
  return db.selectFrom('deviceFlow').selectAll().where('accountId', '=', accountId).execute()
}

/**
 * Inserts a device under the lowest free number; undefined when all are taken. Requires a
 * transaction.
 *
 * When another transaction takes the number at the same moment, the next one is tried.
 */
export async function insertDevice(
  tx: Database,
  device: Omit<Insertable<DeviceTable>, 'number'>,
): Promise<number | undefined> {
  for (;;) {
    const number = await lowestFree(tx)
    if (number === undefined) return undefined
    const row = await tx
      .insertInto('device')
      .values({ ...device, number })
      .onConflict((conflict) => conflict.column('number').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (row) return row.id
  }
}

/** Renames a device of an account; returns whether there is one. Throws when the name is taken. */
export async function changeDeviceName(
  db: Database,
  { accountId, id, name }: Pick<DeviceRow, 'accountId' | 'id' | 'name'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('device')
    .set({ name })
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Gives a device of an account other keys; returns whether there is one. */
export async function changeDeviceKeys(
  db: Database,
  { accountId, id }: Pick<DeviceRow, 'accountId' | 'id'>,
  keys: Pick<DeviceRow, 'publicKey' | 'privateKey' | 'presharedKey'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('device')
    .set(keys)
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes a device of an account with what it has carried; returns whether there was one. */
export async function deleteDevice(
  tx: Database,
  { accountId, id }: Pick<DeviceRow, 'accountId' | 'id'>,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('device')
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  await tx
    .deleteFrom('deviceFlow')
    .where('accountId', '=', accountId)
    .where('deviceId', '=', id)
    .execute()
  return numDeletedRows > 0n
}

async function lowestFree(tx: Database): Promise<number | undefined> {
  const { rows } = await sql<{ number: number | null }>`
    select min("next"."number") as "number"
    from (select 1 as "number" union all select "number" + 1 from "device") as "next"
    where not exists (select 1 from "device" where "device"."number" = "next"."number")`.execute(tx)
  const number = rows[0]?.number ?? 1
  return number <= LAST_WIREGUARD_PORT ? number : undefined
}
