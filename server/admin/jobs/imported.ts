import type { PlanText, Prices } from '../../shop/plans/terms.ts'

/** A row of a table of users, as it was read; `groupId` 0 is the default group. Times in ms. */
export type ImportedUser = {
  email: string
  /** The login password; null where a mailed link is to set one. */
  password: string | null
  groupId: number
  createTime: number | null
  comment: string
}

/** A row of a table of accounts, as it was read, with the terms of its plan. */
export type ImportedAccount = {
  port: number
  /** The proxy password; null for a random one. */
  password: string | null
  /** The address of its owner. */
  user: string | null
  /** The plan; 0 is none. */
  orderId: number
  type: number
  /** Bytes per cycle; 0 is no limit. */
  flow: number
  /** Null is all of them. */
  server: number[] | null
  /** When it ends, ms; null where `cycles` from now say so. */
  expire: number | null
  cycles: number
  autoRemove: 0 | 1
  autoRemoveDelay: number
  multiServerFlow: 0 | 1
}

/** A row of a table of plans, as it was read. */
export type ImportedPlan = {
  plan: PlanText
  prices: Prices
  /** The name or number of the plan it is a flow pack for; null where it is a plan. */
  base: string | null
  /** The groups that may buy it, of those with a list of their own. */
  groups: number[]
}
