import type { Insertable } from 'kysely'
import type { Database } from '../../database/database.ts'
import type { DeviceFlowTable, DeviceTable } from '../../database/tables.ts'

/** The devices of a deleted account, keys sealed as they are stored. */
export type TakenDevices = {
  devices: Insertable<DeviceTable>[]
  flow: Insertable<DeviceFlowTable>[]
}

/** What is deleted with an account and has to be restored with it. */
export async function takeDevices(tx: Database, accountId: number): Promise<TakenDevices> {
  const devices = tx.selectFrom('device').selectAll().where('accountId', '=', accountId)
  const flow = tx.selectFrom('deviceFlow').selectAll().where('accountId', '=', accountId)
  return { devices: await devices.execute(), flow: await flow.execute() }
}

/** Restores them, except devices whose address another has by now. */
export async function giveDevices(tx: Database, { devices, flow }: TakenDevices): Promise<void> {
  if (devices.length > 0)
    await tx
      .insertInto('device')
      .values(devices)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  if (flow.length > 0)
    await tx
      .insertInto('deviceFlow')
      .values(flow)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}
