import type { OperationId, Role } from '#contract'

/** The word of an `ApiError` with status 404 where the server has no such operation at all. */
export const NOT_OFFERED = 'not offered'

/** The word of an `ApiError` with status 403 where an admin only sees what a customer sees. */
export const VIEWING_ONLY = 'viewing only'

/** The word of an `ApiError` with status 403 where the browser did not keep the cookie of a login. */
export const NOT_KEPT = 'not kept'

/** What is known of the server that answers. */
export type Known = {
  /** Version of the contract it speaks; null for an older server, undefined until known. */
  contract: string | null | undefined
  /** Whether its replies bear the mark of ours (`judge.ts`); undefined until known. */
  isMarked?: boolean | undefined
  /** Operations that turned out to be missing, until the page is closed. */
  missing: ReadonlySet<OperationId>
  /** What the person who is logged in is, none for a visitor; undefined until known. */
  held?: readonly Role[] | undefined
  /** The only operations that the set of an admin permits; undefined where nothing is left out. */
  permitted?: readonly string[] | undefined
  /** The customer whose area an admin only sees; undefined where who is logged in is who it says. */
  seen?: number | undefined
}

const listeners = new Set<() => void>()
let known: Known = { contract: undefined, missing: new Set() }

/** What is known of the server that answers; another object when more is known. */
export const knownServer = (): Known => known

/** Whether the server is one that speaks this contract, with all it has beyond older servers. */
export const speaksContract = (): boolean => typeof known.contract === 'string'

/** Whether what answers is, or may be, a server older than the contract. */
export const answersAsOlder = (): boolean =>
  known.contract === null || (known.contract === undefined && known.isMarked !== true)

/** Records the contract version from the server's status; older servers send none. */
export function noteContract(contract: string | null): void {
  if (contract !== known.contract) learn({ ...known, contract })
}

/** Records whether the server marks its replies. */
export function noteMarked(isMarked: boolean | undefined): void {
  if (isMarked !== known.isMarked) learn({ ...known, isMarked })
}

/** Records the roles of the person who is logged in. */
export function noteRoles(held: readonly Role[] | undefined): void {
  if (String(held) !== String(known.held)) learn({ ...known, held })
}

/** Records what the set of an admin permits. */
export function notePermitted(permitted: readonly string[] | undefined): void {
  if (String(permitted) !== String(known.permitted)) learn({ ...known, permitted })
}

/** Records the customer whose area an admin only sees. */
export function noteSeen(seen: number | undefined): void {
  if (seen !== known.seen) learn({ ...known, seen })
}

/** Notes that the server does not answer this operation, at least not to this person. */
export function noteMissing(id: OperationId): void {
  if (!known.missing.has(id)) learn({ ...known, missing: new Set([...known.missing, id]) })
}

/** Another person may be allowed what the last one was not. */
export function forgetMissing(): void {
  if (known.missing.size > 0) learn({ ...known, missing: new Set() })
}

/** Calls back when more is known of the server. Returns how to stop. */
export function onServer(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function learn(more: Known) {
  known = more
  for (const listener of listeners) listener()
}
