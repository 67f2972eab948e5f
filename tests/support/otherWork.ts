import { expect, vi } from 'vitest'
import { insertJob } from '../../server/admin/jobs/store.ts'
import type { openDatabase } from '../../server/database/database.ts'
import { editMailServer } from '../../server/messaging/mails/server.ts'
import type { Task } from './fakeProvider-worker.ts'
import { anAccount, months } from './make.ts'
import { openSmtp } from './smtp.ts'

type Database = ReturnType<typeof openDatabase>

const HOUR = 3_600_000
/** Accounts that jobs are about, and nobody pays for. */
const CROWD = 250
/** Every so many turns a job begins. */
const TURNS_PER_JOB = 100

/** Mails, messages and jobs beside the payments, in processes that are killed; and their outcome. */
export async function startOthers(db: Database, at: number) {
  const smtp = await openSmtp()
  await editMailServer({ db, secret: 'a secret of the tests', body: smtp.setting })
  const shop = { db, clock: { at, set: () => undefined, add: () => undefined } }
  const crowd: number[] = []
  for (let one = 0; one < CROWD; one += 1) crowd.push(await anAccount(shop, months(shop, 1)))
  const done = { turns: 0, jobs: 0, mails: [] as string[], messages: [] as string[] }

  async function beginJob() {
    done.jobs += 1
    const action = { kind: 'extend', time: HOUR } as const
    await db.transaction().execute(async (tx) => {
      const jobId = await insertJob(tx, { actorId: 1, action, createTime: at })
      const items = crowd.map((subjectId) => ({ jobId, subjectId, label: '', status: 'waiting' }))
      await tx
        .insertInto('jobItem')
        .values(items as never)
        .execute()
    })
  }

  return {
    crowd,
    /** Queues a mail and writes a message, each until it is acknowledged, under a key of its own. */
    async turn(ask: (task: Task) => Promise<unknown>, userId: number, key: string) {
      if (done.turns++ % TURNS_PER_JOB === 0) await beginJob()
      while ((await ask({ what: 'mail', effect: key })) !== 'queued');
      // No more than so many in a minute are taken.
      if ((await ask({ what: 'write', userId, key })) === 'written') done.messages.push(key)
      done.mails.push(key)
    },
    /** Waits until all of it is done, and looks whether each was done once. */
    async check(kills: number) {
      const left = async () => {
        const mails = await db
          .selectFrom('mail')
          .select('id')
          .where('status', '!=', 'sent')
          .execute()
        const jobs = await db.selectFrom('job').select('id').where('status', '!=', 'done').execute()
        return mails.length + jobs.length
      }
      await vi.waitFor(async () => expect(await left()).toBe(0), {
        timeout: 120_000,
        interval: 500,
      })
      const stored = await db.selectFrom('mail').select('effect').execute()
      const effects = stored.map(({ effect }) => effect)
      expect(effects).toEqual(expect.arrayContaining(done.mails))
      const ids = smtp.received.map(({ messageId }) => messageId)
      // A mail server that is asked twice knows the second by its id.
      expect(new Set(ids).size).toBe(effects.length)
      expect(ids.length - effects.length).toBeLessThanOrEqual(kills * 4)
      const messages = await db.selectFrom('message').select('content').execute()
      const contents = messages.map(({ content }) => content)
      expect(new Set(contents).size).toBe(contents.length)
      expect(contents).toEqual(expect.arrayContaining(done.messages))
      const ends = await db
        .selectFrom('account')
        .select('expireTime')
        .where('id', 'in', crowd)
        .execute()
      const wanted = at + 30 * 86_400_000 + done.jobs * HOUR
      expect(new Set(ends.map(({ expireTime }) => expireTime))).toEqual(new Set([wanted]))
      console.log(
        `${effects.length} mails (${ids.length - effects.length} sent again), ${contents.length} messages, ${done.jobs} jobs of ${CROWD}`,
      )
    },
  }
}
