import { knownServer } from '#api/serverInfo.ts'
import { DEFAULT_USERS, toUserQuery, type UserSearch, usersOf } from '#features/users/filter.ts'
import { PAGE_SIZE } from '#rules/paging.ts'

/** What is asked of the server for a list of people. */
export function userQueryOf(search: UserSearch) {
  const view = usersOf(search)
  // An older server sorts by what is in a person only, and would ignore the other filters.
  const isOlder = knownServer().contract === null
  const { sort, type, group } = view
  const isSimple = sort.startsWith('id') || sort.startsWith('lastLogin')
  const known = isOlder ? { sort: isSimple ? sort : DEFAULT_USERS.sort, type, group } : view
  return { ...toUserQuery(known, search.search), pageSize: PAGE_SIZE }
}
