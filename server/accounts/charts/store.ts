import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { GONE } from '../quota/quota.ts'
import type { FlowSource } from '../flow/slots.ts'
import { sumsBySlot, stretchesOf } from '../flow/source.ts'
import { accountRows, serverRows, type Shown } from './rows.ts'

/** The slots of a chart, and where what is in them is read. */
type Slots = { borders: readonly number[]; table: FlowSource }

/** Bytes an account's row sums up to; a plain number in both databases. */
export const bytes = sql<number>`cast(sum("up" + "down") as bigint)`

/** A server's traffic, or an account's on it, in the slots between borders. */
export async function selectChart(
  db: Database,
  { serverId, accountId }: Shown,
  { borders, table }: Slots,
): Promise<number[]> {
  const { origin, grain } = stretchesOf(borders)
  const span = { table, from: Math.min(...borders), to: Math.max(...borders) }
  const select =
    accountId === undefined
      ? db.selectFrom(serverRows(db, serverId, span))
      : db.selectFrom(accountRows(db, { serverId, accountId }, span))
  const rows = await select
    .select([stretchOf({ origin, grain }).as('stretch'), bytes.as('bytes')])
    .groupBy('stretch')
    .execute()
  return sumsBySlot(
    borders,
    rows.map((row) => ({ time: origin + row.stretch * grain, bytes: row.bytes })),
  )
}

/** An account's traffic in the slots between borders, each server's apart, with its scale. */
export async function selectChartsByServer(
  db: Database,
  shown: Required<Shown>,
  { borders, table }: Slots,
): Promise<{ slots: number[]; scale: number }[]> {
  const { origin, grain } = stretchesOf(borders)
  const span = { table, from: Math.min(...borders), to: Math.max(...borders) }
  const rows = await db
    .selectFrom(accountRows(db, shown, span))
    .leftJoin('server', 'server.id', 'flow.serverId')
    .select(['serverId', 'server.scale', bytes.as('bytes')])
    .select(stretchOf({ origin, grain }).as('stretch'))
    .groupBy(['serverId', 'server.scale', 'stretch'])
    .execute()
  return [...Map.groupBy(rows, (row) => row.serverId).values()].map((own) => ({
    scale: own[0]?.scale ?? GONE,
    slots: sumsBySlot(
      borders,
      own.map((row) => ({ time: origin + row.stretch * grain, bytes: row.bytes })),
    ),
  }))
}

const stretchOf = ({ origin, grain }: { origin: number; grain: number }) =>
  sql<number>`cast(("bucket" - ${origin}) / ${grain} as bigint)`
