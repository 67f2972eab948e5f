import { type Kysely, sql } from 'kysely'
import { columns } from './columns.ts'

const DAY_MS = 86_400_000
/** How much time one partition of a table holds, ms; all begin at midnight, UTC. */
const SPANS = [
  { name: 'flow5min', span: DAY_MS, key: ['accountId', 'bucket', 'serverId'] },
  { name: 'flowHour', span: 7 * DAY_MS, key: ['accountId', 'bucket', 'serverId'] },
  { name: 'flowDay', span: 28 * DAY_MS, key: ['accountId', 'bucket', 'serverId'] },
  { name: 'serverFlow', span: 28 * DAY_MS, key: ['serverId', 'bucket'] },
]

/**
 * Traffic in partitions by time on PostgreSQL, so that what is too old is dropped and not deleted
 * row by row.
 *
 * The table there was becomes the first partition, with everything until the end of the present
 * span: no row is copied. `accounts/flow/partitions.ts` makes the later ones; what has none, such as
 * the rows of a clock that is ahead, goes to a default partition.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (columns(db).embedded) return
  for (const { name, span, key } of SPANS) {
    const [before, rest] = [`${name}_before`, `${name}_default`]
    const isTimed = name !== 'serverFlow'
    const run = (text: string) => sql.raw(text).execute(db)
    const until = (Math.floor(Date.now() / span) + 1) * span
    await run(`alter table "${name}" rename to "${before}"`)
    await run(`alter table "${before}" rename constraint "${name}Key" to "${before}Key"`)
    if (isTimed) await run(`alter index "${name}ByTime" rename to "${before}ByTime"`)
    await run(`create table "${name}" (like "${before}") partition by range ("bucket")`)
    const columnsOfKey = key.map((column) => `"${column}"`).join(', ')
    await run(`alter table "${name}" add constraint "${name}Key" primary key (${columnsOfKey})`)
    if (isTimed) await run(`create index "${name}ByTime" on "${name}" ("bucket")`)
    await run(`create table "${rest}" partition of "${name}" default`)
    await run(`with ahead as (delete from "${before}" where "bucket" >= ${until} returning *)
      insert into "${rest}" select * from ahead`)
    await run(
      `alter table "${name}" attach partition "${before}" for values from (minvalue) to (${until})`,
    )
  }
}
