import type { Refusal } from '../base/refusal.ts'

const FOREIGN_KEY = 787

/** Refuses when a person was deleted while getting an account, by the foreign key's violation. */
export function refuseForeignKey(refusal: Refusal): (error: unknown) => never {
  return (error) => {
    throw isForeignKeyViolation(error) ? refusal : error
  }
}

/** Whether this is a foreign key violation: a row is referenced, or a referenced row is gone. */
export function isForeignKeyViolation(error: unknown): boolean {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  return code === '23503' || errcode === FOREIGN_KEY
}
