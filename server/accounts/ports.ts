import { hasOwnPort, isPort, type PortRange } from '#rules/ports.ts'
import type { Database } from '../database/database.ts'
import { Refusal } from '../base/refusal.ts'
import {
  holdPortServers,
  isSameMachine,
  selectPortServers,
  type ServerRow,
} from './servers/store.ts'
import { ownsPort, serversOf, shiftsOf } from './servers/allowed.ts'
import { selectTunnelPorts } from './servers/tunnels.ts'
import type { StoredAccount } from './store.ts'
import { OPEN, PAID } from '#rules/placed.ts'

/** A base port set aside, and the servers of the account it is for as accounts store them. */
type ReservedPort = { port: number; server: string | null }

/** An account as it is or will be; a new one has no `id`. */
type Placed = Pick<StoredAccount, 'port' | 'server'> & { id?: number }

/** How the servers of our machines map base ports. */
export type Shifted = {
  /** Distances between two base ports at which servers would need one port for both; 0 is one. */
  distances: number[]
  /**
   * Base ports that a server would map to the port where the console or WireGuard listens, or that
   * are set aside for what is being bought.
   */
  reserved: number[]
}

/** How the servers of our machines map base ports; the console listens on a port of this one. */
export async function selectShifted(db: Database, consolePort: number): Promise<Shifted> {
  const servers = await selectPortServers(db)
  const tunnels = (await selectTunnelPorts(db)).map(({ port }) => port)
  const distances = servers.flatMap((one) =>
    servers.flatMap((other) => (isSameMachine(one, other) ? one.shift - other.shift : [])),
  )
  const beside = servers.filter(({ plane }) => plane === 'embedded')
  const apart = [...new Set([0, ...distances])]
  const bought = await selectReservedPorts(db)
  const reserved = [
    ...beside.map(({ shift }) => consolePort - shift),
    ...tunnels,
    ...bought.flatMap(({ port }) => apart.map((distance) => port + distance)),
  ]
  return { distances: apart, reserved: [...new Set(reserved)] }
}

/**
 * The base ports from `start` to `end`, both included, that are not available: an account holds
 * them, or a machine's servers would need one port for two accounts, or the console's own, or an
 * order has set them aside.
 */
export async function selectTakenPorts(
  db: Database,
  { start, end }: PortRange,
  { distances, reserved }: Shifted,
): Promise<Set<number>> {
  const taken = new Set(reserved.filter((port) => port >= start && port <= end))
  for (const distance of distances) {
    const rows = await db
      .selectFrom('account')
      .select('port')
      .where('port', '>=', start - distance)
      .where('port', '<=', end - distance)
      .where('portSpace', '=', 0)
      .where(ownsPort('account'))
      .execute()
    for (const { port } of rows) taken.add(port + distance)
  }
  return taken
}

/** How many base ports are not available, as `selectTakenPorts` has them. */
export async function countTakenPorts(
  db: Database,
  ranges: readonly PortRange[],
  consolePort: number,
): Promise<number> {
  const shifted = await selectShifted(db, consolePort)
  let count = 0
  for (const range of ranges) {
    const { start, end } = range
    if (shifted.distances.length > 1) {
      count += (await selectTakenPorts(db, range, shifted)).size
      continue
    }
    const { held } = await db
      .selectFrom('account')
      .select(({ fn }) => fn.countAll<number>().as('held'))
      .where('port', '>=', start)
      .where('port', '<=', end)
      .where('portSpace', '=', 0)
      .executeTakeFirstOrThrow()
    count += Number(held) + shifted.reserved.filter((port) => port >= start && port <= end).length
  }
  return count
}

/**
 * Refuses a port that the servers of our machines cannot open for the account: it collides with
 * another account's shifted port, one that is being bought, the console's or WireGuard's (`port
 * exists`), or the shift leads beyond the last port. Requires the transaction that then takes the
 * port.
 */
export async function checkShiftedPort(
  tx: Database,
  account: Placed,
  consolePort: number,
): Promise<void> {
  const servers = await holdPortServers(tx)
  const trouble = await findPortTrouble(tx, account, { servers, consolePort })
  if (trouble === 'outside')
    throw new Refusal(400, 'body/port leaves the range of ports with the shift of a server')
  if (trouble === 'taken') throw new Refusal(403, 'port exists')
}

/** Why the servers of our machines, all of them given, cannot open the account's port. */
export async function findPortTrouble(
  db: Database,
  account: Placed,
  { servers, consolePort }: { servers: readonly ServerRow[]; consolePort: number },
): Promise<'outside' | 'taken' | undefined> {
  const { port, id = 0 } = account
  // What has no port of its own takes none.
  if (!hasOwnPort(account)) return undefined
  const own = servers.filter((server) => isAllowed(account, server.id))
  if (shiftsOf(own).some((shift) => !isPort(port + shift))) return 'outside'
  const isConsole = ({ plane, shift }: ServerRow) =>
    plane === 'embedded' && port + shift === consolePort
  if (own.some(isConsole)) return 'taken'
  const tunnels = await selectTunnelPorts(db)
  if (tunnels.some((one) => one.port === port && isAllowed(account, one.serverId))) return 'taken'
  const bought = await selectReservedPorts(db)
  if (bought.some((one) => one.port === port) && !(await holdsPort(db, id, port))) return 'taken'
  // Base ports that another server maps to the port one of the account's own servers uses for this
  // one.
  const rivals = new Map<number, number[]>()
  for (const one of own)
    for (const other of servers)
      if (other.shift !== one.shift && isSameMachine(one, other))
        rivals.getOrInsertComputed(port + one.shift - other.shift, () => []).push(other.id)
  if (rivals.size === 0) return undefined
  const isRival = (row: Placed) => rivals.get(row.port)?.some((one) => isAllowed(row, one)) ?? false
  if (bought.some(isRival)) return 'taken'
  const rows = await db
    .selectFrom('account')
    .select(['port', 'server'])
    .where('port', 'in', [...rivals.keys()])
    .where('portSpace', '=', 0)
    .where(ownsPort('account'))
    .where('id', '!=', id)
    .execute()
  return rows.some(isRival) ? 'taken' : undefined
}

/** Whether an account has a port already. */
async function holdsPort(db: Database, id: number, port: number): Promise<boolean> {
  const query = db.selectFrom('account').select('id').where('id', '=', id).where('port', '=', port)
  return (await query.executeTakeFirst()) !== undefined
}

function isAllowed(account: Pick<Placed, 'server'>, serverId: number): boolean {
  return serversOf(account)?.includes(serverId) ?? true
}

/**
 * The base ports set aside for accounts that are being bought: of orders that can still be paid, and
 * of those that are paid and not delivered. They end with the order.
 */
async function selectReservedPorts(db: Database): Promise<ReservedPort[]> {
  const rows = await db
    .selectFrom('placedOrder')
    .select(['reservedPort', 'terms'])
    .where('reservedPort', 'is not', null)
    .where('status', 'in', [...OPEN, ...PAID])
    .where('deliveredTime', 'is', null)
    .execute()
  return rows.flatMap(({ reservedPort, terms }) => {
    if (reservedPort === null || !isPort(reservedPort)) return []
    const servers: number[] | null = JSON.parse(terms ?? '{}').server ?? null
    return { port: reservedPort, server: servers && JSON.stringify(servers) }
  })
}
