import { expireOf, isUnlimited } from '#rules/account.ts'
import type { Schema } from '#contract'
import { wallTime } from '#rules/zone.ts'
import { timedOf } from '../accounts/facts.ts'
import type { FullStanding } from '../connection/accountStatus.ts'
import type { StoredAccount } from '../accounts/store.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** The last day with a year of four digits, whatever the zone. */
const LAST_MS = Date.UTC(9999, 11, 30)
/** Units with the decimals each is shown with. */
const UNITS = [
  ['B', 0],
  ['KB', 1],
  ['MB', 1],
  ['GB', 2],
  ['TB', 3],
] as const

/** Why a client cannot connect now, where the end of the account does not say it already. */
const TROUBLES: Partial<Record<Schema<'ConnectionState'>, string>> = {
  banned: '已封禁',
  over: '流量已用完',
  serverDown: '服务器暂时无法连接',
  noServer: '暂无可用服务器',
}

/**
 * What a client shows of an account beside its servers: use and end, for one that has an end, and
 * what keeps it from connecting.
 */
export function notesOf(
  account: StoredAccount,
  standing: FullStanding,
  { now, timeZone }: { now: number; timeZone: string },
): string[] {
  const expire = expireOf(timedOf(account))
  const trouble = troubleNote(standing, timeZone)
  if (isUnlimited(account) || expire === null) return trouble
  const { flow, multiServerFlow } = account
  return [
    ...(multiServerFlow ? [usageNote(standing.flowUsed, flow)] : []),
    account.active ? endNote(expire, now, timeZone) : '未激活',
    ...trouble,
  ]
}

/** A day in a zone as `2026-01-31`, and with `seconds` the time of day behind it. */
export function dateText(time: number, timeZone: string, { seconds = false } = {}): string {
  const text = new Date(wallTime(Math.min(time, LAST_MS), timeZone)).toISOString()
  return seconds ? text.slice(0, 19).replace('T', ' ') : text.slice(0, 10)
}

function troubleNote({ connection, connections }: FullStanding, timeZone: string): string[] {
  const { state, open, until } = connection
  const word = TROUBLES[state]
  if (word === undefined) return []
  const names = connections.filter((one) => one.state === state).map(({ name }) => name)
  const where = open > 0 ? `${names.join('、')}: ` : ''
  // To the minute, as a ban may last an hour.
  const end =
    until === null ? '' : `，${dateText(until, timeZone, { seconds: true }).slice(5, -3)}恢复`
  return [`${where}${word}${end}`]
}

function usageNote(used: number, quota: number) {
  const percent = quota > 0 ? (used / quota) * 100 : 0
  return `${amount(used)} / ${amount(quota)} (${percent.toFixed(1)}%)`
}

function endNote(expire: number, now: number, timeZone: string) {
  const left = expire - now
  if (left <= 0) return '已过期'
  if (left >= 48 * HOUR_MS) return `${dateText(expire, timeZone)}过期`
  if (left >= HOUR_MS) return `${Math.floor(left / HOUR_MS)}小时后过期`
  return `${Math.floor(left / MINUTE_MS)}分钟后过期`
}

function amount(bytes: number) {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const [unit, decimals] = UNITS[power] ?? UNITS[0]
  return `${(bytes / 1000 ** power).toFixed(decimals)}${unit}`
}
