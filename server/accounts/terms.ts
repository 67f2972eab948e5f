import { adjustTime, expireOf, isUnlimited, normalType, PERIOD } from '#rules/account.ts'
import type { Schema } from '#contract'
import { Refusal } from '../base/refusal.ts'
import { momentOf, timedOf } from './facts.ts'
import type { StoredAccount } from './store.ts'

type Sent = Omit<Schema<'NewAccount'>, 'port' | 'password' | 'type'> & { type?: number }
type Terms = Pick<
  StoredAccount,
  | 'type'
  | 'orderId'
  | 'server'
  | 'cycleStart'
  | 'cycles'
  | 'flow'
  | 'expireTime'
  | 'autoRemove'
  | 'autoRemoveDelay'
  | 'multiServerFlow'
  | 'speedUp'
  | 'speedDown'
  | 'deviceLimit'
>

/** Everything the form of an account replaces, for its revision. */
export function stateOf(account: Terms & Pick<StoredAccount, 'port' | 'password'>) {
  const { type, orderId, server, cycleStart, cycles, flow, port, password } = account
  const { autoRemove, autoRemoveDelay, multiServerFlow, speedUp, speedDown, deviceLimit } = account
  const removal = { autoRemove, autoRemoveDelay, multiServerFlow, speedUp, speedDown, deviceLimit }
  return { type, orderId, server, cycleStart, cycles, flow, port, password, ...removal }
}

const NEW_FLOW_BYTES = 1_000_000_000

/**
 * The terms of an account as they are stored: what was sent, otherwise the previous values. Refuses
 * zero cycles with 400, unless the account has no end.
 */
export function termsOf(sent: Sent, before: Terms | undefined, now: number) {
  const type = normalType(sent.type ?? before?.type ?? 1)
  const endless = isUnlimited({ type })
  if (sent.limit === 0 && !endless) throw new Refusal(400, 'body/limit must be >= 1')
  const servers = sent.server && JSON.stringify([...new Set(sent.server)])
  const terms = {
    type,
    server: servers === undefined ? (before?.server ?? null) : servers,
    flow: sent.flow ?? before?.flow ?? (endless ? 0 : NEW_FLOW_BYTES),
    multiServerFlow: flag(sent.multiServerFlow ?? before?.multiServerFlow),
    // An account without an end has no plan, no cycles and no removal date.
    orderId: endless ? 0 : (sent.orderId ?? before?.orderId ?? 0),
    cycleStart: endless ? null : (sent.time ?? before?.cycleStart ?? now),
    cycles: endless ? null : (sent.limit ?? before?.cycles ?? 1),
    autoRemove: flag(endless ? 0 : (sent.autoRemove ?? before?.autoRemove)),
    autoRemoveDelay: endless ? 0 : (sent.autoRemoveDelay ?? before?.autoRemoveDelay ?? 0),
    speedUp: sent.speedUp === undefined ? (before?.speedUp ?? null) : sent.speedUp,
    speedDown: sent.speedDown === undefined ? (before?.speedDown ?? null) : sent.speedDown,
    deviceLimit: sent.deviceLimit === undefined ? (before?.deviceLimit ?? null) : sent.deviceLimit,
  }
  const whole = expireOf(timedOf({ ...terms, active: 1, expireTime: null }))
  // One that ends within its last cycle goes on doing so.
  const isMoved =
    type !== before?.type ||
    terms.cycleStart !== before.cycleStart ||
    terms.cycles !== before.cycles
  return { ...terms, expireTime: isMoved ? whole : before.expireTime }
}

/** Which of an account's start times an edit leaves in place: explicitly chosen times stay. */
export function unchangedMoments(
  before: StoredAccount,
  { type, cycleStart, cycles }: Pick<Terms, 'type' | 'cycleStart' | 'cycles'>,
) {
  const isMoved = type !== before.type || cycleStart !== before.cycleStart
  return {
    waitingSince: isMoved || cycles !== before.cycles ? null : before.waitingSince,
    usageFrom: isMoved ? null : before.usageFrom,
  }
}

/**
 * The times of an account that ends at a moment: its cycles stay where they are, and the last one
 * may end early.
 */
export function timesUntil(
  { type, cycleStart }: Pick<StoredAccount, 'type' | 'cycleStart'>,
  end: number,
) {
  const period = PERIOD[type]
  if (period === undefined || cycleStart === null)
    return { cycleStart, cycles: null, expireTime: null }
  const start = end > cycleStart ? cycleStart : end - period
  return { cycleStart: start, cycles: Math.ceil((end - start) / period), expireTime: end }
}

/** The times of an account whose end is moved by `shift` ms, its cycles with it. */
export function movedTimes(account: StoredAccount, shift: number, now: number) {
  const { type } = account
  const data = adjustTime(timedOf(account).data, type, shift, momentOf(account, now))
  return {
    cycleStart: data?.create ?? null,
    cycles: data?.limit ?? null,
    expireTime: expireOf({ type, data }),
  }
}

/** The times of an account that waited and is started now: all of its time begins to pass. */
export function startedTimes(account: StoredAccount, now: number) {
  const { cycleStart, expireTime } = account
  const waited = now - momentOf(account, now)
  return {
    cycleStart: cycleStart === null ? null : cycleStart + waited,
    expireTime: expireTime === null ? null : expireTime + waited,
  }
}

const flag = (value: number | boolean | undefined): 0 | 1 => (value ? 1 : 0)
