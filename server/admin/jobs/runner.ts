import { setImmediate } from 'node:timers/promises'
import type { Schema } from '#contract'
import { type Database, inTransaction } from '../../database/database.ts'
import type { World } from '../../http/world.ts'
import { kindOf } from './actions.ts'
import type { ActionContext } from './kind.ts'
import { changeStatus, claimJob } from './store.ts'

type Parts = Pick<World, 'db' | 'config' | 'now' | 'wake' | 'log'>
type Action = Schema<'JobAction'>

/** How many are changed in one transaction; between two, other work runs. */
const BATCH_SIZE = 100
const OF_PEOPLE: Action['kind'][] = ['deleteUser', 'setGroup', 'mail']
/** How long a worker may be silent before another takes over. */
const CLAIM_MS = 30_000

/** Runs every job that is begun and has no worker, as after a restart. */
export async function resumeJobs(parts: Parts): Promise<void> {
  const rows = await parts.db
    .selectFrom('job')
    .select('id')
    .where('status', 'in', ['running', 'undoing'])
    .orderBy('id')
    .execute()
  for (const { id } of rows) await runJob(parts, id)
}

/** Runs a job to its end, unless another worker does. Two servers may be called at once. */
export async function runJob(parts: Parts, jobId: number): Promise<void> {
  const { db, now, wake } = parts
  if (!(await claimJob(db, jobId, { now: now(), until: now() + CLAIM_MS }))) return
  try {
    for (;;) {
      const { accounts, more } = await runSlice(parts, jobId)
      wake(accounts)
      if (!more) return
      await setImmediate()
    }
  } finally {
    await db.updateTable('job').set({ claimedUntil: null }).where('id', '=', jobId).execute()
  }
}

type Slice = {
  /** The accounts that were changed; none where it was about people. */
  accounts?: number[]
  more: boolean
}

/** Changes the next few, all or none; returns whether there may be more. */
async function runSlice({ db, config, now }: Parts, jobId: number): Promise<Slice> {
  return inTransaction(db, async (tx) => {
    const job = await tx
      .updateTable('job')
      .set({ claimedUntil: now() + CLAIM_MS })
      .where('id', '=', jobId)
      .where('status', 'in', ['running', 'undoing'])
      .returning(['action', 'status', 'done', 'failed', 'actorId'])
      .executeTakeFirst()
    // Cancelled meanwhile.
    if (!job) return { accounts: [], more: false }
    const undoing = job.status === 'undoing'
    const items = await tx
      .selectFrom('jobItem')
      .select(['subjectId', 'before'])
      .where('jobId', '=', jobId)
      .where('status', '=', undoing ? 'done' : 'waiting')
      // In reverse, as a later change may depend on an earlier one.
      .orderBy('subjectId', undoing ? 'desc' : 'asc')
      .limit(BATCH_SIZE)
      .execute()
    const action: Action = JSON.parse(job.action)
    let [done, failed] = [0, 0]
    for (const { subjectId, before } of items) {
      const context = {
        tx,
        id: subjectId,
        action,
        now: now(),
        consolePort: config.port,
        actorId: job.actorId,
        isUndo: undoing,
        effect: `job:${jobId}:${subjectId}`,
        position: job.done + job.failed + done + failed,
      }
      const problem = undoing ? await undo(context, before, jobId) : await run(context, jobId)
      if (problem) failed += 1
      else done += 1
    }
    await tx
      .updateTable('job')
      .set((eb) => ({
        done: undoing ? eb('done', '-', done) : eb('done', '+', done),
        failed: eb('failed', '+', failed),
      }))
      .where('id', '=', jobId)
      .execute()
    const ids = items.map(({ subjectId }) => subjectId)
    const changed = OF_PEOPLE.includes(action.kind) ? {} : { accounts: ids }
    if (items.length === BATCH_SIZE) return { ...changed, more: true }
    const end = { status: undoing ? 'undone' : 'done', endTime: now() } as const
    await changeStatus(tx, jobId, [job.status], end)
    return { ...changed, more: false }
  })
}

async function run(context: ActionContext, jobId: number): Promise<string | undefined> {
  const outcome = await kindOf(context.action).run(context as never)
  if ('problem' in outcome) {
    await changeItem(context.tx, jobId, context.id, { status: 'failed', error: outcome.problem })
    return outcome.problem
  }
  const before = JSON.stringify(outcome.before)
  await changeItem(context.tx, jobId, context.id, { status: 'done', before })
  return undefined
}

async function undo(context: ActionContext, before: string | null, jobId: number) {
  const was = JSON.parse(before ?? 'null') as never
  const problem = await kindOf(context.action).undo(context as never, was)
  await changeItem(
    context.tx,
    jobId,
    context.id,
    problem ? { status: 'failed', error: problem } : { status: 'undone' },
  )
  return problem
}

type Change = { status: 'done' | 'failed' | 'undone'; error?: string; before?: string }

async function changeItem(tx: Database, jobId: number, subjectId: number, change: Change) {
  await tx
    .updateTable('jobItem')
    .set(change)
    .where('jobId', '=', jobId)
    .where('subjectId', '=', subjectId)
    .execute()
}
