import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { inject, onTestFinished } from 'vitest'
import { openDatabase, openPooled } from '../../server/database/database.ts'
import { migrate } from '../../server/database/migrations/migrate.ts'
import { openPool } from '../../server/database/postgres.ts'
import { emptyFolder } from './served.ts'
import { databaseAt, RESTORE } from './template.ts'

type Free = { address: string; pool?: ReturnType<typeof openPool> }

/** The code of an error of PostgreSQL. */
const DEADLOCK = '40P01'

/** Databases of this worker's tests that are free now, those with connections last. */
const free: Free[] = []
/** How many of them keep their connections: new ones cost PostgreSQL more than most tests do. */
const MAX_OPEN = 2

/** A database for one test, as the migrations leave it. */
export async function takeDatabase(url: string) {
  return (await takeAddress(url)).db
}

/** The same, with its address for other processes, which must have ended before the test does. */
export async function takeAddress(url: string) {
  const { address, pool = openPool(address) } = free.pop() ?? { address: await copyTemplate(url) }
  // What the server remembers of a database ends with the test.
  const db = openPooled(pool)
  await restore(db)
  onTestFinished(async () => {
    await rest(pool)
    // Some tests end them by themselves.
    if (!pool.ending && free.filter((one) => one.pool).length < MAX_OPEN)
      return void free.push({ address, pool })
    await db.destroy()
    free.unshift({ address })
  })
  return { db, address }
}

/** How many turns without a statement say that nothing goes on in the background. */
const QUIET_TURNS = 10
/** The longest wait for that, ms. */
const REST_MS = 5_000

/** Waits for what a test left under way: it would write its rows among those of the next test. */
async function rest(pool: ReturnType<typeof openPool>): Promise<void> {
  const end = performance.now() + REST_MS
  for (let quiet = 0; quiet < QUIET_TURNS && performance.now() < end; await setImmediate())
    quiet = pool.idleCount === pool.totalCount && pool.waitingCount === 0 ? quiet + 1 : 0
}

/** Empties a database. What the test before left under way may wait for it, and it for that. */
async function restore(db: Awaited<ReturnType<typeof openPooled>>, tries = 5): Promise<void> {
  await sql
    .raw(RESTORE)
    .execute(db)
    .catch((error: { code?: string }) => {
      if (error.code !== DEADLOCK || tries === 0) throw error
      return restore(db, tries - 1)
    })
}

/** A database that several processes share, of either kind; they must have ended before the test does. */
export async function sharedDatabase() {
  const url = process.env.TEST_DATABASE_URL
  if (url) return takeAddress(url)
  const address = `file:${join(await emptyFolder(), 'shared.db')}`
  const db = openDatabase(address)
  await migrate(db)
  onTestFinished(() => db.destroy())
  return { db, address }
}

async function copyTemplate(url: string): Promise<string> {
  const template = inject('template')
  const name = `${template}_${randomBytes(6).toString('hex')}`
  const server = openDatabase(url)
  await sql`create database ${sql.ref(name)} template ${sql.ref(template)}`.execute(server)
  await server.destroy()
  return databaseAt(url, name)
}
