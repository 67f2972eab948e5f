import { expireOf, isUnlimited } from '#rules/account.ts'
import type { Schema } from '#contract'
import { offsetText, wallTime } from '#rules/zone.ts'
import type { Trouble, Words } from '../../base/words/shape.ts'
import { timedOf } from '../facts.ts'
import type { FullStanding } from '../connection/accountStatus.ts'
import type { StoredAccount } from '../store.ts'

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

/** The states of a connection that get a note. */
const TROUBLES: Partial<Record<Schema<'ConnectionState'>, Trouble>> = {
  banned: 'banned',
  over: 'over',
  serverDown: 'serverDown',
  noServer: 'noServer',
}

/** Time, zone and language of the notes. */
type Reader = { now: number; timeZone: string; words: Words['subscriptions'] }

/**
 * Notes a client shows among the servers: usage and end, for an account that has an end, and what
 * prevents it from connecting.
 */
export function notesOf(account: StoredAccount, standing: FullStanding, reader: Reader): string[] {
  const expire = expireOf(timedOf(account))
  const trouble = troubleNote(standing, reader) ?? []
  if (isUnlimited(account) || expire === null) return [trouble].flat()
  const { flow, multiServerFlow } = account
  return [
    ...(multiServerFlow ? [usageNote(standing.flowUsed, flow)] : []),
    account.active ? endNote(expire, reader) : reader.words.notStarted,
    trouble,
  ].flat()
}

/** Why clients can connect to no server now, in a sentence; undefined where they can, or may. */
export function problemOf(
  account: StoredAccount,
  standing: FullStanding,
  reader: Reader,
): string | undefined {
  if (standing.connection.open > 0) return undefined
  if (!account.active) return reader.words.notStarted
  const expire = expireOf(timedOf(account))
  if (expire !== null && expire <= reader.now) return reader.words.ended
  // A server that does not answer us right now may still serve the app.
  return standing.connection.state === 'serverDown' ? undefined : troubleNote(standing, reader)
}

/** A day in a zone as `2026-01-31`, and with `seconds` the time of day behind it. */
export function dateText(time: number, timeZone: string, { seconds = false } = {}): string {
  const text = new Date(wallTime(Math.min(time, LAST_MS), timeZone)).toISOString()
  return seconds ? text.slice(0, 19).replace('T', ' ') : text.slice(0, 10)
}

/** The same to the minute, with the zone, in which readers may not live: `2026-01-31 23:59 (UTC+8)`. */
export function minuteText(time: number, timeZone: string): string {
  const minute = dateText(time, timeZone, { seconds: true }).slice(0, -':00'.length)
  return `${minute} (${offsetText(Math.min(time, LAST_MS), timeZone)})`
}

function troubleNote({ connection, connections }: FullStanding, { timeZone, words }: Reader) {
  const { state, open, until } = connection
  const trouble = TROUBLES[state]
  if (trouble === undefined) return undefined
  const names = connections.filter((one) => one.state === state).map(({ name }) => name)
  return words.troubled({
    names: open > 0 ? names : [],
    trouble: words.trouble[trouble],
    // To the minute, as a ban may last an hour.
    until: until === null ? null : minuteText(until, timeZone).slice('2026-'.length),
  })
}

function usageNote(used: number, quota: number) {
  const percent = quota > 0 ? (used / quota) * 100 : 0
  return `${amount(used)} / ${amount(quota)} (${percent.toFixed(1)}%)`
}

function endNote(expire: number, { now, timeZone, words }: Reader) {
  const left = expire - now
  if (left <= 0) return words.ended
  // A day, without its zone: apps show little of a name, and older servers send it so.
  if (left >= 48 * HOUR_MS) return words.ends(dateText(expire, timeZone))
  if (left >= HOUR_MS) return words.hoursLeft(Math.floor(left / HOUR_MS))
  return words.minutesLeft(Math.floor(left / MINUTE_MS))
}

/** Bytes for display: `1.50GB`. */
export function amount(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const [unit, decimals] = UNITS[power] ?? UNITS[0]
  return `${(bytes / 1000 ** power).toFixed(decimals)}${unit}`
}
