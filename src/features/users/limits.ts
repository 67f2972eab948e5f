import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Schema } from '#contract'
import { flowText, parseFlow } from '#rules/flow.ts'

/** The limits of a reseller as they are being typed; an empty one is none. */
export type LimitsDraft = {
  customers: string
  traffic: string
  allPlans: boolean
  plans: readonly number[]
}

/** A new reseller may do nothing that was not typed. */
export const NO_RIGHTS: LimitsDraft = { customers: '0', traffic: '0', allPlans: false, plans: [] }

/** The limits as they can be edited. */
export const limitsDraftOf = (now: Schema<'Permissions'>): LimitsDraft => ({
  customers: String(now.maxCustomers ?? ''),
  traffic: now.maxTraffic == null ? '' : flowText(now.maxTraffic),
  allPlans: !now.plans,
  plans: now.plans ?? [],
})

/** What prevents limits from being saved. */
export const checkLimits = ({ customers }: LimitsDraft): { customers?: MessageDescriptor } =>
  /^\d{0,6}$/.test(customers.trim()) ? {} : { customers: msg`Enter a whole number.` }

/** The limits of a valid draft. */
export const toLimits = ({ customers, traffic, allPlans, plans }: LimitsDraft) => ({
  maxCustomers: customers.trim() === '' ? null : Number(customers),
  maxTraffic: traffic.trim() === '' ? null : parseFlow(traffic),
  plans: allPlans ? null : [...plans],
})

/** Whether limits leave nothing to do: no customer, no traffic or no plan. */
export const isPowerless = ({ customers, traffic, allPlans, plans }: LimitsDraft): boolean =>
  customers.trim() === '0' ||
  (traffic.trim() !== '' && parseFlow(traffic) === 0) ||
  (!allPlans && plans.length === 0)
