import type { Query, Schema } from '#contract'
import { readLimit } from '#rules/search.ts'

/** The orders a user list can have. */
export const USER_SORTS = [
  'id_desc',
  'id_asc',
  'lastLogin_desc',
  'lastLogin_asc',
  'name_asc',
  'name_desc',
  'state_asc',
  'state_desc',
  'expire_asc',
  'expire_desc',
  'paid_asc',
  'paid_desc',
] as const

/** One order of a user list. */
export type UserSort = (typeof USER_SORTS)[number]

/** The states of people's accounts that can be shown alone, in the order of the choices. */
export const USER_STATES = [
  'usable',
  'inactive',
  'over',
  'banned',
  'expired',
  'none',
] as const satisfies readonly Schema<'UserState'>[]

/** Which people are shown by the account of their row, and by their last login; in days. */
type Limits = {
  state?: Schema<'UserState'> | undefined
  plan?: number | undefined
  ends?: number | undefined
  seen?: number | undefined
  unseen?: number | undefined
}

/** What a user list shows, and how; `group` -1 means all. */
export type UserView = {
  sort: UserSort
  type: 'any' | Schema<'UserType'>
  group: number
} & Limits

/** The same, and a search, as parsed from the address; missing keys have their defaults. */
export type UserSearch = {
  search?: string
  sort?: UserSort
  type?: Schema<'UserType'>
  group?: number
} & Limits

const MOST = { plan: 2_147_483_647, ends: 3650, seen: 3650, unseen: 3650 } as const

/** The default view. Spec 4: newest first. */
export const DEFAULT_USERS: UserView = { sort: 'id_desc', type: 'any', group: -1 }

/** Parses an address; invalid parts are dropped. */
export function readUserSearch(given: Record<string, unknown>): UserSearch {
  const found: UserSearch = {}
  const search = typeof given.search === 'number' ? String(given.search) : given.search
  if (typeof search === 'string' && search.trim() !== '') found.search = search.trim().slice(0, 200)
  const sort = USER_SORTS.find((one) => one === given.sort)
  if (sort && sort !== DEFAULT_USERS.sort) found.sort = sort
  if (given.type === 'normal' || given.type === 'admin') found.type = given.type
  const group = Number(given.group ?? -1)
  if (Number.isInteger(group) && group >= 0) found.group = group
  const state = USER_STATES.find((one) => one === given.state)
  if (state) found.state = state
  for (const name of ['plan', 'ends', 'seen', 'unseen'] as const) {
    const limit = readLimit(given[name], MOST[name])
    if (limit !== undefined) found[name] = limit
  }
  return found
}

/** Parses the view of an address. */
export function usersOf({ search: _, sort, type, group = -1, ...limits }: UserSearch): UserView {
  return { ...limits, sort: sort ?? DEFAULT_USERS.sort, type: type ?? 'any', group }
}

/** The address of a view. */
export function userSearchOf(view: UserView, search?: string): UserSearch {
  return readUserSearch({ ...view, search })
}

/** Whether a view is the default. */
export function isEveryUser(view: UserView): boolean {
  return Object.keys(userSearchOf(view)).length === 0
}

/** The people of a view, in any order: for a list, or for a job on all of them. */
export function userConditions(view: UserView, search = '') {
  const { type, group, state, plan, ends: endsWithin, seen: seenWithin, unseen: unseenFor } = view
  const types: Schema<'UserType'>[] = type === 'any' ? ['normal', 'admin'] : [type]
  return {
    type: types,
    ...(search && { search }),
    ...(group >= 0 && { group }),
    ...(state && { state }),
    ...(plan && { plan }),
    ...(endsWithin && { endsWithin }),
    ...(seenWithin && { seenWithin }),
    ...(unseenFor && { unseenFor }),
  }
}

/** The query sent to the server. */
export function toUserQuery(view: UserView, search = ''): Omit<Query<'listUsers'>, 'page'> {
  return { sort: view.sort, ...userConditions(view, search) }
}
