import { may } from '#api/may.ts'
import { DEFAULT_USERS, toUserQuery, type UserSearch, usersOf } from '#features/users/filter.ts'
import { PAGE_SIZE } from '#rules/paging.ts'

/** What is asked of the server for a list of people. */
export function userQueryOf(search: UserSearch) {
  const view = usersOf(search)
  // Without the rest, people are sorted by what is in a person only, and other filters are passed over.
  const isSimple = !may('listUsers.plan')
  const { sort, type, group } = view
  const isOfPerson = sort.startsWith('id') || sort.startsWith('lastLogin')
  const known = isSimple ? { sort: isOfPerson ? sort : DEFAULT_USERS.sort, type, group } : view
  return { ...toUserQuery(known, search.search), pageSize: PAGE_SIZE }
}
