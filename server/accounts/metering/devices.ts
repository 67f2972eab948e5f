import { sql } from 'kysely'
import type { FlowDelta } from '../../engine/plane.ts'
import { deviceIn, idsIn } from '../../engine/portKey.ts'
import type { Database } from '../../database/database.ts'
import { portions } from '../flow/portions.ts'
import { GONE_DEVICES } from '../goneDevices.ts'

type Row = { accountId: number; deviceId: number; up: number; down: number; lastSeen: number }

/**
 * Adds what single devices have carried to their sums, and to nothing else: their accounts are
 * charged for the same bytes by readings of their own. Those of devices that are gone are added up
 * together, so that all sums are those of the account.
 */
export async function countDevices(
  tx: Database,
  deltas: readonly Omit<FlowDelta, 'mark'>[],
): Promise<void> {
  const rows = new Map<string, Row>()
  for (const { key, up, down, at } of deltas) {
    const deviceId = deviceIn(key)
    if (deviceId === undefined || up + down === 0) continue
    const { accountId } = idsIn(key)
    const none = { accountId, deviceId, up: 0, down: 0, lastSeen: 0 }
    const row = rows.getOrInsert(`${accountId}:${deviceId}`, none)
    row.up += up
    row.down += down
    row.lastSeen = Math.max(row.lastSeen, at)
  }
  const known = added(await knownAmong(tx, [...rows.values()]))
  // In a fixed order, because others lock the same rows in it.
  known.sort((a, b) => a.accountId - b.accountId || a.deviceId - b.deviceId)
  for (const values of portions(known))
    await tx
      .insertInto('deviceFlow')
      .values(values)
      .onConflict((conflict) =>
        conflict.columns(['accountId', 'deviceId']).doUpdateSet((eb) => ({
          up: eb('deviceFlow.up', '+', eb.ref('excluded.up')),
          down: eb('deviceFlow.down', '+', eb.ref('excluded.down')),
          lastSeen: sql<number>`case when "deviceFlow"."lastSeen" > "excluded"."lastSeen"
            then "deviceFlow"."lastSeen" else "excluded"."lastSeen" end`,
        })),
      )
      .execute()
}

/** Several rows of one device as one: of an account's devices that are gone there is one sum. */
function added(rows: readonly Row[]): Row[] {
  const sums = new Map<string, Row>()
  for (const row of rows) {
    const sum = sums.get(`${row.accountId}:${row.deviceId}`)
    if (!sum) sums.set(`${row.accountId}:${row.deviceId}`, { ...row })
    else {
      sum.up += row.up
      sum.down += row.down
      sum.lastSeen = Math.max(sum.lastSeen, row.lastSeen)
    }
  }
  return [...sums.values()]
}

/** Those whose account exists; a device that is not its own, or gone, is one of those that are gone. */
async function knownAmong(tx: Database, rows: readonly Row[]): Promise<Row[]> {
  if (rows.length === 0) return []
  const ids = [...new Set(rows.map(({ accountId }) => accountId))]
  const [accounts, devices] = [
    await tx.selectFrom('account').select('id').where('id', 'in', ids).execute(),
    await tx
      .selectFrom('device')
      .select(['id', 'accountId'])
      .where('accountId', 'in', ids)
      .execute(),
  ]
  const there = new Set(accounts.map(({ id }) => id))
  const known = new Set(devices.map(({ id, accountId }) => `${accountId}:${id}`))
  return rows
    .filter(({ accountId }) => there.has(accountId))
    .map((row) => {
      const isKnown = row.deviceId === 0 || known.has(`${row.accountId}:${row.deviceId}`)
      return isKnown ? row : { ...row, deviceId: GONE_DEVICES }
    })
}
