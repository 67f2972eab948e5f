import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import type { Tables } from '../../database/tables.ts'
import { type FlowTableName, RETENTION_MS } from './slots.ts'

const DAY_MS = 86_400_000

/** A table of traffic in partitions. */
type Partitioned = FlowTableName | 'serverFlow'

const PARTITIONED = ['flow5min', 'flowHour', 'flowDay', 'serverFlow'] as const
/** How much time one partition holds, ms: from midnight, UTC. */
const SPAN_MS: Readonly<Record<Partitioned, number>> = {
  flow5min: DAY_MS,
  flowHour: 7 * DAY_MS,
  flowDay: 28 * DAY_MS,
  serverFlow: 28 * DAY_MS,
}
/** Tables whose old rows are added to months: none of their partitions goes with rows in it. */
export const FOLDED = ['flowDay', 'serverFlow'] as const
/** How many partitions are made ahead: so long no console need be running. */
const AHEAD = 4
/** How long a change of partitions waits for others, and others for it, ms. */
const LOCK_MS = 2_000
/** PostgreSQL's code for a lock that was not to be had in time. */
const LOCKED = '55P03'
/** Names what only one process does at a time, among all advisory locks of the database. */
const ADVISORY = 7_236_401

/** Statements that are run together; before a partition is dropped `empties` names it. */
type Step = { run: string[]; empties?: string }

/** A partition: its rows are from `from` on and before `to`, ms; -Infinity for what was before. */
type Partition = { name: string; from: number; to: number }

/** Whether this database has partitions: the embedded one has none. */
const hasPartitions = (db: Kysely<Tables>) => db.getExecutor().adapter instanceof PostgresAdapter

/**
 * Makes the partitions of now and the next, and drops those in which everything is past its
 * retention; of what is kept by month only those that are empty by then (`removeOldFlow`).
 *
 * Any number of processes may call it. What another holds for too long waits for the next call:
 * partitions are made long before they are needed, and rows without one go to the default.
 */
export async function keepPartitions(db: Kysely<Tables>, now: number): Promise<void> {
  if (!hasPartitions(db)) return
  for (const table of PARTITIONED) {
    // Each in a transaction of its own, so that none is held for long.
    const steps = stepsFor(table, await partitionsOf(db, table), now)
    for (const _ of steps) if (!(await takeStep(db, table, now))) break
  }
}

/** The parts of a table whose rows of before a moment are deleted row by row. */
export async function rowByRow(
  db: Kysely<Tables>,
  table: Partitioned,
  before: number,
): Promise<string[]> {
  if (!hasPartitions(db)) return [table]
  const until = isFolded(table) ? before : -Infinity
  const first = (await partitionsOf(db, table)).filter(
    ({ from }) => from === -Infinity || from < until,
  )
  return [...first.map(({ name }) => name), `${table}_default`]
}

const isFolded = (table: Partitioned) => FOLDED.some((one) => one === table)

/** The partitions of a table, but for the default one. */
export async function partitionsOf(db: Database, table: Partitioned): Promise<Partition[]> {
  const { rows } = await sql<{ name: string; bound: string }>`
    select part.relname as name, pg_get_expr(part.relpartbound, part.oid) as bound
    from pg_inherits join pg_class part on part.oid = inhrelid
    where inhparent = ${`"${table}"`}::regclass order by part.relname`.execute(db)
  return rows.flatMap(({ name, bound }) => {
    const [, from, to] = /FROM \(([^)]+)\) TO \(([^)]+)\)/.exec(bound) ?? []
    return from && to ? [{ name, from: boundOf(from), to: boundOf(to) }] : []
  })
}

const boundOf = (text: string) =>
  text === 'MINVALUE' ? -Infinity : Number(text.replaceAll("'", ''))

/** What has to be done so that a table has the partitions it needs. */
function stepsFor(table: Partitioned, known: readonly Partition[], now: number): Step[] {
  const span = SPAN_MS[table]
  const wanted = Array.from({ length: AHEAD + 1 }, (_, at) => {
    const from = (Math.floor(now / span) + at) * span
    const day = new Date(from).toISOString().slice(0, 10).replaceAll('-', '')
    return { name: `${table}_${day}`, from, to: from + span }
  })
  const missing = wanted.filter(
    (one) => !known.some(({ from, to }) => from < one.to && one.from < to),
  )
  const old = known.filter(({ to }) => to <= now - RETENTION_MS[table])
  return [
    ...missing.map((one) => ({ run: add(table, one) })),
    ...old.map(({ name }) => ({
      run: [`drop table "${name}"`],
      ...(isFolded(table) && { empties: name }),
    })),
  ]
}

/**
 * The statements that make a partition. A table of its own is filled with what the default has of
 * its time, and attached: readers and writers of the others go on meanwhile.
 */
function add(table: Partitioned, { name, from, to }: Partition): string[] {
  const rest = `"${table}_default"`
  return [
    `create table "${name}" (like "${table}" including all)`,
    `lock table ${rest} in access exclusive mode`,
    `with mine as (delete from ${rest} where "bucket" >= ${from} and "bucket" < ${to} returning *)
      insert into "${name}" select * from mine`,
    `alter table "${table}" attach partition "${name}" for values from (${from}) to (${to})`,
  ]
}

/** Does what has to be done first; false where another process is at this table, or holds it for long. */
async function takeStep(db: Kysely<Tables>, table: Partitioned, now: number): Promise<boolean> {
  try {
    return await db.transaction().execute(async (tx) => {
      await sql.raw(`set local lock_timeout = ${LOCK_MS}`).execute(tx)
      const { rows } = await sql<{ mine: boolean }>`
        select pg_try_advisory_xact_lock(${ADVISORY}, hashtext(${table})) as mine`.execute(tx)
      if (!rows[0]?.mine) return false
      // Another process may have done it meanwhile.
      const [first] = stepsFor(table, await partitionsOf(tx, table), now)
      if (first?.empties && !(await staysEmpty(tx, table, first.empties))) return false
      for (const text of first?.run ?? []) await sql.raw(text).execute(tx)
      return true
    })
  } catch (error) {
    if ((error as { code?: string }).code !== LOCKED) throw error
    return false
  }
}

/** Whether a partition is empty, and until the end of the transaction nothing comes into it. */
async function staysEmpty(tx: Database, table: Partitioned, name: string): Promise<boolean> {
  const isEmpty = async () => {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(tx)
    return rows.length === 0
  }
  // Nobody has to wait where it is not.
  if (!(await isEmpty())) return false
  // The table before its partition, as everybody else who writes.
  await sql.raw(`lock table only "${table}" in access exclusive mode`).execute(tx)
  return isEmpty()
}
