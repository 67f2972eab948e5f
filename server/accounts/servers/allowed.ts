import { sql } from 'kysely'
import type { PortRange } from '#rules/ports.ts'
import type { Database } from '../../database/database.ts'
import type { ServerRow } from './store.ts'

const FIRST_PORT = 1
const LAST_PORT = 65_535

/** The ids of the servers an account may use; null for all. */
export function serversOf({ server }: { server: string | null }): number[] | null {
  return server === null ? null : JSON.parse(server)
}

/** The condition that an account (under this alias) may use a server. */
export function mayUse(account: string, serverId: number) {
  const list = sql.ref(`${account}.server`)
  const pattern = `%,${serverId},%`
  return sql<boolean>`(${list} is null
    or replace(replace(${list}, '[', ','), ']', ',') like ${pattern})`
}

/** The condition that an account (under this alias) has a port of its own, and not a number. */
export const ownsPort = (account: string) =>
  sql<boolean>`${sql.ref(`${account}.port`)} <= ${sql.lit(LAST_PORT)}`

/** What is added to the port of an account: by servers for themselves, and by them for clients. */
export const shiftsOf = (servers: readonly Pick<ServerRow, 'shift' | 'publicShift'>[]): number[] =>
  servers.flatMap(({ shift, publicShift }) => [shift, shift + publicShift])

/**
 * Whether a shift would put an account of this server where none can be: on the port where the
 * console listens, if it is on this machine, or on a number that is no port.
 */
export async function hasUnfitPort(
  db: Database,
  server: Pick<ServerRow, 'id' | 'shift' | 'publicShift' | 'plane'>,
  consolePort: number,
): Promise<boolean> {
  for (const shift of shiftsOf([server]))
    if (await hasPortOutside(db, { id: server.id, shift })) return true
  return server.plane === 'embedded' && hasPortOn(db, server, consolePort)
}

/** Whether a shift would put an account of this server on a number that is no port. */
export async function hasPortOutside(
  db: Database,
  { id, shift }: { id: number; shift: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('account')
    .select('id')
    .where(mayUse('account', id))
    .where(ownsPort('account'))
    .where((eb) => eb.or([eb('port', '<', FIRST_PORT - shift), eb('port', '>', LAST_PORT - shift)]))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether a shift would put an account of this server on this very port. */
export async function hasPortOn(
  db: Database,
  { id, shift }: { id: number; shift: number },
  port: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('account')
    .select('id')
    .where(mayUse('account', id))
    .where(ownsPort('account'))
    .where('port', '=', port - shift)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The lowest and the highest port of the accounts that may use a server; undefined for none. */
export async function selectPortSpan(db: Database, id: number): Promise<PortRange | undefined> {
  const { start, end } = await db
    .selectFrom('account')
    .select(({ fn }) => [
      fn.min<number | null>('port').as('start'),
      fn.max<number | null>('port').as('end'),
    ])
    .where(mayUse('account', id))
    .where(ownsPort('account'))
    .executeTakeFirstOrThrow()
  return start === null || end === null ? undefined : { start, end }
}

/** Whether two servers on one machine would want the same port, for two accounts. */
export async function hasPortClash(
  db: Database,
  one: { id: number; shift: number },
  other: { id: number; shift: number },
): Promise<boolean> {
  const distance = one.shift - other.shift
  const row = await db
    .selectFrom('account as a')
    .innerJoin('account as b', (join) =>
      join
        .on((eb) => eb('b.port', '=', eb('a.port', '+', sql<number>`cast(${distance} as integer)`)))
        .onRef('b.portSpace', '=', 'a.portSpace'),
    )
    .select('a.id')
    .where(mayUse('a', one.id))
    .where(mayUse('b', other.id))
    .where(ownsPort('a'))
    .where(ownsPort('b'))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
