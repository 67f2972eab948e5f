import type { Kysely } from 'kysely'
import type { Database } from '../database.ts'
import { seal, unseal } from '../sealed.ts'
import { resealLinks } from './links.ts'
import { changeNamed, changeSetting, findStored, type Settings } from '../settings/store.ts'

/** Columns with sealed values; a test finds those that are missing here. */
const COLUMNS = [
  ['secondFactor', 'userId', 'totp'],
  ['server', 'id', 'privateKey'],
  ['server', 'id', 'certificateKey'],
  ['device', 'id', 'presharedKey'],
  ['device', 'id', 'privateKey'],
] as const

/** Fields of settings with sealed values; those of payment providers are found by themselves. */
const FIELDS = [
  ['telegram', 'token'],
  ['mailServer', 'password'],
  ['nodeIdentity', 'privateKey'],
  ['vapid', 'privateKey'],
] as const satisfies readonly (readonly [keyof Settings, string])[]

/** The names of what is sealed: the columns, and the fields of settings. */
export const SEALED_NAMES: ReadonlySet<string> = new Set([
  ...COLUMNS.map(([, , column]) => column),
  ...FIELDS.map(([, field]) => field),
])

type Change = { from: string; to: string }

/** Reseals every sealed value with another secret; returns how many. Requires a transaction. */
export async function resealAll(tx: Database, change: Change): Promise<number> {
  let count = 0
  for (const [table, id, column] of COLUMNS)
    count += await resealColumn(tx, table, id, column, change)
  for (const [name, field] of FIELDS) count += await resealField(tx, name, field, change)
  count += await resealOthers(tx, change)
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

/**
 * Reseals what settings of other names hold. A payment provider's is stored under its kind, and this
 * folder knows none: a text that opens with the secret is one that was sealed with it.
 */
async function resealOthers(tx: Database, { from, to }: Change): Promise<number> {
  const known: readonly string[] = FIELDS.map(([name]) => name)
  const rows = await tx.selectFrom('setting').select(['key', 'value']).execute()
  let count = 0
  for (const { key, value } of rows.filter((row) => !known.includes(row.key))) {
    const stored: unknown = JSON.parse(value)
    if (typeof stored !== 'object' || stored === null) continue
    const opened = Object.entries(stored).flatMap(([field, text]) => {
      const plain = typeof text === 'string' ? openedBy(text, from) : undefined
      return plain === undefined ? [] : [[field, seal(plain, to)] as const]
    })
    if (opened.length === 0) continue
    await changeNamed(tx, key, { ...stored, ...Object.fromEntries(opened) })
    count += opened.length
  }
  return count
}

/** What was sealed with the secret; undefined for any other text. */
function openedBy(text: string, secret: string): string | undefined {
  try {
    return unseal(text, secret)
  } catch {
    return undefined
  }
}
