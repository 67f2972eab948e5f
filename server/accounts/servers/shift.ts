import type { Reason } from '#contract'
import type { PortRange } from '#rules/ports.ts'
import type { Database } from '../../database/database.ts'
import { Refusal } from '../../base/refusal.ts'
import { findSetting } from '../../database/settings/store.ts'
import { hasPortClash, hasPortOn, hasPortOutside, selectPortSpan, shiftsOf } from './allowed.ts'
import {
  holdPortServers,
  isSameMachine,
  type Place,
  selectPortServers,
  type ServerRow,
} from './store.ts'
import { selectListening } from './tunnels.ts'

/** A server of a machine; one that is to be added has no account yet that names it. */
type Shifted = { id: number; shift: number; publicShift: number }
/** A machine of ours: this one or a node. */
type Machine = {
  /** Its servers with a port for each account. */
  servers: readonly ServerRow[]
  /** Ports that no account may have: those of servers with one for all accounts. */
  tunnels: readonly number[]
  /** Where the console listens, on this machine. */
  consolePort: number | undefined
}

/** Stands for a server that has no id yet: no account names it. */
export const NEW = 0

/** Refuses a shift with which an account would have no port of its own on the server's machine. */
export async function checkShift(
  tx: Database,
  server: Shifted & Place,
  consolePort: number,
): Promise<void> {
  const machine = await machineAt(tx, server, consolePort)
  const trouble = await findTrouble(tx, server, machine)
  if (trouble) throw new Refusal(403, trouble)
}

/**
 * Refuses the one port of a server for all of its accounts where something else listens, or another
 * server of its machine would open the port of an account.
 */
export async function checkSharedPort(
  tx: Database,
  { port, ...place }: Place & { id: number; port: number },
  consolePort: number,
): Promise<void> {
  if (place.plane === 'embedded' && port === consolePort) throw new Refusal(403, 'port of console')
  if ((await selectListening(tx, place)).includes(port)) throw new Refusal(403, 'port clash')
  for (const other of await holdPortServers(tx))
    if (other.id !== place.id && isSameMachine(other, place) && (await hasPortOn(tx, other, port)))
      throw new Refusal(403, 'port clash')
}

async function machineAt(
  db: Database,
  place: Place & { id?: number },
  consolePort: number,
): Promise<Machine> {
  const all = await selectPortServers(db)
  return {
    servers: all.filter((server) => isSameMachine(server, place)),
    tunnels: await selectListening(db, place),
    consolePort: place.plane === 'embedded' ? consolePort : undefined,
  }
}

/** Why a server cannot have its shift. */
async function findTrouble(
  db: Database,
  server: Shifted,
  { servers, consolePort, tunnels }: Machine,
): Promise<Reason<'createServer'> | undefined> {
  const others = servers.filter(({ id }) => id !== server.id)
  if (others.some(({ shift }) => shift === server.shift)) return 'shift in use'
  for (const shift of shiftsOf([server]))
    if (await hasPortOutside(db, { id: server.id, shift })) return 'port outside'
  if (consolePort !== undefined && (await hasPortOn(db, server, consolePort)))
    return 'port of console'
  for (const port of tunnels) if (await hasPortOn(db, server, port)) return 'port clash'
  for (const other of others) if (await hasPortClash(db, server, other)) return 'port clash'
  return undefined
}

/** The first ports that everybody may open. */
const FIRST_PORT = 1024
const LAST_PORT = 65_535
/** How many shifts are tried at most: each is a look at every account. */
const MAX_TRIES = 60

/**
 * A shift that a new server of a machine of ours can have as things are; 0 when none was found,
 * which is then refused for the true reason.
 */
export async function findFreeShift(
  db: Database,
  consolePort: number,
  place: Place = { plane: 'embedded', nodeId: null },
): Promise<number> {
  const { start = 50_000, end = 60_000 } = (await findSetting(db, 'account')).port ?? {}
  const machine = await machineAt(db, place, consolePort)
  const taken = machine.servers.map(({ shift }) => shift)
  const used = await selectPortSpan(db, NEW)
  for (const shift of shiftsToTry(taken, { start, end }, used))
    if (!(await findTrouble(db, { id: NEW, shift, publicShift: 0 }, machine))) return shift
  return 0
}

/**
 * Shifts worth a try, the best first: those that keep all ports apart, future ones too, then round
 * ones. `given` are the ports accounts are given, `used` those they have.
 */
function shiftsToTry(
  taken: readonly number[],
  given: PortRange,
  used: PortRange = given,
): number[] {
  const both = { start: Math.min(given.start, used.start), end: Math.max(given.end, used.end) }
  const round = (range: PortRange) => [...multiples(1000, range), ...multiples(100, range)]
  const shifts = [
    0,
    ...apart(taken, both),
    ...round(both).slice(0, MAX_TRIES / 3),
    ...apart(taken, used),
    ...round(used),
  ]
  return [...new Set(shifts)].filter((shift) => !taken.includes(shift)).slice(0, MAX_TRIES)
}

/** Shifts with which no port of the range is one that another server makes of the range. */
function apart(taken: readonly number[], range: PortRange): number[] {
  const size = range.end - range.start + 1
  const shifts = multiples(size, range)
  return shifts.filter((shift) => taken.every((other) => Math.abs(other - shift) >= size))
}

/** Multiples of a step that keep a range within the ports, the smallest first. */
function multiples(step: number, { start, end }: PortRange): number[] {
  const shifts: number[] = []
  for (let shift = step; shift < LAST_PORT; shift += step) {
    if (start - shift >= FIRST_PORT) shifts.push(-shift)
    if (end + shift <= LAST_PORT) shifts.push(shift)
  }
  return shifts
}
