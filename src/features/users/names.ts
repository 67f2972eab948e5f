import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { UserSort, UserView } from './filter.ts'

/** The labels of the orders of the user list. */
export const USER_SORT_NAMES: Record<UserSort, MessageDescriptor> = {
  id_desc: msg`Newest first`,
  id_asc: msg`Oldest first`,
  lastLogin_desc: msg`Last login, latest first`,
  lastLogin_asc: msg`Last login, longest ago first`,
  name_asc: msg`Email, A to Z`,
  name_desc: msg`Email, Z to A`,
}

/** The labels of the types of people. */
export const USER_TYPE_NAMES: Record<UserView['type'], MessageDescriptor> = {
  any: msg`Users and admins`,
  normal: msg`Users only`,
  admin: msg`Admins only`,
}
