import type { Query, Schema } from '#contract'

/** The orders a user list can have. */
export const USER_SORTS = [
  'id_desc',
  'id_asc',
  'lastLogin_desc',
  'lastLogin_asc',
  'name_asc',
  'name_desc',
] as const

/** One order of a user list. */
export type UserSort = (typeof USER_SORTS)[number]

/** What a user list shows, and how; `group` -1 means all. */
export type UserView = {
  sort: UserSort
  type: 'any' | Schema<'UserType'>
  group: number
}

/** The same, and a search, as parsed from the address; missing keys have their defaults. */
export type UserSearch = {
  search?: string
  sort?: UserSort
  type?: Schema<'UserType'>
  group?: number
}

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
  return found
}

/** Parses the view of an address. */
export function usersOf({ sort, type, group = -1 }: UserSearch): UserView {
  return { sort: sort ?? DEFAULT_USERS.sort, type: type ?? 'any', group }
}

/** The address of a view. */
export function userSearchOf({ sort, type, group }: UserView, search?: string): UserSearch {
  return readUserSearch({ search, sort, type, group })
}

/** Whether a view is the default. */
export function isEveryUser(view: UserView): boolean {
  return Object.keys(userSearchOf(view)).length === 0
}

/** The people of a view, in any order: for a list, or for a job on all of them. */
export function userConditions({ type, group }: UserView, search = '') {
  const types: Schema<'UserType'>[] = type === 'any' ? ['normal', 'admin'] : [type]
  return { type: types, ...(search && { search }), ...(group >= 0 && { group }) }
}

/** The query sent to the server. */
export function toUserQuery(view: UserView, search = ''): Omit<Query<'listUsers'>, 'page'> {
  return { sort: view.sort, ...userConditions(view, search) }
}
