import type { Ask, Call } from './translation.ts'

type NewPerson = { groupId?: number; groupName?: string }

/** A new admin has no group of the own. */
export const userRequests = {
  'POST /api/admin/user/add': ({ groupId: _id, groupName: _name, ...person }: NewPerson) => person,
} satisfies Partial<Record<Call, Ask>>
