import type { Kysely } from 'kysely'
import type { Database } from '../database.ts'
import { seal, unseal } from '../sealed.ts'
import { resealLinks } from './links.ts'
import { changeSetting, findStored, type Settings } from '../settings/store.ts'

/** Columns with sealed values; a test finds those that are missing here. */
const COLUMNS = [
  ['secondFactor', 'userId', 'totp'],
  ['server', 'id', 'privateKey'],
  ['device', 'id', 'presharedKey'],
  ['device', 'id', 'privateKey'],
] as const

/** Fields of settings with sealed values. */
const FIELDS = [
  ['telegram', 'token'],
  ['mailServer', 'password'],
  ['alipay', 'privateKey'],
  ['paypal', 'clientSecret'],
  ['nodeIdentity', 'privateKey'],
  ['vapid', 'privateKey'],
] as const satisfies readonly (readonly [keyof Settings, string])[]

type Change = { from: string; to: string }

/** Reseals every sealed value with another secret; returns how many. Requires a transaction. */
export async function resealAll(tx: Database, change: Change): Promise<number> {
  let count = 0
  for (const [table, id, column] of COLUMNS)
    count += await resealColumn(tx, table, id, column, change)
  for (const [name, field] of FIELDS) count += await resealField(tx, name, field, change)
  return count + (await resealLinks(tx, change))
}

async function resealColumn(
  tx: Database,
  table: string,
  id: string,
  column: string,
  { from, to }: Change,
): Promise<number> {
  // The types of all these tables at once are more than the compiler follows.
  const any = tx as unknown as Kysely<Record<string, Record<string, string | number | null>>>
  const rows = await any
    .selectFrom(table)
    .select([id, column])
    .where(column, 'is not', null)
    .where(column, '!=', '')
    .execute()
  for (const row of rows)
    await any
      .updateTable(table)
      .set({ [column]: seal(unseal(String(row[column]), from), to) })
      .where(id, '=', row[id]!)
      .execute()
  return rows.length
}

async function resealField<Name extends keyof Settings>(
  tx: Database,
  name: Name,
  field: string,
  { from, to }: Change,
): Promise<number> {
  const stored = (await findStored(tx, name)) as Record<string, unknown> | undefined
  const text = stored?.[field]
  if (typeof text !== 'string' || text === '') return 0
  const resealed = { ...stored, [field]: seal(unseal(text, from), to) }
  await changeSetting(tx, name, resealed as unknown as Settings[Name])
  return 1
}
