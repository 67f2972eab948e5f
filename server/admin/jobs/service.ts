import { sql } from 'kysely'
import type { Answer, Schema } from '#contract'
import type { Call } from '../../http/contract.ts'
import { type Database, inTransaction } from '../../database/database.ts'
import { storeReply } from '../../http/keys/claim.ts'
import { found, Refusal } from '../../base/refusal.ts'
import { selectServers } from '../../accounts/servers/store.ts'
import { kindOf } from './actions.ts'
import { ownJobs } from './owned.ts'
import { runJob } from './runner.ts'
import { isFor, targets } from './selection.ts'
import { movedEnd } from './account-actions.ts'
import { beginUndo, changeStatus, findJob, forgetInput, insertJob } from './store.ts'

const SAMPLE_SIZE = 20

/** Reports whom an action would be done to, and for which of the first it is impossible. */
export async function previewJob(call: Call<'previewJob'>): Promise<Answer<'previewJob'>> {
  const { db, config, now, body, caller } = call
  const { selection, action } = body
  checkSelection(selection, action)
  await checkAction(db, action)
  const parts = targets(db, selection, action, now())
  let total = 0
  let admins = 0
  let past = 0
  const sample: Schema<'JobPreview'>['sample'] = []
  for (const part of parts) {
    const counted = await db
      .selectFrom(part.as('row'))
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    total += counted.total
    if (action.kind === 'extend') past += await countPast(db, part, now() - action.time)
    if (action.kind === 'deleteUser') admins += await countAdmins(db, part)
    if (sample.length < SAMPLE_SIZE)
      sample.push(...(await part.orderBy('id').limit(SAMPLE_SIZE).execute()))
  }
  const first = sample.slice(0, SAMPLE_SIZE)
  for (const one of first) {
    const base = { effect: '', position: 0, actorId: caller.id, isUndo: false }
    const context = { ...base, tx: db, id: one.id, action, now: now(), consolePort: config.port }
    const problem = await kindOf(action).check(context as never)
    if (problem) one.problem = problem
    else if (action.kind === 'extend')
      Object.assign(one, await movedEnd(db, one.id, action.time, now()))
  }
  const problems = first.filter(({ problem }) => problem).length
  return {
    total,
    sample: first,
    problems,
    ...(admins > 0 && { admins }),
    ...(action.kind === 'extend' && { past }),
  }
}

/** How many of those selected end at a time or before it; who waits to be started does not end. */
async function countPast(db: Database, part: ReturnType<typeof targets>[number], time: number) {
  const { total } = await db
    .selectFrom(part.as('row'))
    .innerJoin('account', 'account.id', 'row.id')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('account.active', '=', 1)
    .where('account.expireTime', '<=', time)
    .executeTakeFirstOrThrow()
  return total
}

/** How many of those selected are admins, so that they are not deleted by accident. */
async function countAdmins(db: Database, part: ReturnType<typeof targets>[number]) {
  const { total } = await db
    .selectFrom(part.as('row'))
    .innerJoin('user', 'user.id', 'row.id')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('user.type', '=', 'admin')
    .executeTakeFirstOrThrow()
  return total
}

/** Starts a job. Refuses with `selection changed` or `nothing selected`. */
export async function createJob(call: Call<'createJob'>): Promise<Answer<'createJob'>> {
  const { db, now, body, caller, log } = call
  const { selection, action, expected } = body
  checkSelection(selection, action)
  const made = await inTransaction(db, async (tx) => {
    await checkAction(tx, action)
    const id = await insertJob(tx, { actorId: caller.id, action, createTime: now() })
    for (const part of targets(tx, selection, action, now()))
      await tx
        .insertInto('jobItem')
        .columns(['jobId', 'subjectId', 'label', 'status'])
        .expression(
          tx
            .selectFrom(part.as('row'))
            .select([
              sql<number>`cast(${id} as integer)`.as('jobId'),
              'row.id as subjectId',
              'row.label',
              sql<'waiting'>`'waiting'`.as('status'),
            ])
            // Without one, SQLite parses the words that follow as part of a join.
            .where(sql<boolean>`1 = 1`),
        )
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    const { total } = await tx
      .selectFrom('jobItem')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('jobId', '=', id)
      .executeTakeFirstOrThrow()
    if (total === 0) throw new Refusal(403, 'nothing selected')
    if (expected !== undefined && expected !== total) throw new Refusal(403, 'selection changed')
    await tx.updateTable('job').set({ total }).where('id', '=', id).execute()
    const job = found(await findJob(tx, id, now()))
    await storeReply(tx, job)
    return job
  })
  runJob(call, made.id).catch((error: unknown) =>
    log.error({ err: error, jobId: made.id }, 'work on many stopped and is taken up again'),
  )
  return made
}

/** Cancels a job. */
export async function cancelJob({ db, now, path, caller }: Call<'cancelJob'>): Promise<'success'> {
  found(await findJob(db, path.jobId, now(), ownJobs(caller)))
  const end = { status: 'cancelled', endTime: now() } as const
  if (!(await changeStatus(db, path.jobId, ['running'], end))) throw new Refusal(403)
  await forgetInput(db, path.jobId)
  return 'success'
}

/** Undoes a job, in the background; what an earlier undo had to leave is tried again. */
export async function undoJob(call: Call<'undoJob'>): Promise<'success'> {
  const { db, path, now, log, caller } = call
  const { jobId } = path
  if (!(await findJob(db, jobId, now(), ownJobs(caller)))?.mayUndo) throw new Refusal(403)
  if (!(await inTransaction(db, (tx) => beginUndo(tx, jobId)))) throw new Refusal(403)
  runJob(call, jobId).catch((error: unknown) =>
    log.error({ err: error, jobId }, 'taking back work on many stopped and is taken up again'),
  )
  return 'success'
}

function checkSelection(selection: Schema<'JobSelection'>, action: Schema<'JobAction'>): void {
  const { ids, query } = selection
  if (!isFor(selection, action)) throw new Refusal(400, 'body/action is not for what is selected')
  if ((ids === undefined) === (query === undefined))
    throw new Refusal(400, 'body/selection must have either ids or query')
}

/** Refuses an action with an unknown group or server, or that moves accounts to where they are. */
async function checkAction(db: Database, action: Schema<'JobAction'>): Promise<void> {
  if (action.kind === 'setGroup') {
    const group = db.selectFrom('userGroup').select('id').where('id', '=', action.groupId)
    if (!(await group.executeTakeFirst())) throw new Refusal(403)
  }
  const isMove = action.kind === 'moveServers'
  if ((isMove || action.kind === 'setServers') && action.server) {
    const existing = new Set((await selectServers(db)).map(({ id }) => id))
    if (action.server.some((id) => !existing.has(id))) throw new Refusal(403)
    if (isMove && action.server.includes(action.from)) throw new Refusal(403)
  }
}
