import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import type { Tables } from '../../database/tables.ts'
import { portions } from './portions.ts'
import type { FlowSource } from './slots.ts'

type Row = Tables['flowHour']
type ServerRow = Tables['serverFlow']
type NodeRow = Tables['nodeFlow']

/** Adds traffic to slots of accounts. No slot may be named twice. */
export async function addFlow(tx: Database, table: FlowSource, rows: Row[]): Promise<void> {
  for (const values of portions(rows))
    await tx
      .insertInto(table)
      .values(values)
      .onConflict((conflict) =>
        conflict.columns(['accountId', 'bucket', 'serverId']).doUpdateSet((eb) => ({
          up: eb(eb.ref(`${table}.up`), '+', eb.ref('excluded.up')),
          down: eb(eb.ref(`${table}.down`), '+', eb.ref('excluded.down')),
        })),
      )
      .execute()
}

/** Adds traffic to slots of servers. No slot may be named twice. */
export async function addServerFlow(
  tx: Database,
  rows: ServerRow[],
  table: 'serverFlow' | 'serverFlowMonth' = 'serverFlow',
): Promise<void> {
  for (const values of portions(rows))
    await tx
      .insertInto(table)
      .values(values)
      .onConflict((conflict) =>
        conflict.columns(['serverId', 'bucket']).doUpdateSet((eb) => ({
          up: eb(eb.ref(`${table}.up`), '+', eb.ref('excluded.up')),
          down: eb(eb.ref(`${table}.down`), '+', eb.ref('excluded.down')),
        })),
      )
      .execute()
}

/** Adds traffic to slots of machines. No slot may be named twice. */
export async function addNodeFlow(tx: Database, rows: NodeRow[]): Promise<void> {
  for (const values of portions(rows))
    await tx
      .insertInto('nodeFlow')
      .values(values)
      .onConflict((conflict) =>
        conflict.columns(['nodeId', 'bucket']).doUpdateSet((eb) => ({
          up: eb('nodeFlow.up', '+', eb.ref('excluded.up')),
          down: eb('nodeFlow.down', '+', eb.ref('excluded.down')),
        })),
      )
      .execute()
}

/**
 * Adds traffic to what accounts have used. No account and server may be named twice.
 *
 * A count of another cycle than the one named restarts from 0.
 */
export async function addUsage(tx: Database, rows: Tables['usage'][]): Promise<void> {
  for (const values of portions(rows))
    await tx
      .insertInto('usage')
      .values(values)
      .onConflict((conflict) =>
        conflict.columns(['accountId', 'serverId']).doUpdateSet((eb) => ({
          bytes: sql<number>`case when "usage"."cycleFrom" = "excluded"."cycleFrom"
            then "usage"."bytes" else 0 end + "excluded"."bytes"`,
          cycleFrom: eb.ref('excluded.cycleFrom'),
          lastSeen: sql<number>`case when "usage"."lastSeen" > "excluded"."lastSeen"
            then "usage"."lastSeen" else "excluded"."lastSeen" end`,
        })),
      )
      .execute()
}
