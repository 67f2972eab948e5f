import { type RawBuilder, sql } from 'kysely'
import { pickPort, type PortRange } from '#rules/ports.ts'
import type { Database } from '../database.ts'
import { selectDistances, selectTakenPorts } from './ports.ts'

/** How often a port is drawn before the free ones are counted out. */
const DRAWS = 20

/**
 * A base port that a new account can have: the lowest one, or with `random` (0 to below 1) any of
 * them with equal chances. Undefined when all are taken.
 *
 * The database is asked for one, and not for all that are taken, which are tens of thousands.
 */
export async function findFreePort(
  db: Database,
  ranges: readonly PortRange[],
  random?: () => number,
): Promise<number | undefined> {
  const distances = await selectDistances(db)
  if (random) return drawFree(db, ranges, { distances, random })
  for (const range of ranges) {
    const first = await findFirst(db, range, distances)
    if (first !== undefined) return first
  }
  return undefined
}

async function findFirst(
  db: Database,
  { start, end }: PortRange,
  distances: readonly number[],
): Promise<number | undefined> {
  if (start > end) return undefined
  if (await isFree(db, start, distances)) return start
  // The one before the first free port is taken, or it would be the first.
  const next: number[] = []
  for (const distance of distances) {
    const port = sql<number>`"account"."port" + ${sql.lit(distance + 1)}`
    const row = await db
      .selectFrom('account')
      .select(port.as('port'))
      .where('account.portSpace', '=', 0)
      .where('account.port', '>=', start - distance)
      .where('account.port', '<', end - distance)
      .where(({ not, exists }) => not(exists(holders(db, port, distances))))
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
  { distances, random }: { distances: readonly number[]; random: () => number },
): Promise<number | undefined> {
  const size = ranges.reduce((all, { start, end }) => all + Math.max(0, end - start + 1), 0)
  if (size === 0) return undefined
  for (let draw = 0; draw < DRAWS; draw += 1) {
    // What is drawn among all and turns out to be free was drawn among the free.
    const port = portAt(ranges, Math.floor(random() * size))
    if (await isFree(db, port, distances)) return port
  }
  const taken = new Set<number>()
  for (const { start, end } of ranges)
    for (const port of await selectTakenPorts(db, start, end)) taken.add(port)
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

async function isFree(db: Database, port: number, distances: readonly number[]): Promise<boolean> {
  const held = await holders(db, sql<number>`cast(${port} as integer)`, distances)
    .limit(1)
    .executeTakeFirst()
  return held === undefined
}

/** The accounts that keep others from a port. */
function holders(db: Database, port: RawBuilder<number>, distances: readonly number[]) {
  const held = sql.join(distances.map((distance) => sql`${port} - ${sql.lit(distance)}`))
  return db
    .selectFrom('account as holder')
    .select('holder.id')
    .where('holder.portSpace', '=', 0)
    .where(sql<boolean>`"holder"."port" in (${held})`)
}
