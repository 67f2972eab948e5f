import { type OperationId, type Role, roles } from '#contract'
import { useSyncExternalStore } from 'react'
import { ApiError } from './client.ts'
import { lacks, type Part } from './older/lacks.ts'
import { type Known, knownServer, NOT_OFFERED, onServer } from './serverInfo.ts'

/** Whether an operation, or a part of one, may be called. */
export type May = (id: OperationId | Part) => boolean

/**
 * Whether the person who is logged in may call an operation of the server that answers, as far as is
 * known: by their roles and permissions, and by what that server has. Menus, cards, buttons and loaders
 * ask it, so that nothing is shown that depends on what is not there; a query is refused by it
 * (`src/device/cache.ts`) with `NOT_OFFERED`, which the shared state of screens and cards explains.
 *
 * A server older than the contract counts as having what the specification and recordings of such
 * servers name; what it then turns out to lack is remembered until the page is closed.
 */
export const may: May = (id) => isCallable(knownServer(), id)

/** `may`, as a hook that re-renders on change. */
export function useMay(): May {
  const now = useSyncExternalStore(onServer, knownServer, knownServer)
  return (id) => isCallable(now, id)
}

/** For a screen that depends on one operation. Throws ApiError where it may not be called. */
export function useNeeds(id: OperationId): void {
  if (!useMay()(id)) throw new ApiError(404, NOT_OFFERED)
}

function isCallable({ contract, missing, held, permitted }: Known, asked: OperationId | Part) {
  const [id] = asked.split('.') as [OperationId]
  const allowed: readonly Role[] = roles[id]
  const isTheirs =
    held === undefined || allowed.length === 0 || allowed.some((role) => held.includes(role))
  return (
    isTheirs &&
    !missing.has(id) &&
    !(contract === null && lacks(asked, held)) &&
    (permitted === undefined || permitted.includes(id))
  )
}
