/** What a refusal says below the published addresses besides its word. */
type More = {
  /** The word for programs, where it is another one or the reason has none. */
  code?: string
  /** Seconds after which it may be tried again. */
  retryAfter?: number
}

/** A call is refused on purpose; the reason is the word the contract lists, or empty. */
export class Refusal extends Error {
  readonly status: number
  readonly reason: string
  readonly more: More

  constructor(status: number, reason = '', more: More = {}) {
    super(`${status} ${reason}`)
    this.status = status
    this.reason = reason
    this.more = more
  }
}

/** The value that was looked up; refuses with `status` when it is absent. */
export function found<Thing>(thing: Thing | undefined | null, status = 403): Thing {
  if (thing === undefined || thing === null) throw new Refusal(status)
  return thing
}
