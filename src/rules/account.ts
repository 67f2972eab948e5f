/** The terms of an account; `limit` counts periods, `flow` is bytes per cycle. */
export type AccountData = { create: number; limit: number; flow: number }

/**
 * The times of an account; an unlimited one has no `create` and no `limit`. Without `active`
 * it counts as started.
 *
 * With `expire` it may end within its last cycle, whose quota is then the smaller; without, it ends
 * with it.
 */
export type TimedAccount = {
  type: number
  active?: number | boolean
  data: {
    create?: number | null
    limit?: number | null
    flow?: number | null
    expire?: number | null
  } | null
}

/** The period traffic is counted in: `from` belongs to it, `to` to the next one; ms. */
export type Cycle = { from: number; to: number }

/** The state of an account as people see it. */
export type AccountState = 'open' | 'unlimited' | 'inactive' | 'expired' | 'banned' | 'over'

/** The type codes of accounts. Spec 3. */
export const ACCOUNT_TYPES = { unlimited: 1, week: 2, month: 3, day: 4, hour: 5 } as const

/** How long one period of a type lasts, in ms; type 1 has none. Spec 3. */
export const PERIOD: Readonly<Record<number, number>> = {
  2: 604_800_000,
  3: 2_592_000_000,
  4: 86_400_000,
  5: 3_600_000,
}

/** Turns the retired types 6 and 7 (quarter, year) into months, as new accounts must. */
export function normalType(type: number): number {
  return type === 6 || type === 7 ? ACCOUNT_TYPES.month : type
}

/** Whether an account never ends. Spec 3. */
export function isUnlimited({ type }: { type: number }): boolean {
  return type === ACCOUNT_TYPES.unlimited
}

/** When an account ends, in ms; null when it never does. */
export function expireOf(account: TimedAccount): number | null {
  const times = timesOf(account)
  return times && times.expire
}

/**
 * The cycle whose traffic counts against the quota now, or the first one if that is yet to come.
 *
 * Cycles roll on after expiry. An unlimited account has none.
 */
export function cycleOf(account: TimedAccount, now: number): Cycle | null {
  const times = timesOf(account)
  if (!times) return null
  const { create, period } = times
  const from = create + Math.max(0, Math.floor((now - create) / period)) * period
  return { from, to: from + period }
}

/**
 * By how many bytes the quota of the current cycle is smaller than that of a whole one, because the
 * account ends within it: a day of a month's cycle has a thirtieth.
 */
export function lackOf(account: TimedAccount, now: number): number {
  const times = timesOf(account)
  const cycle = cycleOf(account, now)
  const flow = account.data?.flow ?? 0
  if (!times || !cycle || flow <= 0) return 0
  const { expire, period } = times
  if (expire <= cycle.from || expire >= cycle.to) return 0
  // Bytes times milliseconds are more than a number holds exactly.
  return flow - Number((BigInt(flow) * BigInt(expire - cycle.from)) / BigInt(period))
}

/** How much of a cycle has passed, in percent from 0 to 100. Spec 4. */
export function cycleProgress({ from, to }: Cycle, now: number): number {
  if (to <= from) return 100
  return Math.min(100, Math.max(0, ((now - from) / (to - from)) * 100))
}

/**
 * Whether an account is out of date; at its very expiry it is. Spec 4.
 *
 * One that was not started is not: its time begins when it is.
 */
export function isExpired(account: TimedAccount, now: number): boolean {
  if (account.active === 0 || account.active === false) return false
  const expire = expireOf(account)
  return expire !== null && expire <= now
}

/** Whether the traffic of a cycle, in bytes, is used up; a quota of 0 or less is none. Spec 4. */
export function isOverQuota(
  flow: number | null | undefined,
  flowPack: number,
  used: number,
): boolean {
  return flow != null && flow > 0 && flow + flowPack <= used
}

/**
 * Sums up an account in one word: what closes it, or that it is open.
 *
 * The order is the one in which the server looks for a reason to close the ports.
 */
export function accountState(
  account: TimedAccount & { active: number | boolean },
  {
    used = 0,
    flowPack = 0,
    banned = false,
  }: { used?: number; flowPack?: number; banned?: boolean },
  now: number,
): AccountState {
  const times = timesOf(account)
  if (!account.active || (times && times.create > now)) return 'inactive'
  if (isExpired(account, now)) return 'expired'
  if (banned) return 'banned'
  if (isOverQuota(account.data?.flow, flowPack, used)) return 'over'
  return isUnlimited(account) ? 'unlimited' : 'open'
}

/** The colour that marks an account in the admin's list, if any. Spec 4. */
export function rowColour(
  account: TimedAccount & { autoRemove: number | boolean },
  now: number,
): 'blue' | 'red' | 'lime' | null {
  if (isUnlimited(account)) return 'blue'
  if (isExpired(account, now)) return 'red'
  return account.autoRemove ? 'lime' : null
}

/** Moves the expiry of an account by `shift` ms; one that never ends stays as it is. */
export function adjustTime<Data extends TimedAccount['data']>(
  data: Data,
  type: number,
  shift: number,
  now: number,
): Data {
  const times = timesOf({ type, data })
  if (!times) return data
  const { expire, limit, period } = times
  const moved = { create: expire - limit * period + shift, limit }
  const after = shift > 0 ? startBefore(now, moved, period) : moved
  return { ...data, ...after, ...endWith(data, expire + shift) }
}

/** The end of an account that notes one. */
export const endWith = (data: TimedAccount['data'], expire: number): { expire?: number } =>
  data?.expire == null ? {} : { expire }

/**
 * Expresses the same expiry by a `create` before `now`, in more periods.
 *
 * Otherwise the account would only begin in the future and be closed until then.
 */
export function startBefore<Times extends { create: number; limit: number }>(
  now: number,
  times: Times,
  period: number,
): Times {
  if (times.create < now) return times
  const periods = Math.floor((times.create - now) / period) + 1
  return { ...times, create: times.create - periods * period, limit: times.limit + periods }
}

function timesOf({ type, data }: TimedAccount) {
  const period = PERIOD[type]
  if (period === undefined || data?.create == null || data.limit == null) return null
  const { create, limit } = data
  return { create, limit, period, expire: data.expire ?? create + limit * period }
}
