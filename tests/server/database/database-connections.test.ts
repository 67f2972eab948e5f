/** @module-tag long */
import { sql } from 'kysely'
import { expect, test, onTestFinished, vi } from 'vitest'
import { startPostgres } from '../../../scripts/postgres.mjs'
import { openDatabase } from '../../../server/database/database.ts'
import { whenDatabaseAnswers } from '../../../server/database/waiting.ts'
import { serve } from '../../support/served.ts'

const SECONDS = { timeout: 60_000, interval: 100 }

/** A PostgreSQL that gives the console's role so many connections. */
async function limited() {
  const postgres = await startPostgres()
  onTestFinished(() => postgres.stop())
  const admin = openDatabase(postgres.url)
  onTestFinished(() => admin.destroy())
  await sql`create role shop login`.execute(admin)
  await sql`create database shop owner shop`.execute(admin)
  const limitTo = (most: number) =>
    sql`alter role shop connection limit ${sql.lit(most)}`.execute(admin)
  const url = new URL(postgres.url)
  url.username = 'shop'
  url.pathname = '/shop'
  return { url: url.href, limitTo }
}

test('a console waits for a connection at each step of its start, and says so', async () => {
  const { url, limitTo } = await limited()
  await limitTo(0)
  const server = await serve({ DATABASE_URL: url })
  await vi.waitFor(() => expect(server.said()).toMatch(/Waiting for the database at /), SECONDS)
  expect(server.said()).toMatch(/no connection free \(.*\): raise its max_connections/)
  // Enough for one step after the other, and for none of them beside another.
  await limitTo(1)
  await vi.waitFor(() => expect(server.said()).toContain('Sluice is at'), SECONDS)
  // What holds the only connection takes turns with the last step of the start.
  await vi.waitFor(
    () => expect(server.said()).toMatch(/Waiting for the database: |setup\//),
    SECONDS,
  )
  expect(server.child.exitCode).toBeNull()
  await limitTo(50)
  await vi.waitFor(() => expect(server.said()).toContain('/home/setup/'), SECONDS)
  await vi.waitFor(async () => expect(await server.status()).toBe(200), SECONDS)
  expect(server.said()).not.toContain('Sluice stops')
})

test('a step is done once there is a connection, and waiting ends with its time', async () => {
  const { url, limitTo } = await limited()
  const db = openDatabase(url)
  onTestFinished(() => db.destroy())
  await limitTo(0)
  const said: string[] = []
  const say = (text: string) => void said.push(text)
  const step = () => sql<{ one: number }>`select 1 as one`.execute(db)
  await expect(whenDatabaseAnswers(step, { timeoutMs: 0, say })).rejects.toThrow('too many')
  expect(said).toEqual([])
  const done = whenDatabaseAnswers(step, { say })
  await vi.waitFor(() => expect(said).toHaveLength(1), SECONDS)
  await limitTo(5)
  expect((await done).rows).toEqual([{ one: 1 }])
  expect(said).toEqual([expect.stringContaining('no connection free')])
  // Waiting would change nothing.
  const wrong = () => sql`select nothing`.execute(db)
  await expect(whenDatabaseAnswers(wrong, { say })).rejects.toThrow('nothing')
})
