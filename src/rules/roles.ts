import type { Role, Schema } from '#contract'

/** The id of the main admin, who is created first. Spec 6. */
export const MAIN_ADMIN = 1

/** Whether an admin, by id, is the main one, who sees everything. Spec 6. */
export function isMainAdmin(id: number | undefined): boolean {
  return id === MAIN_ADMIN
}

/** What somebody of this status is; a visitor is nothing. */
export function rolesOf({ status, id }: Pick<Schema<'Status'>, 'status' | 'id'>): readonly Role[] {
  if (status === 'normal') return ['user']
  if (status !== 'admin') return []
  return isMainAdmin(id) ? ['admin', 'mainAdmin'] : ['admin']
}
