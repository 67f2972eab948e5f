import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import type { Database } from '../../database/database.ts'
import type { Tables } from '../../database/tables.ts'
import { containsAnyCase } from '../../database/lists/search.ts'

type Entry = {
  time: number
  /** Null for the command line. */
  actorId: number | null
  operation: string
  subject: string
  subjectId: number | null
  label: string
  before?: object
  after?: object
}

/** The filter on entries. */
export type AuditFilter = {
  search: string
  actorId?: number
  subject?: string
  subjectId?: number
  /** Calls, by their operationId; none is every one. */
  operation?: readonly string[]
  /** From this time on, ms. */
  from?: number
  /** Before this time, ms. */
  to?: number
}

const eb = expressionBuilder<Tables, 'audit'>()
/** The calls that begin a bulk action. */
const BEGUN_BY = ['createJob', 'createImport']

/** Writes down what an admin did. */
export async function insertAudit(db: Database, entry: Entry): Promise<void> {
  const { before, after, actorId, ...rest } = entry
  const actor =
    actorId === null
      ? undefined
      : await db.selectFrom('user').select('username').where('id', '=', actorId).executeTakeFirst()
  await db
    .insertInto('audit')
    .values({
      ...rest,
      actorId,
      actor: actor?.username ?? (actorId === null ? 'command line' : ''),
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
    })
    .execute()
}

/** Whether an admin has been noted with this call about this subject since. */
export async function hasLooked(
  db: Database,
  look: { actorId: number; operation: string; subject: string; subjectId: number | undefined },
  since: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('audit')
    .select('id')
    .where('subject', '=', look.subject)
    .where('subjectId', '=', look.subjectId ?? null)
    .where('operation', '=', look.operation)
    .where('actorId', '=', look.actorId)
    .where('time', '>', since)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** One page of entries, newest first, and how many there are. */
export async function selectAudit(
  db: Database,
  filter: AuditFilter,
  { page, pageSize }: { page: number; pageSize: number },
) {
  const matching = db.selectFrom('audit').where(eb.and(conditionsOf(filter)))
  const rows = await matching
    .selectAll()
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  const { total } = await matching
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}

/** When the bulk actions that entries began were undone, by the id of the entry. */
export async function selectUndone(
  db: Database,
  entries: readonly { id: number; operation: string; subject: string; subjectId: number | null }[],
): Promise<Map<number, { undoneTime: number }>> {
  const begun = entries.flatMap(({ id, operation, subject, subjectId }) =>
    subject === 'job' && subjectId !== null && BEGUN_BY.includes(operation)
      ? [{ id, subjectId }]
      : [],
  )
  if (begun.length === 0) return new Map()
  const rows = await db
    .selectFrom('audit')
    .select(['subjectId', 'time'])
    .where('subject', '=', 'job')
    .where(
      'subjectId',
      'in',
      begun.map(({ subjectId }) => subjectId),
    )
    .where('operation', '=', 'undoJob')
    .orderBy('id', 'desc')
    .execute()
  const times = new Map(rows.map(({ subjectId, time }) => [subjectId, time]))
  return new Map(
    begun.flatMap(({ id, subjectId }) => {
      const undoneTime = times.get(subjectId)
      return undoneTime === undefined ? [] : [[id, { undoneTime }] as const]
    }),
  )
}

function conditionsOf(filter: AuditFilter) {
  const { search, actorId, subject, subjectId, operation = [], from, to } = filter
  const conditions: Expression<SqlBool>[] = []
  if (actorId !== undefined) conditions.push(eb('actorId', '=', actorId))
  if (subject) conditions.push(eb('subject', '=', subject))
  if (subjectId !== undefined) conditions.push(eb('subjectId', '=', subjectId))
  if (operation.length > 0) conditions.push(eb('operation', 'in', operation))
  if (from !== undefined) conditions.push(eb('time', '>=', from))
  if (to !== undefined) conditions.push(eb('time', '<', to))
  if (search)
    conditions.push(
      eb.or(
        (['label', 'actor', 'operation'] as const).map((column) =>
          containsAnyCase(eb.ref(column), search),
        ),
      ),
    )
  return conditions
}
