import type { Attempt, DesiredPort, FlowDelta, Plane, PortState } from '../../base/plane.ts'
import { ENGINE } from '../servers/carrier.ts'

type Listener = (deltas: FlowDelta[]) => Promise<void>

/** Several carriers as one plane. */
export type Fleet = Plane & {
  /** Adds a carrier under its name. */
  add: (name: string, plane: Plane) => void
  /** Removes one and detaches from it; its ports are no longer known. */
  remove: (name: string) => Promise<void>
}

/**
 * Routes each port to its carrier. `open` makes a carrier that is used and was not added; undefined
 * where there can be none. A port that moves to another carrier closes at the old one first;
 * `freed` gets it then, to be ordered again with the rest of its budget.
 */
export function openFleet(
  open: (name: string) => Plane | undefined,
  { freed = () => {} }: { freed?: (keys: readonly string[]) => void } = {},
): Fleet {
  const members = new Map<string, Plane>()
  const places = new Map<string, string>()
  /** Ports that are about to close at the old carrier, before they open at the new one. */
  const leaving = new Set<string>()
  let listener: Listener | undefined

  return {
    add,
    remove,
    change,
    counters: async () => new Map((await each((one) => one.counters())).flatMap((one) => [...one])),
    clients: async (key) => (await memberWith(key)?.clients(key)) ?? [],
    attempts,
    peers: async (key) => (await memberWith(key)?.peers?.(key)) ?? [],
    checkTunnel,
    probe: async (carrier, trial) => memberOf(carrier)?.probe?.(carrier, trial),
    kill: async (key) => memberWith(key)?.kill(key),
    alive: async (carrier = ENGINE) => (await memberOf(carrier)?.alive()) ?? false,
    states: () => [...members.values()].flatMap((one) => one.states()),
    stateOf: (key) => memberWith(key)?.stateOf(key),
    placeOf,
    lent: () =>
      [...members].flatMap(([carrier, one]) =>
        (one.lent?.() ?? []).map((lent) => ({ ...lent, carrier })),
      ),
    foreign: (carrier) => members.get(carrier)?.foreign?.(carrier),
    onFlow,
    settled: () => void each(async (one) => one.settled?.()),
    leave: async () => void (await each((one) => (one.leave ?? one.close)())),
    close: async () => void (await each((one) => one.close())),
  }

  function add(name: string, plane: Plane): void {
    members.set(name, plane)
    if (listener) plane.onFlow(listener)
  }

  async function remove(name: string): Promise<void> {
    const member = members.get(name)
    members.delete(name)
    for (const [key, place] of places) if (place === name) places.delete(key)
    await (member?.leave ?? member?.close)?.()
  }

  async function change(desired: DesiredPort[], closed: readonly string[]): Promise<PortState[]> {
    const gone = Map.groupBy(closed, (key) => placeOf(key) ?? '')
    for (const key of closed) places.delete(key)
    for (const key of closed) leaving.delete(key)
    const moved = desired.filter(isElsewhere)
    // Closed before it opens elsewhere: only one of two may carry the rest of a budget.
    for (const [name, ports] of Map.groupBy(moved, ({ key }) => placeOf(key) ?? ''))
      void moveFrom(name, ports)
    const staying = desired.filter(({ key }) => !leaving.has(key))
    const wanted = Map.groupBy(staying, ({ carrier = ENGINE }) => carrier)
    for (const { key, carrier = ENGINE } of staying) places.set(key, carrier)
    const names = new Set([...gone.keys(), ...wanted.keys()])
    const answers = [...names].map(async (name) => {
      const ports = wanted.get(name) ?? []
      const member = memberOf(name)
      if (!member) return ports.map(({ key, port }) => closedPort(key, port, 'engine away'))
      return member.change(ports, gone.get(name) ?? [])
    })
    const opening = desired.filter(({ key }) => leaving.has(key))
    const later = opening.map(({ key, port }) => closedPort(key, port, 'opening'))
    return [...(await Promise.all(answers)).flat(), ...later]
  }

  function isElsewhere({ key, carrier = ENGINE }: DesiredPort): boolean {
    return !leaving.has(key) && (placeOf(key) ?? carrier) !== carrier
  }

  /** Waits no longer than a carrier may take: its grant counts as spent where it is away. */
  async function moveFrom(name: string, ports: readonly DesiredPort[]): Promise<void> {
    const keys = ports.map(({ key }) => key)
    for (const key of keys) leaving.add(key)
    await memberOf(name)
      ?.change([], keys)
      .catch(() => {})
    // Unless it was closed for good in between.
    for (const { key, carrier = ENGINE } of ports) if (leaving.delete(key)) places.set(key, carrier)
    freed(keys)
  }

  /** The carrier of a port, also of one that was open before this process started. */
  function placeOf(key: string): string | undefined {
    const known = places.get(key)
    if (known !== undefined) return known
    for (const [name, member] of members) if (member.stateOf(key)) return name
    return undefined
  }

  function memberWith(key: string): Plane | undefined {
    return memberOf(placeOf(key) ?? '')
  }

  /** None seen is not the same answer as no data. */
  async function attempts(key: string, since: number): Promise<Attempt[]> {
    const read = memberWith(key)?.attempts
    if (!read) throw new Error('attempts are not watched')
    return read(key, since)
  }

  async function checkTunnel(...[carrier, wanted]: Parameters<NonNullable<Plane['checkTunnel']>>) {
    const check = memberOf(carrier)?.checkTunnel
    if (!check) throw new Error('engine away')
    return check(carrier, wanted)
  }

  function memberOf(name: string): Plane | undefined {
    const known = members.get(name)
    if (known) return known
    const made = open(name)
    if (made) add(name, made)
    return made
  }

  function onFlow(next: Listener): void {
    listener = next
    for (const member of members.values()) member.onFlow(next)
  }

  function each<Result>(read: (member: Plane) => Promise<Result>): Promise<Result[]> {
    return Promise.all([...members.values()].map(read))
  }
}

function closedPort(key: string, port: number, reason: string): PortState {
  return { key, port, open: false, reason }
}
