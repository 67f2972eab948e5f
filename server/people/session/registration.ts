import type { Schema } from '#contract'
import type { Database } from '../../database/database.ts'
import { findSetting } from '../../database/settings/store.ts'
import { hasMainAdmin } from './people.ts'

/** Who may sign up: everyone, people with a referral code, or no one. */
export async function registrationOf(
  db: Database,
): Promise<NonNullable<Schema<'Status'>['signUp']>> {
  // Not before the main admin, who is created by the set-up link.
  if (!(await hasMainAdmin(db))) return 'closed'
  const { signUp } = await findSetting(db, 'account')
  if (signUp?.isEnable ?? true) return 'open'
  const { useRef, useWhenSignupClose } = await findSetting(db, 'ref')
  return useRef && useWhenSignupClose ? 'invited' : 'closed'
}
