import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Kind, Sort } from './filter.ts'

/** The labels of the types of accounts; from 6 on no new account has them. Spec 3 and 9. */
export const TYPE_NAMES: Readonly<Record<number, MessageDescriptor>> = {
  1: msg`No expiry`,
  2: msg`Week`,
  3: msg`Month`,
  4: msg`Day`,
  5: msg`Hour`,
  6: msg`Quarter`,
  7: msg`Year`,
  8: msg`Two weeks`,
  9: msg`Half a year`,
}

/** The labels of the orders of the account list. */
export const SORT_NAMES: Record<Sort, MessageDescriptor> = {
  port_asc: msg`Port, lowest first`,
  port_desc: msg`Port, highest first`,
  expire_asc: msg`Expiry, soonest first`,
  expire_desc: msg`Expiry, latest first`,
  used_asc: msg`Traffic, least first`,
  used_desc: msg`Traffic, most first`,
  seen_asc: msg`Last connected, longest ago first`,
  seen_desc: msg`Last connected, latest first`,
  user_asc: msg`User, A to Z`,
  user_desc: msg`User, Z to A`,
  plan_asc: msg`Plan, A to Z`,
  plan_desc: msg`Plan, Z to A`,
}

/** The labels of the kinds of rows. */
export const KIND_NAMES: Record<Kind, MessageDescriptor> = {
  valid: msg`Valid`,
  expired: msg`Expired`,
  unlimited: msg`No expiry`,
  mac: msg`MAC addresses`,
}

/** The labels of a kind that is filtered out. */
export const HIDDEN_NAMES: Record<Kind, MessageDescriptor> = {
  valid: msg`Hiding valid`,
  expired: msg`Hiding expired`,
  unlimited: msg`Hiding no expiry`,
  mac: msg`No MAC addresses`,
}

/** The labels of the states that accounts can be limited to beside their kind. */
export const STATE_NAMES = {
  over: msg`Over quota`,
  banned: msg`Banned`,
  waiting: msg`Inactive`,
  lapsed: msg`Ended 7 to 30 days ago`,
} as const

/** The labels of the choices by owner. */
export const OWNER_NAMES = {
  any: msg`With and without user`,
  with: msg`With user`,
  without: msg`Without user`,
} as const
