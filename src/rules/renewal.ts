import {
  type AccountData,
  endWith,
  expireOf,
  isExpired,
  normalType,
  PERIOD,
  startBefore,
  type TimedAccount,
} from './account.ts'

type Flag = number | boolean

/** The terms a plan gives to accounts; `server` null means every server, `flow` is bytes. */
export type PlanTerms = {
  id: number
  type: number
  cycle: number
  flow: number
  server: number[] | null
  autoRemove: Flag
  autoRemoveDelay: number
  multiServerFlow: Flag
  active: Flag
}

/** What a renewal changes of an account. */
export type RenewedAccount = {
  type: number
  orderId: number
  server: number[] | null
  autoRemove: Flag
  multiServerFlow: Flag
  data: AccountData
}

/** The account a plan opens, without port and password. */
export type OpenedAccount = RenewedAccount & { autoRemoveDelay: number; active: Flag }

/** The account that paying for a plan opens now. */
export function applyPlan(plan: PlanTerms, now: number): OpenedAccount {
  const { autoRemoveDelay, active, cycle, flow } = plan
  return { ...termsOf(plan), autoRemoveDelay, active, data: { create: now, limit: cycle, flow } }
}

/**
 * The account after paying for a plan: `plan.cycle` periods more, counted from its expiry,
 * or from now if that has passed. Undefined for an account that never ends.
 *
 * A plan in shorter units than the account's (a month account buys a week) adds only its time. Any
 * other replaces the account's terms, but for its activation and its delay of removal.
 */
export function renewAccount(
  account: Omit<RenewedAccount, 'data'> & TimedAccount,
  plan: PlanTerms,
  now: number,
): RenewedAccount | undefined {
  const expire = expireOf(account)
  const terms = termsOf(plan)
  const own = PERIOD[account.type]
  const bought = PERIOD[terms.type]
  if (expire === null || own === undefined || bought === undefined) return undefined

  const until = Math.max(expire, now) + bought * plan.cycle
  if (own > bought) {
    const { type, orderId, server, autoRemove, multiServerFlow, data } = account
    const times = endingAt(until, own, now)
    const flow = data?.flow ?? 0
    return { type, orderId, server, autoRemove, multiServerFlow, data: { ...times, flow } }
  }
  return { ...terms, data: { ...endingAt(until, bought, now), flow: plan.flow } }
}

/** Adds an inviter's reward of `time` ms to an account, from now if it is expired. */
export function rewardTime<Data extends TimedAccount['data']>(
  data: Data,
  type: number,
  time: number,
  now: number,
): Data {
  const period = PERIOD[type]
  if (period === undefined || data?.create == null || data.limit == null) return data
  const end = (isExpired({ type, data }, now) ? now : (expireOf({ type, data }) ?? now)) + time
  const limit = isExpired({ type, data }, now) ? 1 : data.limit
  const times = { create: end - limit * period, limit }
  return { ...data, ...startBefore(now, times, period), ...endWith(data, end) }
}

/** Each account's share, in ms, of a reward that an inviter's accounts divide among them. */
export function rewardShare(refTime: number, accounts: number): number {
  return accounts > 0 ? Math.ceil(refTime / accounts) : 0
}

function termsOf({ id, type, server, autoRemove, multiServerFlow }: PlanTerms) {
  return { type: normalType(type), orderId: id, server, autoRemove, multiServerFlow }
}

const endingAt = (expire: number, period: number, now: number) =>
  startBefore(now, { create: expire - period, limit: 1 }, period)
