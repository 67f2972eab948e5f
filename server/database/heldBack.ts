import type { Refusal } from '../base/refusal.ts'

const FOREIGN_KEY = 787

/** Refuses when a person was removed while an account became theirs; the database notices. */
export function heldBack(refusal: Refusal): (error: unknown) => never {
  return (error) => {
    throw isHeldBack(error) ? refusal : error
  }
}

/** Whether the database kept a row because another names it, or refused to name one that is gone. */
export function isHeldBack(error: unknown): boolean {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  return code === '23503' || errcode === FOREIGN_KEY
}
