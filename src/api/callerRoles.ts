import type { Role, Schema } from '#contract'
import { isMainAdmin } from '#rules/roles.ts'

/** What somebody of this status is; a visitor is nothing. */
export function rolesOf({ status, id }: Pick<Schema<'Status'>, 'status' | 'id'>): readonly Role[] {
  if (status === 'normal') return ['user']
  if (status !== 'admin') return []
  return isMainAdmin(id) ? ['admin', 'mainAdmin'] : ['admin']
}
