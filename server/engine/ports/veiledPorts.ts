import type { Counter } from './counter.ts'
import type { World } from './account.ts'
import type { SiteOrder, SiteState } from '../plane.ts'
import type { Order, PortState } from '../protocol/messages.ts'

/** The method of accounts of Trojan servers, whose password is the key that clients send. */
export const TROJAN = 'trojan'

/** The accounts of Trojan servers: what `Ports` are for those that have a port of their own. */
export type VeiledPorts = {
  /** Makes the ports that they share exactly these. */
  site: (sites: readonly SiteOrder[]) => Promise<SiteState[]>
  sites: () => SiteOrder[]
  /** Lets these in; with `opens` false only those that are in already. */
  change: (orders: readonly Order[], options: { opens: boolean }) => Promise<PortState[]>
  /** Lets an account in no more, and ends its connections at once. */
  shut: (key: string) => void
  orders: () => Order[]
  /** Whether a port is one of these; another process's listener would share it without a word. */
  listensOn: (port: number) => boolean
  /** Ends what has expired, and what may not go on for so long (ms) without a console. */
  expire: (aloneMs: number) => void
  /** Accepts no new connections any more; open ones go on. */
  drain: () => void
  isBusy: () => boolean
  close: () => void
}

/** Opens them: what is behind the port with TLS is no part of these ports. */
export type OpenVeiled = (
  world: World,
  deps: {
    counterOf: (key: string) => Counter
    /** Is called with an account that closed of itself. */
    ended: (key: string, reason: string) => void
    low: (key: string) => void
  },
) => VeiledPorts
