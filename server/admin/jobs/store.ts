import { type ExpressionBuilder, sql } from 'kysely'
import type { Schema } from '#contract'
import type { Database } from '../../database/database.ts'
import type { Tables } from '../../database/tables.ts'
import type { Action } from './kind.ts'
import { isLeft, leftOf } from './left.ts'
import type { ownJobs } from './owned.ts'
import { targetOf } from './selection.ts'

const MAX_JOBS = 50
const MAX_FAILURES = 200

/** Inserts a job; its items are added to it in the same transaction. */
export async function insertJob(
  tx: Database,
  job: { actorId: number; action: Action; createTime: number },
): Promise<number> {
  const { action, ...rest } = job
  const row = await tx
    .insertInto('job')
    .values({
      ...rest,
      kind: action.kind,
      action: JSON.stringify(action),
      status: 'running',
      total: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Inserts a job of one that is done already, with what its undo takes. Returns its id. */
export async function insertDoneJob(
  tx: Database,
  job: {
    actorId: number
    action: Action
    subjectId: number
    label: string
    before: object
    time: number
  },
): Promise<number> {
  const { actorId, action, subjectId, label, before, time } = job
  const jobId = await insertJob(tx, { actorId, action, createTime: time })
  await tx
    .insertInto('jobItem')
    .values({ jobId, subjectId, label, status: 'done', before: JSON.stringify(before) })
    .execute()
  const end = { status: 'done', total: 1, done: 1, endTime: time } as const
  await tx.updateTable('job').set(end).where('id', '=', jobId).execute()
  return jobId
}

type Owned = ReturnType<typeof ownJobs>

/** The latest jobs, newest first; `owned` limits them to somebody's. */
export async function selectJobs(
  db: Database,
  now: number,
  owned?: Owned,
): Promise<Schema<'Job'>[]> {
  const rows = await db
    .selectFrom('job')
    .selectAll()
    .select([subjectOf, leftOf])
    .$if(owned !== undefined, (jobs) =>
      jobs.where('actorId', '=', owned!.actorId).where('action', 'in', owned!.actions),
    )
    .orderBy('id', 'desc')
    .limit(MAX_JOBS)
    .execute()
  return rows.map((row) => toJob(row, now))
}

/** One job with its failures; with `owned` only if it is theirs. */
export async function findJob(
  db: Database,
  id: number,
  now: number,
  owned?: Owned,
): Promise<Schema<'JobDetail'> | undefined> {
  const row = await db
    .selectFrom('job')
    .selectAll()
    .select([subjectOf, leftOf])
    .where('id', '=', id)
    .$if(owned !== undefined, (jobs) =>
      jobs.where('actorId', '=', owned!.actorId).where('action', 'in', owned!.actions),
    )
    .executeTakeFirst()
  if (!row) return undefined
  const failures = await db
    .selectFrom('jobItem')
    .select(['subjectId as id', 'label', sql<string>`"error"`.as('problem')])
    .where('jobId', '=', id)
    .where('error', 'is not', null)
    .orderBy('subjectId')
    .limit(MAX_FAILURES)
    .execute()
  return { ...toJob(row, now), failures }
}

/** How long a job can be undone. */
const UNDO_WINDOW_MS = 30 * 86_400_000

/**
 * Deletes the items of jobs that ended long ago. For an undo they hold everything that was deleted,
 * which must not be stored indefinitely.
 */
export async function removeOldJobItems(db: Database, now: number): Promise<void> {
  await db
    .deleteFrom('jobItem')
    .where((eb) =>
      eb(
        'jobId',
        'in',
        eb
          .selectFrom('job')
          .select('id')
          .where('status', 'not in', ['running', 'undoing'])
          .where('endTime', '<', now - UNDO_WINDOW_MS),
      ),
    )
    .execute()
}

/** Moves a job from one of some states to another; returns whether it was in one. */
export async function changeStatus(
  db: Database,
  id: number,
  from: readonly Schema<'Job'>['status'][],
  change: { status: Schema<'Job'>['status']; endTime: number | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('job')
    .set(change)
    .where('id', '=', id)
    .where('status', 'in', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Begins to undo a job that ended, or once more what an undo had to leave; returns whether there is
 * something to undo. Requires a transaction.
 */
export async function beginUndo(tx: Database, id: number): Promise<boolean> {
  const begin = { status: 'undoing', endTime: null } as const
  if (!(await changeStatus(tx, id, ['done', 'cancelled'], begin))) {
    // By one condition: another call may have undone it since it was read.
    const { numUpdatedRows } = await tx
      .updateTable('job')
      .set(begin)
      .where('id', '=', id)
      .where('status', '=', 'undone')
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('jobItem')
            .select('subjectId')
            .whereRef('jobItem.jobId', '=', 'job.id')
            .where(isLeft),
        ),
      )
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
  }
  const { numUpdatedRows } = await tx
    .updateTable('jobItem')
    .set({ status: 'done', error: null })
    .where('jobId', '=', id)
    .where(isLeft)
    .executeTakeFirst()
  await tx
    .updateTable('job')
    .set((eb) => ({ failed: eb('failed', '-', Number(numUpdatedRows)) }))
    .where('id', '=', id)
    .execute()
  return true
}

/** Forgets what the rows of an import say that will not be added any more; passwords are among it. */
export async function forgetInput(db: Database, jobId: number): Promise<void> {
  await db.updateTable('jobItem').set({ input: null }).where('jobId', '=', jobId).execute()
}

/** Takes a job to work on until a moment, ms; returns whether no other worker has it. */
export async function claimJob(
  db: Database,
  id: number,
  { now, until }: { now: number; until: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('job')
    .set({ claimedUntil: until })
    .where('id', '=', id)
    .where('status', 'in', ['running', 'undoing'])
    .where((eb) => eb.or([eb('claimedUntil', 'is', null), eb('claimedUntil', '<', now)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The name of the one a job is about; null of many, and once nothing is kept for its undo. */
const subjectOf = (eb: ExpressionBuilder<Tables, 'job'>) =>
  eb
    .selectFrom('jobItem')
    .select('label')
    .whereRef('jobItem.jobId', '=', 'job.id')
    .where('job.total', '=', 1)
    .limit(1)
    .as('subject')

type Row = {
  id: number
  subject: string | null
  left: number | null
  action: string
  status: Schema<'Job'>['status']
  total: number
  done: number
  failed: number
  createTime: number
  endTime: number | null
}

function toJob(row: Row, now: number): Schema<'Job'> {
  const { id, subject, left, status, total, done, failed, createTime, endTime } = row
  const action: Action = JSON.parse(row.action)
  const isRecent = endTime !== null && endTime >= now - UNDO_WINDOW_MS
  const isDone = ['done', 'cancelled'].includes(status) || (status === 'undone' && Boolean(left))
  const mayUndo = isDone && done > 0 && isRecent
  return {
    id,
    of: targetOf(action),
    ...(subject && { subject }),
    action,
    status,
    total,
    done,
    failed,
    createTime,
    endTime,
    mayUndo,
  }
}
