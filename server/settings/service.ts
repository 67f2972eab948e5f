import type { Body } from '#contract'
import type { Database } from '../database.ts'
import { Refusal } from '../refusal.ts'
import { changeSetting } from './store.ts'

/** Replaces what users may do and are given. Refuses ports that end before they start. */
export async function editAccountSetting(
  db: Database,
  { data }: Body<'editAccountSetting'>,
): Promise<'success'> {
  // A border that is left out is the one new ports are looked for with.
  const { start = 50_000, end = 60_000 } = data.port ?? {}
  if (end < start) throw new Refusal(403)
  await changeSetting(db, 'account', data)
  return 'success'
}
