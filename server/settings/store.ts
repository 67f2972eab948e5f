import { randomBytes } from 'node:crypto'
import type { Schema } from '#contract'
import type { Database } from '../database.ts'

/** Settings by name, as they are kept. */
type Settings = {
  base: Schema<'BaseSetting'>
  account: Schema<'AccountSetting'>
  /** Keyed hash of the one-time set-up link. */
  setup: string
  secret: string
  vapid: { publicKey: string; privateKey: string }
}

/** What holds until somebody changes it. Wire-contract facts: 3.13. */
const DEFAULTS = {
  base: {
    title: 'Sluice',
    shortTitle: 'Sluice',
    themePrimary: 'blue',
    themeAccent: 'pink',
    serviceWorker: true,
    language: 'zh-CN',
  },
  account: {
    accountForNewUser: { isEnable: true, fromOrder: false, flow: 350, type: 5, limit: 8 },
    signUp: { isEnable: true },
    port: { start: 50_000, end: 60_000, random: false },
    subscribe: true,
  },
} as const

/** A setting that has a default. */
export async function findSetting<Name extends 'base' | 'account'>(
  db: Database,
  name: Name,
): Promise<Settings[Name]> {
  const kept = await findKept(db, name)
  return kept ?? (structuredClone(DEFAULTS[name]) as unknown as Settings[Name])
}

/** What is kept under a name, if anything is. */
export async function findKept<Name extends keyof Settings>(
  db: Database,
  name: Name,
): Promise<Settings[Name] | undefined> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('key', '=', name)
    .executeTakeFirst()
  return row && JSON.parse(row.value)
}

/** Keeps a setting, whole. */
export async function changeSetting<Name extends keyof Settings>(
  db: Database,
  name: Name,
  value: Settings[Name],
): Promise<void> {
  const text = JSON.stringify(value)
  await db
    .insertInto('setting')
    .values({ key: name, value: text })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: text }))
    .execute()
}

/** Forgets a setting; says whether there was one. */
export async function removeSetting(db: Database, name: keyof Settings): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('setting')
    .where('key', '=', name)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Keeps a setting unless there is one already. */
export async function insertSetting<Name extends keyof Settings>(
  db: Database,
  name: Name,
  value: Settings[Name],
): Promise<void> {
  await db
    .insertInto('setting')
    .values({ key: name, value: JSON.stringify(value) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}

/** The secret of this installation: made once, whoever starts first. */
export async function findSecret(db: Database): Promise<string> {
  await insertSetting(db, 'secret', randomBytes(32).toString('base64url'))
  return (await findKept(db, 'secret'))!
}
