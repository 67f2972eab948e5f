import { kept } from '#contract'
import { knownStatus, seenIn } from './status.ts'

/** Whether anything of the person logged in now may be stored: nothing of a customer whom an admin only sees. */
export const mayStore = (): boolean => seenIn(knownStatus()?.status) === undefined

/** Whether an answer may be stored on a device that others might pick up, for the person logged in now. */
export function mayCache(id: unknown): boolean {
  if (!mayStore()) return false
  const role = knownStatus()?.status.status
  const own = role === 'admin' ? kept.admin : role === 'normal' ? kept.user : []
  return [...kept.everybody, ...own].some((one) => one === id)
}

/** For whom answers are stored now: nobody else can read what is stored for one person. */
export function cacheOwner(): string {
  const { status, id } = knownStatus()?.status ?? {}
  return status ? `${status} ${id}` : 'visitor'
}
