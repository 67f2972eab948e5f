import type { Schema } from '#contract'
import { Refusal } from '../../base/refusal.ts'
import type { Call } from '../../http/contract.ts'
import { NOT_PERMITTED, permits } from '../../http/permissions.ts'
import { groupOf } from '../../http/scope.ts'
import { findPermissions } from '../../people/permissions/store.ts'

/** What confines an import: the admin's group and, of a reseller, the limits. */
export type Scope = { groupId: number; limits: Schema<'Permissions'> }

/** The call that makes one by hand, which an admin other than the main one has to have. */
const ONE_BY_ONE = { user: 'createUser', account: 'sellPlan', plan: 'createOrder' } as const

/**
 * What confines the caller's import of a kind of table; undefined for the main admin, who imports
 * anything. Nobody imports what they may not make one by one.
 *
 * Refuses with `not permitted`.
 */
export async function scopeOf(
  { db, caller }: Pick<Call<'previewImport'>, 'db' | 'caller'>,
  of: Schema<'ImportTable'>['of'],
): Promise<Scope | undefined> {
  const groupId = groupOf(caller)
  if (groupId === undefined) return undefined
  const limits = await findPermissions(db, caller.id)
  if (!limits || !permits(limits.kind, ONE_BY_ONE[of])) throw new Refusal(403, NOT_PERMITTED)
  return { groupId, limits }
}
