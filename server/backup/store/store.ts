/**
 * Where backups are stored: named objects, each whole or absent. All calls throw while it is away.
 */
export type Store = {
  /** Its address, for display; without secrets. */
  place: string
  put: (name: string, bytes: Buffer) => Promise<void>
  /** Undefined where there is no such object. */
  get: (name: string) => Promise<Buffer | undefined>
  /** The names of all objects that begin so. */
  list: (prefix?: string) => Promise<string[]>
  remove: (name: string) => Promise<void>
}

/** A store that says no, whatever is called: wrong credentials, no such bucket, no permission. */
export class StoreRefused extends Error {}

/** A store that does not answer, or not now: the same call may succeed in a moment. */
export class Unreachable extends Error {}
