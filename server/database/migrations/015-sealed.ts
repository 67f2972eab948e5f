import type { Kysely } from 'kysely'
import { seal, unseal } from '../sealed.ts'

type Settings = { setting: { key: string; value: string } }

/**
 * The private key that push messages are signed with is sealed like the others. From this step on
 * the secret itself is sealed too, by the start that follows: releases before cannot read it.
 */
export async function up(db: Kysely<Settings>): Promise<void> {
  const [secret, vapid] = await Promise.all([valueOf(db, 'secret'), valueOf(db, 'vapid')])
  if (typeof secret !== 'string' || !isKeys(vapid)) return
  // An upgrade by an earlier release may have been killed right after this, before it noted the step.
  if (isSealed(vapid.privateKey, secret)) return
  const value = JSON.stringify({ ...vapid, privateKey: seal(vapid.privateKey, secret) })
  await db.updateTable('setting').set({ value }).where('key', '=', 'vapid').execute()
}

async function valueOf(db: Kysely<Settings>, key: string): Promise<unknown> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirst()
  return row && JSON.parse(row.value)
}

const isKeys = (value: unknown): value is { privateKey: string } =>
  typeof value === 'object' && value !== null && 'privateKey' in value

function isSealed(text: string, secret: string): boolean {
  try {
    return unseal(text, secret) !== ''
  } catch {
    return false
  }
}
