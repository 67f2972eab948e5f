import type { Caller } from './contract.ts'

/** The group an admin is limited to; the main admin sees every group. Spec 6. */
export function groupOf(caller: Caller): number | undefined {
  return caller.roles.includes('mainAdmin') ? undefined : caller.groupId
}

/** The group to show: the main admin chooses one, -1 for all, others stay in their own. */
export function chosenGroup(caller: Caller, wanted = -1): number | undefined {
  return groupOf(caller) ?? (wanted >= 0 ? wanted : undefined)
}
