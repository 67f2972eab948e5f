/** @module-tag long */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Database } from '../../../server/database/database.ts'
import { sharedDatabase } from '../../support/postgres.ts'

const WORKER = fileURLToPath(new URL('../../support/alone-worker.ts', import.meta.url))
/** How long a holder may be silent, ms. */
const LIFE = 1_000

async function startWorker(address: string, name: string) {
  const child: ChildProcess = fork(WORKER, [address, name, String(LIFE)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  await once(child, 'message')
  return { child, ended }
}

/** Who did the work, in order, each stretch once. */
async function stretches(db: Database) {
  const rows = await db.selectFrom('event').select('kind').orderBy('id').execute()
  const names = rows.map(({ kind }) => String(kind))
  return names.filter((name, at) => name !== names[at - 1])
}

const worksNow = (db: Database, expected: string[]) =>
  vi.waitFor(async () => expect(await stretches(db)).toEqual(expected), { timeout: 20_000 })

// Paused while it writes to the embedded database, it would lock out all others.
test.skipIf(!process.env.TEST_DATABASE_URL)(
  'one that is paused has lost its work when it goes on',
  { timeout: 60_000 },
  async () => {
    const { db, address } = await sharedDatabase()
    const one = await startWorker(address, 'one')
    await worksNow(db, ['one'])
    await startWorker(address, 'two')
    one.child.kill('SIGSTOP')
    await worksNow(db, ['one', 'two'])
    one.child.kill('SIGCONT')
    // Until it has checked the holder several times, and finished its work.
    const before = (await db.selectFrom('event').select('id').execute()).length
    await vi.waitFor(async () => {
      const now = (await db.selectFrom('event').select('id').execute()).length
      expect(now).toBeGreaterThan(before + 50)
    })
    expect(await stretches(db)).toEqual(['one', 'two'])
  },
)

test('one that is killed is followed, one that stops hands over', { timeout: 60_000 }, async () => {
  const { db, address } = await sharedDatabase()
  const one = await startWorker(address, 'one')
  await worksNow(db, ['one'])
  const two = await startWorker(address, 'two')
  one.child.kill('SIGKILL')
  await worksNow(db, ['one', 'two'])
  await startWorker(address, 'three')
  two.child.kill('SIGTERM')
  await two.ended
  await worksNow(db, ['one', 'two', 'three'])
})
