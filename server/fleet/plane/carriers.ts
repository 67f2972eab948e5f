import { join } from 'node:path'
import { type Bus, loneBus } from '../../base/bus.ts'
import type { NodeLinks } from '../../engine/nodeLinks.ts'
import type { Plane, FlowDelta } from '../../engine/plane.ts'
import { leaseOf } from '../../database/alone.ts'
import type { World } from '../../http/world.ts'
import { selectMarks } from '../../accounts/metering/marks.ts'
import type { Lease } from '../../database/lease.ts'
import { carrierOf, ENGINE, nodeCarrier, nodeIn } from '../../accounts/servers/carrier.ts'
import { selectCarriedServers, findServer } from '../../accounts/servers/store.ts'
import { type Fleet, openFleet } from './fleet.ts'
import { nodePlane } from './nodePlane.ts'
import { noPlane } from '../../engine/noPlane.ts'
import { ownedPlane } from './owned.ts'
import { sharedPlane } from './shared.ts'
import { startSharing } from './sharing.ts'
import { openDriver } from '../../engine/drivers/driver.ts'
import { driverMemory } from './driverMemory.ts'
import type { Log } from '../../base/log.ts'
import { startEngine } from '../../engine/engine.ts'
import type { KnownLives } from '../../engine/console/marks.ts'
import { enginePlane } from './enginePlane.ts'

type Options = {
  /** Where the engine stores what must outlive this process. */
  dir: string
  host: string
  allowTargets: string[]
  /** Ports that customers reach nowhere else. */
  closedPorts?: number[]
  /** File of networks that customers do not reach. */
  closedNetworks?: string
  /** Protocols that customers do not get through. */
  closedProtocols?: string[]
  /** The port customers open the console at. */
  sitePort: number
  /** Where the console listens: never opened for an account, or it could not start again. */
  consolePort: number
  log?: Log
  /** `false` where a service of its own runs the engine. */
  starts?: boolean
  loadMarks?: (epochs: readonly string[]) => Promise<KnownLives>
}

type Deps = Pick<World, 'db' | 'now' | 'config' | 'log'> & {
  nodes?: Pick<NodeLinks, 'onWire' | 'distrust'> | undefined
  bus?: Bus | undefined
  /** Is called when this process begins to command a carrier: its ports have to be ordered. */
  opened?: () => void
  /** Is called with ports that a machine had open before they were ordered here. */
  adopted?: (keys: readonly string[]) => void
  /** Is called with ports whose budgets were released: the rest may be granted again. */
  freed?: (keys: readonly string[]) => void
}

const DRIVEN = /^server:(\d+):/
/** How long a node program that is no longer wanted gets to close its ports. */
const PARTING_MS = 30_000

/** Everything that carries traffic for this console: its own engine, nodes and node programs. */
export function openCarriers({
  db,
  now,
  config,
  log,
  nodes,
  bus = loneBus(),
  opened = () => {},
  adopted = () => {},
  freed = () => {},
}: Deps): Plane {
  const sharing = startSharing(bus, log)
  const leases = {
    engine: config.engine ? leaseOf({ db, config, log }, 'engine') : undefined,
    programs: leaseOf({ db, config, log }, 'programs'),
  }
  const attach = new Map<string, ReturnType<typeof nodePlane>['attach']>()
  const driven = new Set<string>()
  const fleet = openFleet(open, { freed })
  fleet.add(ENGINE, engineOf(leases.engine))
  nodes?.onWire((nodeId, wire) => {
    const name = nodeCarrier(nodeId)
    if (!attach.has(name)) fleet.add(name, openNode(name))
    attach.get(name)?.(wire)
    // The desired state here may be older than what it has carried for another process since.
    if (!bus.isAlone) opened()
  })
  // Also where no port is wanted: ports left open on them are counted, and closed.
  openDriven().catch((error: unknown) => log.error({ err: error }, 'node programs are not asked'))
  return { ...fleet, settled, leave: () => end('leave'), close: () => end('close') }

  /** Hands over in an order in which no other process begins before this one has ended. */
  async function end(how: 'leave' | 'close'): Promise<void> {
    await fleet[how]()
    await Promise.all([leases.engine?.stop(), leases.programs.stop()])
    await sharing.stop()
  }

  function engineOf(lease: Lease | undefined): Plane {
    const open = () => ownEngine({ db, config, log })
    const own = lease
      ? ownedPlane({ lease, open, opened, log })
      : { plane: noPlane(), isOurs: () => false }
    return sharedPlane(ENGINE, own, sharing)
  }

  async function openDriven(): Promise<void> {
    const servers = await selectCarriedServers(db)
    const names = servers.filter((one) => one.plane === 'manager').map(carrierOf)
    await Promise.all(names.map((name) => fleet.alive(name)))
  }

  function open(name: string): Plane | undefined {
    if (nodeIn(name) !== undefined) return openNode(name)
    const [, id] = DRIVEN.exec(name) ?? []
    if (id === undefined) return undefined
    driven.add(name)
    const { programs: lease } = leases
    const program = () => drivenPlane({ db, now, log, lease }, Number(id))
    return sharedPlane(name, ownedPlane({ lease, open: program, opened, log }), sharing)
  }

  function openNode(name: string): Plane {
    const id = nodeIn(name) ?? 0
    const node = nodePlane(db, name, {
      adopted,
      failed: (error) => nodes?.distrust(id, error),
      back: freed,
      doubted: (error) => nodes?.distrust(id, error, { endsLink: false }),
    })
    attach.set(name, node.attach)
    return sharedPlane(name, node, sharing)
  }

  function settled(): void {
    fleet.settled()
    Promise.all([removeUnwanted(fleet, driven), removeGone()]).catch((error: unknown) =>
      log.error({ err: error }, 'what carries no server any more could not be let go'),
    )
  }

  /** Lets go of nodes that were removed. */
  async function removeGone(): Promise<void> {
    const rows = await db.selectFrom('node').select('id').execute()
    const there = new Set(rows.map(({ id }) => nodeCarrier(id)))
    for (const name of attach.keys()) {
      if (there.has(name)) continue
      attach.delete(name)
      await fleet.remove(name)
    }
  }

  /** Detaches from node programs whose server was deleted, or has another address by now. */
  async function removeUnwanted(from: Fleet, names: Set<string>): Promise<void> {
    const wanted = new Set((await selectCarriedServers(db)).map(carrierOf))
    for (const name of names) {
      if (wanted.has(name)) continue
      names.delete(name)
      setTimeout(() => void from.remove(name), PARTING_MS).unref()
    }
  }
}

function ownEngine({ db, config, log }: Pick<Deps, 'db' | 'config' | 'log'>): Plane {
  const { engineHost: host, allowTargets, sitePort, dataDir } = config
  const { closedPorts, closedNetworks, closedProtocols } = config
  const consolePort = config.port
  const loadMarks = (epochs: readonly string[]) => selectMarks(db, ENGINE, epochs)
  const dir = join(dataDir, 'engine')
  const starts = !config.engineService
  const targets = {
    allowTargets,
    closedPorts,
    closedNetworks,
    closedProtocols,
    sitePort,
    consolePort,
  }
  return embeddedPlane({ dir, host, ...targets, log, starts, loadMarks })
}

/** The node program of one server as a plane; where there is none, one that carries nothing. */
function drivenPlane(
  { db, now, log, lease }: Pick<World, 'db' | 'now' | 'log'> & { lease: Lease },
  id: number,
): Plane {
  return laterPlane(make())

  async function make(): Promise<Plane> {
    const server = await findServer(db, id)
    if (!server || server.driver === null) return noPlane()
    const { driver } = server
    const loadMarks = (epochs: readonly string[]) => selectMarks(db, `server:${id}`, epochs)
    const memory = driverMemory(db, id, { loadMarks, hold: lease.hold })
    const mayAsk = lease.isHeld
    return openDriver({ server: { ...server, driver }, now, log, memory, mayAsk })
  }
}

/** The Shadowsocks engine of this machine as a plane. */
export function embeddedPlane({
  dir,
  consolePort,
  log,
  starts,
  loadMarks,
  ...options
}: Options): Plane {
  const engine = startEngine(options, { dir, log, starts, loadMarks })
  const { leave, close } = engine
  return enginePlane(engine, { consolePort, leave, close })
}

/** A plane that is still being made: calls wait for it; until then it has no ports. */
function laterPlane(making: Promise<Plane>): Plane {
  let made: Plane | undefined
  let listener: ((deltas: FlowDelta[]) => Promise<void>) | undefined
  const ready = making.then((plane) => {
    made = plane
    if (listener) plane.onFlow(listener)
    return plane
  })
  // The caller gets the rejection.
  ready.catch(() => {})

  return {
    ...noPlane(),
    change: async (desired, closed) => (await ready).change(desired, closed),
    counters: async () => (await ready).counters(),
    clients: async (key) => (await ready).clients(key),
    kill: async (key) => (await ready).kill(key),
    alive: async () => made?.alive() ?? false,
    states: () => made?.states() ?? [],
    stateOf: (key) => made?.stateOf(key),
    foreign: (carrier) => made?.foreign(carrier),
    onFlow: (next) => {
      listener = next
      made?.onFlow(next)
    },
    leave: async () => {
      const plane = await ready.catch(() => undefined)
      await plane?.leave()
    },
    close: async () => (await ready.catch(() => undefined))?.close(),
  }
}
