import { type RawBuilder, sql } from 'kysely'
import { pickPort, type PortRange } from '#rules/ports.ts'
import type { Database } from '../database/database.ts'
import { ownsPort } from './servers/allowed.ts'
import { selectShifted, selectTakenPorts, type Shifted } from './ports.ts'

/** How often a port is drawn before the free ones are counted. */
const MAX_DRAWS = 20

type Options = {
  /** Where the console listens. */
  consolePort: number
  /** From 0 to below 1. */
  random?: () => number
}

/**
 * A base port available for a new account: the lowest one, or with `random` any of them with equal
 * chances. Undefined when all are taken.
 *
 * Queries the database for one free port, not for all taken ones, which are tens of thousands.
 */
export async function findFreePort(
  db: Database,
  ranges: readonly PortRange[],
  { consolePort, random }: Options,
): Promise<number | undefined> {
  const shifted = await selectShifted(db, consolePort)
  if (random) return drawFree(db, ranges, { shifted, random })
  for (const range of ranges) {
    const first = await findFirst(db, range, shifted)
    if (first !== undefined) return first
  }
  return undefined
}

async function findFirst(
  db: Database,
  { start, end }: PortRange,
  shifted: Shifted,
): Promise<number | undefined> {
  if (start > end) return undefined
  if (await isFree(db, start, shifted)) return start
  const { distances, reserved } = shifted
  // The port before the first free one is taken, otherwise it would be the first.
  const next: number[] = []
  for (const port of reserved)
    if (port >= start && port < end && (await isFree(db, port + 1, shifted))) next.push(port + 1)
  for (const distance of distances) {
    const port = sql<number>`"account"."port" + ${sql.lit(distance + 1)}`
    const row = await db
      .selectFrom('account')
      .select(port.as('port'))
      .where('account.portSpace', '=', 0)
      .where(ownsPort('account'))
      .where('account.port', '>=', start - distance)
      .where('account.port', '<', end - distance)
      .where(({ not, exists }) => not(exists(holders(db, port, distances))))
      .$if(reserved.length > 0, (query) => query.where(port, 'not in', reserved))
      .orderBy('account.port')
      .limit(1)
      .executeTakeFirst()
    if (row) next.push(row.port)
  }
  return next.length > 0 ? Math.min(...next) : undefined
}

async function drawFree(
  db: Database,
  ranges: readonly PortRange[],
  { shifted, random }: { shifted: Shifted; random: () => number },
): Promise<number | undefined> {
  const size = ranges.reduce((all, { start, end }) => all + Math.max(0, end - start + 1), 0)
  if (size === 0) return undefined
  for (let draw = 0; draw < MAX_DRAWS; draw += 1) {
    // A uniform draw among all ports that is free is a uniform draw among the free ones.
    const port = portAt(ranges, Math.floor(random() * size))
    if (await isFree(db, port, shifted)) return port
  }
  const taken = new Set<number>()
  for (const range of ranges)
    for (const port of await selectTakenPorts(db, range, shifted)) taken.add(port)
  return pickPort(ranges, taken, random)
}

function portAt(ranges: readonly PortRange[], place: number): number {
  let left = place
  for (const { start, end } of ranges) {
    const size = Math.max(0, end - start + 1)
    if (left < size) return start + left
    left -= size
  }
  throw new RangeError(`no port at ${place}`)
}

async function isFree(
  db: Database,
  port: number,
  { distances, reserved }: Shifted,
): Promise<boolean> {
  if (reserved.includes(port)) return false
  const held = await holders(db, sql<number>`cast(${port} as integer)`, distances)
    .limit(1)
    .executeTakeFirst()
  return held === undefined
}

/** The accounts that block a port. */
function holders(db: Database, port: RawBuilder<number>, distances: readonly number[]) {
  const held = sql.join(distances.map((distance) => sql`${port} - ${sql.lit(distance)}`))
  return db
    .selectFrom('account as holder')
    .select('holder.id')
    .where('holder.portSpace', '=', 0)
    .where(ownsPort('holder'))
    .where(sql<boolean>`"holder"."port" in (${held})`)
}
