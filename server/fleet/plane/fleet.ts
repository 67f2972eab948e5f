import { portIn } from '../../engine/portKey.ts'
import type { DesiredPort, FlowDelta, Plane, PortState } from '../../engine/plane.ts'
import { ENGINE } from '../../accounts/servers/carrier.ts'
import { openMoves } from './moves.ts'
import { noPlane } from '../../engine/noPlane.ts'

const none = noPlane()

type Listener = (deltas: FlowDelta[]) => Promise<void>

/** Several carriers as one plane. */
export type Fleet = Plane & {
  /** Adds a carrier under its name. */
  add: (name: string, plane: Plane) => void
  /** Removes one and detaches from it; its ports are no longer known. */
  remove: (name: string) => Promise<void>
}

/**
 * Routes each port to what carries it. `open` makes a carrier that is asked for and was not added;
 * nothing where there can be none. A port that moves to another carrier is there for a moment with a
 * part of its budget (`moves.ts`); `freed` gets it then, to be asked for once more with what is left.
 */
export function openFleet(
  open: (name: string) => Plane | undefined,
  { freed = () => {}, awayMs }: { freed?: (keys: readonly string[]) => void; awayMs?: number } = {},
): Fleet {
  const members = new Map<string, Plane>()
  const places = new Map<string, string>()
  const arrived = (key: string, carrier: string) => void places.set(key, carrier)
  const moves = openMoves({ memberOf, arrived, freed, ...(awayMs !== undefined && { awayMs }) })
  let listener: Listener | undefined

  return {
    add,
    remove,
    change,
    counters: async () => new Map((await each((one) => one.counters())).flatMap((one) => [...one])),
    clients: async (key) => (await memberWith(portIn(key))?.clients(key)) ?? [],
    // None seen is not the same answer as no data.
    attempts: async (key, since) => memberWith(key)?.attempts(key, since),
    outcomes: async (carrier) => memberOf(carrier)?.outcomes(carrier),
    peers: async (key) => (await memberWith(key)?.peers(key)) ?? [],
    checkTunnel: async (carrier, wanted) =>
      (memberOf(carrier) ?? none).checkTunnel(carrier, wanted),
    sites: async (carrier, sites) => (memberOf(carrier) ?? none).sites(carrier, sites),
    probe: async (carrier, trial) => memberOf(carrier)?.probe(carrier, trial),
    kill,
    alive: async (carrier = ENGINE) => (await memberOf(carrier)?.alive()) ?? false,
    states,
    stateOf: (key) => moves.failure(key) ?? memberWith(key)?.stateOf(key),
    placeOf,
    isAway: (carrier) => memberOf(carrier)?.isAway(carrier) ?? true,
    foreign: (carrier) => members.get(carrier)?.foreign(carrier),
    onFlow,
    settled: () => void each(async (one) => one.settled()),
    leave: async () => void (await each((one) => one.leave())),
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
    await member?.leave()
  }

  async function change(desired: DesiredPort[], closed: readonly string[]): Promise<PortState[]> {
    const gone = new Map<string, string[]>()
    for (const key of closed)
      for (const name of new Set([placeOf(key) ?? '', moves.forget(key) ?? '']))
        gone.getOrInsertComputed(name, () => []).push(key)
    for (const key of closed) places.delete(key)
    const moved = Map.groupBy(desired.filter(isElsewhere), ({ key, carrier = ENGINE }) =>
      JSON.stringify([placeOf(key) ?? '', carrier]),
    )
    const staying = desired.filter((port) => !moves.has(port.key) && !isElsewhere(port))
    const wanted = Map.groupBy(staying, ({ carrier = ENGINE }) => carrier)
    for (const { key, carrier = ENGINE } of staying) {
      places.set(key, carrier)
      moves.forget(key)
    }
    const names = new Set([...gone.keys(), ...wanted.keys()])
    const answers = [...names].map(async (name) => {
      const ports = wanted.get(name) ?? []
      const member = memberOf(name)
      if (!member) return ports.map(({ key, port }) => closedPort(key, port, 'engine away'))
      return member.change(ports, gone.get(name) ?? [])
    })
    // Only now: what closes there may be in the way.
    for (const [way, ports] of moved) {
      const [from, to] = JSON.parse(way) as [string, string]
      void moves.start(from, to, ports)
    }
    const opening = desired.filter(({ key }) => moves.has(key))
    const later = opening.map(({ key, port }) => closedPort(key, port, 'opening'))
    return [...(await Promise.all(answers)).flat(), ...later]
  }

  function isElsewhere({ key, carrier = ENGINE }: DesiredPort): boolean {
    return !moves.has(key) && (placeOf(key) ?? carrier) !== carrier
  }

  /** Also where it is about to open. */
  async function kill(key: string): Promise<void> {
    const there = moves.forget(key)
    const closing = there === undefined ? undefined : memberOf(there)?.kill(key)
    await Promise.all([memberWith(key)?.kill(key), closing])
  }

  function states(): PortState[] {
    return [...members].flatMap(([name, one]) =>
      one.states().flatMap((state) => {
        // A port that moves is in two places for a moment.
        const isPassing = moves.has(state.key) && placeOf(state.key) !== name
        return isPassing ? [] : (moves.failure(state.key) ?? state)
      }),
    )
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
