import { added, type OperationId } from '#contract'
import { useSyncExternalStore } from 'react'
import { ApiError } from './client.ts'
import { type Known, knownServer, NOT_OFFERED, onServer } from './serverInfo.ts'

/**
 * Whether the server has an operation, as far as is known, and the set of an admin permits it. Menus, buttons and loaders check it, so
 * that nothing is shown that depends on a missing one.
 *
 * A server older than the contract counts as having what the specification and recordings of such
 * servers name; what it then turns out to lack is remembered until the page is closed.
 */
export const offers = (id: OperationId): boolean => isOffered(knownServer(), id)

/** `offers`, as a hook that re-renders on change. */
export function useOffers(): (id: OperationId) => boolean {
  const now = useSyncExternalStore(onServer, knownServer, knownServer)
  return (id) => isOffered(now, id)
}

/** For a screen that depends on one operation. Throws ApiError where the server lacks it. */
export function useNeeds(id: OperationId): void {
  if (!useOffers()(id)) throw new ApiError(404, NOT_OFFERED)
}

/** Whether the server is older than the contract: it ignores filters it does not know. */
export const useIsOlder = (): boolean =>
  useSyncExternalStore(onServer, knownServer, knownServer).contract === null

const isOffered = ({ contract, missing, permitted }: Known, id: OperationId) =>
  !missing.has(id) &&
  !(contract === null && addedOperations.has(id)) &&
  (permitted === undefined || permitted.includes(id))

const addedOperations: ReadonlySet<string> = new Set(added)
