/** Thrown where a message is not one an engine of ours sends. */
export class InvalidMessage extends Error {}

/** More entries than any message has. */
const MOST = 1_000_000
const MAX_BYTES = 2 ** 52
const KEY = /^\d{1,15}:\d{1,15}(:\d{1,15})?$/

/** An object. */
export function record(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw notMeant(value)
  return value as Record<string, unknown>
}

/** A list, each entry of which is checked. */
export function list<Item>(
  value: unknown,
  item: (value: unknown) => Item,
  { most = MOST } = {},
): Item[] {
  if (!Array.isArray(value) || value.length > most) throw notMeant(value)
  // An item that takes a limit must not be given its place in the list for one.
  return value.map((one) => item(one))
}

/** A line of at most so many characters. */
export function text(value: unknown, most = 100): string {
  // Not every database takes control characters.
  if (typeof value !== 'string' || value.length > most || /\p{Cc}/u.test(value))
    throw notMeant(value)
  return value
}

/** One of these words. */
export function word<Word extends string>(value: unknown, words: readonly Word[]): Word {
  const found = words.find((one) => one === value)
  if (found === undefined) throw notMeant(value)
  return found
}

/** A non-negative whole number. */
export function whole(value: unknown, most = MAX_BYTES): number {
  if (!Number.isSafeInteger(value) || Number(value) < 0 || Number(value) > most)
    throw notMeant(value)
  return Number(value)
}

/** A moment or a duration in ms, which may have fractions. */
export function time(value: unknown): number {
  if (typeof value !== 'number' || !(Math.abs(value) <= MAX_BYTES)) throw notMeant(value)
  return Math.round(value)
}

export function flag(value: unknown): boolean {
  if (typeof value !== 'boolean') throw notMeant(value)
  return value
}

/** The key of a port: `${serverId}:${accountId}`, or of a device, with its number behind it. */
export function keyOf(value: unknown): string {
  if (typeof value !== 'string' || !KEY.test(value)) throw notMeant(value)
  return value
}

/** An optional value. */
export function maybe<Item>(value: unknown, item: (value: unknown) => Item): Item | undefined {
  return value === undefined ? undefined : item(value)
}

function notMeant(value: unknown): InvalidMessage {
  return new InvalidMessage(`not meant: ${String(JSON.stringify(value)).slice(0, 100)}`)
}
