/** @module-tag long */
import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { randomBytes } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '../../../server/database/database.ts'
import { migrate } from '../../../server/database/migrations/migrate.ts'
import { checkLedger } from '../../../server/shop/ledger/ledger.ts'
import { anAccount, aPlan, months } from '../../support/make.ts'
import { drawing } from '../../support/seed.ts'
import { emptyFolder } from '../../support/served.ts'

/** Few for every change, fifty where there is time (`npm run soak`). */
const KILLS = process.env.SOAK ? 50 : 3
const CARDS_A_LIFE = 1_000
const WORKER = fileURLToPath(new URL('../../support/backup-worker.ts', import.meta.url))
const run = promisify(execFile)

/** A shop with many cards and one customer who redeems them. */
async function aShop(file: string) {
  const db = openDatabase(`file:${file}`)
  await migrate(db)
  const shop = { db, clock: { at: Date.now(), set: () => undefined, add: () => undefined } }
  const planId = await aPlan(shop, { flow: 1000 })
  const person = {
    username: 'buyer',
    email: 'buyer@example.com',
    passwordHash: '',
    type: 'normal' as const,
    createTime: shop.clock.at,
  }
  const { id } = await db
    .insertInto('user')
    .values(person)
    .returning('id')
    .executeTakeFirstOrThrow()
  await anAccount(shop, { userId: id, orderId: planId, flow: 1000, ...months(shop, 1) })
  for (let at = 0; at < KILLS * CARDS_A_LIFE; at += 1_000)
    await db
      .insertInto('giftcard')
      .values(
        Array.from({ length: 1_000 }, (_, index) => ({
          code: `card${at + index}`,
          batchNumber: 1,
          position: at + index + 1,
          planId,
          status: 'AVAILABLE' as const,
          createTime: shop.clock.at,
        })),
      )
      .execute()
  await db.destroy()
}

/** Whether the last part of a snapshot has arrived. */
async function hasSnapshot(store: string): Promise<boolean> {
  const names = await readdir(store, { recursive: true })
  return names.some((name) => /snapshot.+whole/.test(name))
}

test(
  `${KILLS} times killed, and the disk lost with it`,
  { timeout: 60_000 + KILLS * 20_000 },
  async () => {
    const { between } = drawing('backup kill')
    const [DATA_DIR, BACKUP] = [await emptyFolder(), await emptyFolder()]
    const file = join(DATA_DIR, 'sluice.db')
    const BACKUP_KEY = randomBytes(32).toString('base64url')
    const env = { ...process.env, DATA_DIR, BACKUP, BACKUP_KEY, TZ: 'UTC', SITE: 'http://test' }
    await aShop(file)
    const losses: number[] = []
    const times: number[] = []
    for (let kill = 0; kill < KILLS; kill += 1) {
      const worker = fork(WORKER, { env })
      const done: { code: string; time: number }[] = []
      await once(worker, 'message')
      worker.on('message', (one: { code: string; time: number }) => done.push(one))
      // The very first life ends once there is a whole snapshot, any other at any moment.
      while (!(await hasSnapshot(BACKUP))) await sleep(100)
      await sleep(between(100, 3_000))
      worker.kill('SIGKILL')
      const killed = Date.now()
      await once(worker, 'exit')
      await rm(DATA_DIR, { recursive: true })
      const start = performance.now()
      await run(process.execPath, ['server/app/backup/command.ts', 'restore'], { env })
      times.push(performance.now() - start)

      const db = openDatabase(`file:${file}`)
      const used = await db
        .selectFrom('giftcard')
        .select('code')
        .where('status', '=', 'USED')
        .execute()
      const has = new Set(used.map(({ code }) => code))
      const lost = done.filter(({ code }) => !has.has(code))
      losses.push(killed - (lost[0]?.time ?? killed))
      // A second as a rule (it is printed below); on a machine that stalls a little more.
      expect(lost.filter(({ time }) => time < killed - 10_000)).toEqual([])
      expect(await checkLedger(db)).toEqual([])
      const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
      expect(rows).toEqual([{ integrity_check: 'ok' }])
      const orders = await db
        .selectFrom('placedOrder')
        .select('id')
        .where('deliveredTime', 'is not', null)
        .execute()
      expect(orders).toHaveLength(used.length)
      await db.destroy()
    }
    console.log(
      `${KILLS} kills; lost at most the last ${Math.max(...losses)} ms; restored in at most ${Math.round(Math.max(...times))} ms`,
    )
    expect(Math.max(...times)).toBeLessThan(10_000)
  },
)
