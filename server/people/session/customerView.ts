import type { Caller } from '../../http/contract.ts'
import { permits } from '../../http/permissions.ts'
import { groupOf } from '../../http/scope.ts'

/** How long an admin sees what a customer sees before it has to be begun again, ms. */
export const VIEW_MS = 15 * 60_000

type Person = Pick<Caller, 'type' | 'groupId'>

/** Whether an admin may see what this person sees: customers only, others than the main admin of their own group. */
export function maySee(admin: Caller, { type, groupId }: Person): boolean {
  if (admin.type !== 'admin' || type !== 'normal') return false
  if (admin.rights !== undefined && !permits(admin.rights, 'seeAsCustomer')) return false
  return [undefined, groupId].includes(groupOf(admin))
}

/** Whether a view that began then still lasts; one from the future of a clock that was set back does not. */
export const lasts = (startTime: number, now: number): boolean =>
  startTime <= now && now < startTime + VIEW_MS
