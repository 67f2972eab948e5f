import { setImmediate } from 'node:timers/promises'
import { type Database, inTransaction } from '../../database/database.ts'
import { unseal } from '../../database/sealed.ts'
import type { World } from '../../http/world.ts'
import { kindOf } from './actions.ts'
import type { Action, ActionContext, Outcome } from './kind.ts'
import { targetOf } from './selection.ts'
import { changeStatus, claimJob } from './store.ts'

type Deps = Pick<World, 'db' | 'config' | 'now' | 'wake' | 'log' | 'secret'>

/** How many are changed in one transaction; between two, other work runs. */
const BATCH_SIZE = 100
/** The same, where each takes time before the transaction; so few that a claim outlasts them. */
const PREPARED_SIZE = 20
/** How long a worker may be silent before another takes over. */
const CLAIM_MS = 30_000

/** Runs every job that is begun and has no worker, as after a restart. */
export async function resumeJobs(deps: Deps): Promise<void> {
  const rows = await deps.db
    .selectFrom('job')
    .select('id')
    .where('status', 'in', ['running', 'undoing'])
    .orderBy('id')
    .execute()
  for (const { id } of rows) await runJob(deps, id)
}

/** Runs a job to its end, unless another worker does. Two servers may be called at once. */
export async function runJob(deps: Deps, jobId: number): Promise<void> {
  const { db, now, wake } = deps
  if (!(await claimJob(db, jobId, { now: now(), until: now() + CLAIM_MS }))) return
  try {
    for (;;) {
      const { accounts, more } = await runSlice(deps, jobId)
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
async function runSlice(deps: Deps, jobId: number): Promise<Slice> {
  const { db, config, now, secret } = deps
  const ahead = await prepareNext(deps, jobId)
  const size = ahead ? PREPARED_SIZE : BATCH_SIZE
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
      .select(['subjectId', 'before', 'input'])
      .where('jobId', '=', jobId)
      .where('status', '=', undoing ? 'done' : 'waiting')
      // In reverse, as a later change may depend on an earlier one.
      .orderBy('subjectId', undoing ? 'desc' : 'asc')
      .limit(size)
      .execute()
    const action: Action = JSON.parse(job.action)
    let [done, failed] = [0, 0]
    const changed: number[] = []
    // Another worker may have taken the job over while these were prepared.
    if (ahead && items.some(({ subjectId }) => !ahead.has(subjectId)))
      return { accounts: [], more: true }
    const inputs = new Map(
      items.flatMap(({ subjectId, input }) =>
        input === null ? [] : [[subjectId, JSON.parse(unseal(input, secret)) as unknown]],
      ),
    )
    if (!undoing) await kindOf(action).hold?.(tx, [...inputs.values()] as never[])
    for (const { subjectId, before } of items) {
      const context = {
        tx,
        id: subjectId,
        action,
        now: now(),
        consolePort: config.port,
        secret,
        actorId: job.actorId,
        isUndo: undoing,
        effect: `job:${jobId}:${subjectId}`,
        position: job.done + job.failed + done + failed,
        input: inputs.get(subjectId),
        prepared: ahead?.get(subjectId),
      }
      const outcome = undoing ? await undo(context, before, jobId) : await run(context, jobId)
      if ('problem' in outcome) failed += 1
      else done += 1
      changed.push(accountOf(action, subjectId, outcome))
    }
    await tx
      .updateTable('job')
      .set((eb) => ({
        done: undoing ? eb('done', '-', done) : eb('done', '+', done),
        failed: eb('failed', '+', failed),
      }))
      .where('id', '=', jobId)
      .execute()
    const touched = targetOf(action) === 'account' ? { accounts: changed } : {}
    if (items.length === size) return { ...touched, more: true }
    const end = { status: undoing ? 'undone' : 'done', endTime: now() } as const
    await changeStatus(tx, jobId, [job.status], end)
    return { ...touched, more: false }
  })
}

/** Prepares the next few where their action has to, by their subjects. */
async function prepareNext({ db, secret }: Deps, jobId: number) {
  const job = await db
    .selectFrom('job')
    .select('action')
    .where('id', '=', jobId)
    .where('status', '=', 'running')
    .executeTakeFirst()
  const { prepare } = job ? kindOf(JSON.parse(job.action)) : {}
  if (!prepare) return undefined
  const items = await db
    .selectFrom('jobItem')
    .select(['subjectId', 'input'])
    .where('jobId', '=', jobId)
    .where('status', '=', 'waiting')
    .orderBy('subjectId')
    .limit(PREPARED_SIZE)
    .execute()
  const prepared = new Map<number, unknown>()
  for (const { subjectId, input } of items)
    prepared.set(subjectId, await prepare(JSON.parse(unseal(input ?? '', secret))))
  return prepared
}

/** The account that was changed: of an import the one it added, and not the row. */
function accountOf({ kind }: Action, subjectId: number, outcome: Outcome): number {
  if (kind !== 'importAccounts' || 'problem' in outcome) return subjectId
  return (outcome.before as { id: number }).id
}

async function run(context: ActionContext, jobId: number): Promise<Outcome> {
  const outcome = await kindOf(context.action).run(context as never)
  if ('problem' in outcome) {
    await changeItem(context.tx, jobId, context.id, { status: 'failed', error: outcome.problem })
    return outcome
  }
  const before = JSON.stringify(outcome.before)
  await changeItem(context.tx, jobId, context.id, { status: 'done', before })
  return outcome
}

async function undo(
  context: ActionContext,
  before: string | null,
  jobId: number,
): Promise<Outcome> {
  const was = JSON.parse(before ?? 'null') as never
  const problem = await kindOf(context.action).undo(context as never, was)
  await changeItem(
    context.tx,
    jobId,
    context.id,
    problem ? { status: 'failed', error: problem } : { status: 'undone' },
  )
  return problem ? { problem } : { before: was }
}

type Change = { status: 'done' | 'failed' | 'undone'; error?: string; before?: string }

async function changeItem(tx: Database, jobId: number, subjectId: number, change: Change) {
  await tx
    .updateTable('jobItem')
    // What an import's row said, passwords among it, has served.
    .set({ ...change, input: null })
    .where('jobId', '=', jobId)
    .where('subjectId', '=', subjectId)
    .execute()
}
