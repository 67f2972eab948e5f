import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Schema } from '#contract'
import type { UserSort, UserView } from './filter.ts'

/** The labels of the orders of the user list. */
export const USER_SORT_NAMES: Record<UserSort, MessageDescriptor> = {
  id_desc: msg`Newest first`,
  id_asc: msg`Oldest first`,
  lastLogin_desc: msg`Last login, latest first`,
  lastLogin_asc: msg`Last login, longest ago first`,
  name_asc: msg`Email, A to Z`,
  name_desc: msg`Email, Z to A`,
  state_asc: msg`State, usable first`,
  state_desc: msg`State, blocked first`,
  expire_asc: msg`Expiry, soonest first`,
  expire_desc: msg`Expiry, latest first`,
  paid_asc: msg`Total paid, least first`,
  paid_desc: msg`Total paid, most first`,
}

/** The labels of the states of people's accounts, in the words of the rows. */
export const USER_STATE_NAMES: Record<Schema<'UserState'>, MessageDescriptor> = {
  usable: msg`Active`,
  inactive: msg`Inactive`,
  over: msg`Over quota`,
  banned: msg`Banned`,
  expired: msg`Expired`,
  none: msg`No account`,
}

/** The labels of the types of people. */
export const USER_TYPE_NAMES: Record<UserView['type'], MessageDescriptor> = {
  any: msg`Users and admins`,
  normal: msg`Users only`,
  admin: msg`Admins only`,
}
