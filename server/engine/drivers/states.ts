import type { PortState } from '../plane.ts'
import type { Ledger } from './ledger.ts'
import type { Listing } from './program.ts'
import { NodeTrouble } from './trouble.ts'
import type { DesiredPorts } from './desiredPorts.ts'

type Deps = { ledger: Ledger; desiredPorts: DesiredPorts }

/** The states of one node's ports. */
export function openStates({ ledger, desiredPorts }: Deps) {
  const states = new Map<string, PortState>()
  let listing: Listing | undefined

  return {
    of,
    all: () => [...desiredPorts.all().map(({ key }) => of(key)!), ...left()],
    answerTo: (keys: readonly string[]) => keys.flatMap((key) => of(key) ?? []),
    /** How many ports the node has that were not opened here; undefined until it was read. */
    foreign: () => listing && [...listing.keys()].filter((port) => !ledger.at(port)).length,
    saw: (next: Listing) => void (listing = next),
    set,
    forget: (key: string) => void states.delete(key),
    away,
  }

  function of(key: string): PortState | undefined {
    const desired = desiredPorts.of(key)
    const entry = ledger.ofKey(key)
    if (!desired) return entry && isLeft(entry) ? { key, port: entry.port, open: true } : undefined
    const { port, ended } = desired
    const state = states.get(key) ?? { key, port, open: false, reason: 'opening' }
    return ended ? { key, port, open: false, reason: ended } : { ...state, port }
  }

  function set(key: string, reason?: string): void {
    const port = desiredPorts.of(key)?.port
    if (port === undefined) return
    states.set(key, { key, port, open: reason === undefined, ...(reason && { reason }) })
  }

  /** Marks every port as on a node that cannot be reached. */
  function away(): void {
    for (const { key } of desiredPorts.all()) set(key, 'engine away')
  }

  /** Ports that are open from before and have no state yet. */
  function left(): PortState[] {
    const open = ledger.all().filter(isLeft)
    return open.map(({ key, port }) => ({ key, port, open: true }))
  }

  function isLeft({ key }: { key: string }): boolean {
    return !desiredPorts.of(key) && !desiredPorts.isUnwanted(key)
  }
}

export type States = ReturnType<typeof openStates>

/** Why a port could not be opened, in the word of its state. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof NodeTrouble)) throw error
  if (error.trouble !== 'said no') return 'engine away'
  if (/method/i.test(error.words)) return 'method not supported'
  return /not available|in use|port of the manager/i.test(error.words) ? 'port in use' : 'refused'
}
