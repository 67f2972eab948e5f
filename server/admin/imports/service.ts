import type { Answer } from '#contract'
import { found, Refusal } from '../../base/refusal.ts'
import { inTransaction } from '../../database/database.ts'
import { seal } from '../../database/sealed.ts'
import type { Call } from '../../http/contract.ts'
import { storeReply } from '../../http/keys/claim.ts'
import { runJob } from '../jobs/runner.ts'
import { confinedTo } from '../jobs/owned.ts'
import { findJob, insertJob } from '../jobs/store.ts'
import { readTable } from './read.ts'

const KINDS = { user: 'importUsers', account: 'importAccounts', plan: 'importPlans' } as const
const SAMPLE_SIZE = 20
/** Databases limit the number of values in one statement. */
const BATCH_SIZE = 200

/** Reports which rows of a table would be added, and why the others would not. */
export async function previewImport(call: Call<'previewImport'>): Promise<Answer<'previewImport'>> {
  const { fresh, scope: _scope, ...reading } = await readTable(call, call.body)
  const sample = fresh
    .slice(0, SAMPLE_SIZE)
    .map(({ row, label, shown }) => ({ row, label, ...shown }))
  return { ...reading, fresh: fresh.length, sample }
}

/** Starts the job that adds the rows of a table. Refuses as `readTable`, and with `table changed`. */
export async function createImport(call: Call<'createImport'>): Promise<Answer<'createImport'>> {
  const { db, now, body, caller, log, secret } = call
  const { fresh, scope } = await readTable(call, body)
  if (fresh.length !== body.expected) throw new Refusal(403, 'table changed')
  const kind = KINDS[body.of]
  const action = scope ? confinedTo(kind, scope.groupId) : { kind }
  const items = fresh.map(({ row, label, input }) => ({
    subjectId: row,
    label,
    status: 'waiting' as const,
    // Passwords are among it.
    input: seal(JSON.stringify(input), secret),
  }))
  const made = await inTransaction(db, async (tx) => {
    const jobId = await insertJob(tx, { actorId: caller.id, action, createTime: now() })
    for (let at = 0; at < items.length; at += BATCH_SIZE)
      await tx
        .insertInto('jobItem')
        .values(items.slice(at, at + BATCH_SIZE).map((item) => ({ jobId, ...item })))
        .execute()
    await tx.updateTable('job').set({ total: items.length }).where('id', '=', jobId).execute()
    const job = found(await findJob(tx, jobId, now()))
    await storeReply(tx, job)
    return job
  })
  runJob(call, made.id).catch((error: unknown) =>
    log.error({ err: error, jobId: made.id }, 'an import stopped and is taken up again'),
  )
  return made
}
