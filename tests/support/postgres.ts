import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'kysely'
import { inject, onTestFinished } from 'vitest'
import { openDatabase } from '../../server/database/database.ts'
import { migrate } from '../../server/database/migrations/migrate.ts'
import { emptyFolder } from './served.ts'
import { databaseAt, RESTORE } from './template.ts'

/** Databases of this file's tests that are free now. */
const free: string[] = []

/** A database for one test, as the migrations leave it. */
export async function takeDatabase(url: string) {
  return (await takeAddress(url)).db
}

/** The same, with its address for other processes, which must have ended before the test does. */
export async function takeAddress(url: string) {
  const name = free.pop() ?? (await copyTemplate(url))
  const address = databaseAt(url, name)
  const db = openDatabase(address)
  await sql.raw(RESTORE).execute(db)
  onTestFinished(async () => {
    await db.destroy()
    free.push(name)
  })
  return { db, address }
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
  return name
}
