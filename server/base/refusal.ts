/** A call is refused on purpose; the reason is the word the contract lists, or empty. */
export class Refusal extends Error {
  readonly status: number
  readonly reason: string

  constructor(status: number, reason = '') {
    super(`${status} ${reason}`)
    this.status = status
    this.reason = reason
  }
}

/** The value that was looked up; refuses with `status` when it is absent. */
export function found<Thing>(thing: Thing | undefined | null, status = 403): Thing {
  if (thing === undefined || thing === null) throw new Refusal(status)
  return thing
}
