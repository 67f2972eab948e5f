import type { Account, World } from './account.ts'

/** What the method and the password of an order come to: how its account is served on its port. */
export type Access = {
  /** What accounts have in common that may share a port; undefined where each has one of its own. */
  group: string | undefined
  /** What tells its clients from those of the others there. */
  identity: string
  /** Whether clients of another access need not notice that this one is in its place. */
  equals: (other: Access) => boolean
  /** Listens on a port for accounts of this group. Throws the system's error. */
  listen: (port: number, world: World) => Promise<Listener>
}

/** What listens on a port, for the accounts that were admitted. */
export type Listener = {
  admit: (account: Account, access: Access) => void
  /** Is called with the access it was admitted with. */
  dismiss: (account: Account, access: Access) => void
  /** Accepts no new connection; open ones go on. */
  drain: () => void
  /** Whether a client is connected that has not shown whose it is. */
  isBusy: () => boolean
  /** Closes it, with the connections that are nobody's yet. */
  close: () => void
}

/** An account's place on a port. */
export type Place = {
  readonly port: number
  readonly group: string | undefined
  /** Lets it in under another access of the same group. Throws where another account has that. */
  change: (access: Access) => void
  /**
   * Lets a device of it in beside it, by a key of the same kind; returns what takes it out. Throws
   * where it cannot be.
   */
  beside: (other: Account, access: Access) => () => void
  /** Takes it from the port, which closes with its last account. */
  leave: () => void
}

/** The ports that are listened on in the process, each with one account or many. */
export type SharedPorts = {
  /** Lets an account in on a port, which is opened with its first. Throws why it cannot be. */
  join: (port: number, account: Account, access: Access) => Promise<Place>
  drain: () => void
  isBusy: () => boolean
}

type Open = {
  group: string | undefined
  /** Identities that are taken, and those of accounts that wait for it to listen. */
  identities: Set<string>
  ready: Promise<Listener>
  listener?: Listener
}

/** Starts with no port. */
export function openSharedPorts(world: World): SharedPorts {
  const ports = new Map<number, Open>()

  return {
    join,
    drain: () => ports.forEach(({ listener }) => listener?.drain()),
    isBusy: () => [...ports.values()].some(({ listener }) => listener?.isBusy()),
  }

  async function join(port: number, account: Account, first: Access): Promise<Place> {
    const open = ports.get(port) ?? start(first, port, world)
    ports.set(port, open)
    const isShared = open.group !== undefined && open.group === first.group
    if (open.identities.size > 0 && !isShared) throw new Unavailable('port in use')
    if (open.identities.has(first.identity)) throw new Unavailable('password in use')
    // Before anything is waited for: the port may not close meanwhile.
    open.identities.add(first.identity)
    let access = first
    const listener = await open.ready.catch((error: unknown) => {
      leave(port, open, access)
      throw error
    })
    listener.admit(account, access)
    return { port, group: open.group, change, beside, leave: () => dismiss() }

    function change(next: Access): void {
      if (next.identity !== access.identity && open.identities.has(next.identity))
        throw new Unavailable('password in use')
      listener.dismiss(account, access)
      open.identities.delete(access.identity)
      access = next
      open.identities.add(access.identity)
      listener.admit(account, access)
    }

    function beside(other: Account, own: Access): () => void {
      admitBeside(open, listener, other, own)
      return () => dismiss(other, own)
    }

    function dismiss(who = account, own = access): void {
      listener.dismiss(who, own)
      leave(port, open, own)
    }
  }

  function leave(port: number, open: Open, { identity }: Access): void {
    open.identities.delete(identity)
    if (open.identities.size > 0 || ports.get(port) !== open) return
    ports.delete(port)
    open.listener?.close()
  }
}

function start({ group, listen }: Access, port: number, world: World): Open {
  const open: Open = { group, identities: new Set(), ready: listen(port, world) }
  open.ready.then(
    (listener) => void (open.listener = listener),
    () => {},
  )
  return open
}

function admitBeside(open: Open, listener: Listener, other: Account, own: Access): void {
  const { group, identities } = open
  if (own.group !== group) throw new Unavailable('method not supported')
  if (identities.has(own.identity)) throw new Unavailable('password in use')
  identities.add(own.identity)
  listener.admit(other, own)
}

/** Why an account cannot have a place on a port. */
export class Unavailable extends Error {}
