import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { LAST_WIREGUARD_PORT } from '#rules/ports.ts'
import type { Database } from '../../database/database.ts'
import { hashOfLink } from '../../database/secret/links.ts'
import { findSecret } from '../../database/secret/secret.ts'
import type { DeviceFlowTable, DeviceTable } from '../../database/tables.ts'
import { GONE_DEVICES } from '../goneDevices.ts'

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

/** The device whose own link has this token. */
export async function findDeviceByToken(
  db: Database,
  token: string,
): Promise<DeviceRow | undefined> {
  const hash = hashOfLink(await findSecret(db), token.toLowerCase())
  return db
    .selectFrom('device')
    .selectAll()
    .where('subscribeHash', '=', hash)
    .where('isWaiting', '=', 0)
    .executeTakeFirst()
}

/** Inserts a device without WireGuard; returns its id. */
export async function insertDevice(tx: Database, device: Insertable<DeviceTable>): Promise<number> {
  const { id } = await tx
    .insertInto('device')
    .values(device)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Notes that the servers of a device were fetched by its own link; once a minute at most. */
export async function noteFetch(db: Database, { id }: DeviceRow, now: number): Promise<void> {
  await db
    .updateTable('device')
    .set({ fetchTime: now })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('fetchTime', 'is', null), eb('fetchTime', '<', now - 60_000)]))
    .execute()
}

/** Notes that an app has fetched the servers of a device. */
export async function changeFetched(
  db: Database,
  { id }: Pick<DeviceRow, 'id'>,
  change: Pick<DeviceRow, 'fetchTime' | 'app'>,
): Promise<void> {
  await db.updateTable('device').set(change).where('id', '=', id).execute()
}

/**
 * Inserts a device under the lowest free number; undefined when all are taken. Requires a
 * transaction.
 *
 * When another transaction takes the number at the same moment, the next one is tried.
 */
export async function insertTunnelDevice(
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

/** Lets in a device that waits. */
export async function letIn(tx: Database, { id }: Pick<DeviceRow, 'id'>): Promise<void> {
  await tx.updateTable('device').set({ isWaiting: 0 }).where('id', '=', id).execute()
}

/** Gives a device of an account other keys; returns whether there is one. */
export async function changeDeviceKeys(
  db: Database,
  { accountId, id }: Pick<DeviceRow, 'accountId' | 'id'>,
  keys: Updateable<DeviceTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('device')
    .set(keys)
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Deletes a device of an account; returns whether there was one. What it has carried is added to that
 * of the others that are gone, so that all sums stay those of the account.
 */
export async function deleteDevice(
  tx: Database,
  { accountId, id }: Pick<DeviceRow, 'accountId' | 'id'>,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('device')
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) return false
  const gone = await tx
    .deleteFrom('deviceFlow')
    .where('accountId', '=', accountId)
    .where('deviceId', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (gone) await addToGone(tx, gone)
  return true
}

async function addToGone(tx: Database, flow: Selectable<DeviceFlowTable>): Promise<void> {
  await tx
    .insertInto('deviceFlow')
    .values({ ...flow, deviceId: GONE_DEVICES })
    .onConflict((conflict) =>
      conflict.columns(['accountId', 'deviceId']).doUpdateSet((eb) => ({
        up: eb('deviceFlow.up', '+', eb.ref('excluded.up')),
        down: eb('deviceFlow.down', '+', eb.ref('excluded.down')),
      })),
    )
    .execute()
}

async function lowestFree(tx: Database): Promise<number | undefined> {
  const { rows } = await sql<{ number: number | null }>`
    select min("next"."number") as "number"
    from (select 1 as "number"
      union all select "number" + 1 from "device" where "number" is not null) as "next"
    where not exists (select 1 from "device" where "device"."number" = "next"."number")`.execute(tx)
  const number = rows[0]?.number ?? 1
  return number <= LAST_WIREGUARD_PORT ? number : undefined
}
