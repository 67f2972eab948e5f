import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { remember, slicesOf } from '../../database/slices.ts'
import { bytes } from '../../accounts/charts/store.ts'

/** A time of whole days in the site's zone; `to` is not included. */
type Span = { from: number; to: number }

/** How many accounts' traffic is added up before yielding to other work. */
const ACCOUNTS = 10_000
/** How many servers': each has a row for every five minutes. */
const SERVERS = 40

/** Bytes carried for one group's accounts, or by all servers. Slices. */
export function carriedBytes(
  db: Database,
  { from, to, group }: Span & { group: number | undefined },
): Promise<number> {
  return remember(db, `carried ${from} ${to} ${group}`, async () => {
    if (group === undefined) return byAll(db, { from, to })
    const { sums, slices } = await byGroups(db, { from, to }, group)
    return { value: sums.get(group) ?? 0, slices }
  })
}

/** The same for a day that is over, by group and of the whole shop. */
export async function carriedByGroup(db: Database, span: Span) {
  const { value: all } = await byAll(db, span)
  const { sums } = await byGroups(db, span)
  return { all, groups: sums }
}

/** From the servers' own sums: those of deleted accounts are in them. */
async function byAll(db: Database, { from, to }: Span) {
  const ids = await serverIds(db)
  let value = 0
  let slices = 0
  for (; slices * SERVERS < ids.length; slices += 1) {
    if (slices > 0) await setImmediate()
    const row = await db
      .selectFrom('serverFlow')
      .select(bytes.as('bytes'))
      .where('serverId', 'in', ids.slice(slices * SERVERS, (slices + 1) * SERVERS))
      .where('bucket', '>=', from)
      .where('bucket', '<', to)
      .executeTakeFirst()
    value += row?.bytes ?? 0
  }
  return { value, slices }
}

/** Servers that carried something, also deleted ones: hops along the key, not a scan. */
async function serverIds(db: Database): Promise<number[]> {
  const { rows } = await sql<{ id: number | null }>`
    with recursive hops(id) as (
      select (select min("serverId") from "serverFlow")
      union all
      select (select min("serverId") from "serverFlow" where "serverId" > hops.id)
      from hops where hops.id is not null
    )
    select id from hops`.execute(db)
  return rows.flatMap(({ id }) => (id === null ? [] : [id]))
}

async function byGroups(db: Database, { from, to }: Span, group?: number) {
  const sums = new Map<number, number>()
  let slices = 0
  for await (const accounts of slicesOf(db, 'account', ACCOUNTS)) {
    const rows = await db
      .selectFrom('account')
      .innerJoin('user', 'user.id', 'account.userId')
      .innerJoin('flowDay', 'flowDay.accountId', 'account.id')
      .select(['user.groupId', bytes.as('bytes')])
      .where('account.id', '>=', accounts.from)
      .where('account.id', '<=', accounts.to)
      .where('flowDay.bucket', '>=', from)
      .where('flowDay.bucket', '<', to)
      .$if(group !== undefined, (query) => query.where('user.groupId', '=', group!))
      .groupBy('user.groupId')
      .execute()
    for (const { groupId, bytes: carried } of rows)
      sums.set(groupId, (sums.get(groupId) ?? 0) + carried)
    slices += 1
  }
  return { sums, slices }
}
