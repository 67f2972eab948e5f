import type { Refusal } from '../base/refusal.ts'

const FOREIGN_KEY = 787

/**
 * Refuses when a person was deleted while an account was assigned to them; the database's foreign
 * key notices.
 */
export function heldBack(refusal: Refusal): (error: unknown) => never {
  return (error) => {
    throw isHeldBack(error) ? refusal : error
  }
}

/**
 * Whether the error is a foreign key violation: a row is referenced, or a referenced row is gone.
 */
export function isHeldBack(error: unknown): boolean {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  return code === '23503' || errcode === FOREIGN_KEY
}
