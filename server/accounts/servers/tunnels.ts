import { type Selectable, sql } from 'kysely'
import { type Amnezia, amneziaOf } from '#rules/amnezia.ts'
import { tunnelNet } from '#rules/tunnelNet.ts'
import type { Tunnel } from '../../engine/plane.ts'
import type { Database } from '../../database/database.ts'
import { unseal } from '../../database/sealed.ts'
import { findSecret } from '../../database/secret/secret.ts'
import type { ServerTable } from '../../database/tables.ts'
import { WIREGUARD_MTU } from '#rules/wireguard.ts'
import { isSameMachine, type Place } from './store.ts'

type Columns = Selectable<ServerTable>
type Kind = Pick<Columns, 'type' | 'plane'>

/** Where WireGuard listens unless something else is there. */
export const WIREGUARD_PORT = 51_820

/** Whether a server is WireGuard on a machine of ours, and so of our making. */
export const isOwnTunnel = ({ type, plane }: Kind): boolean =>
  type === 'WireGuard' && plane !== 'manager'

/** The interface of a WireGuard server of ours; undefined while it lacks something. */
export async function tunnelOf(
  db: Database,
  { id: serverId, wgPort, net, net6, mtu, privateKey, amnezia }: Columns,
): Promise<Tunnel | undefined> {
  const whole = tunnelNet(net ?? '')
  if (wgPort === null || whole === undefined || privateKey === null) return undefined
  return {
    serverId,
    listenPort: wgPort,
    privateKey: await opened(db, privateKey),
    net: whole,
    ...(net6 && { net6 }),
    mtu: mtu ?? WIREGUARD_MTU,
    ...(amnezia !== null && { amnezia: amneziaIn(amnezia) }),
  }
}

/** What was stored by `amneziaText`. */
export const amneziaIn = (text: string): Amnezia => JSON.parse(text) as Amnezia

/** The numbers as they are stored. */
export const amneziaText = (numbers: Amnezia): string => JSON.stringify(amneziaOf(numbers))

/**
 * Base ports of accounts that a Shadowsocks server would put where another server of the same machine
 * listens for all of its accounts, each with that Shadowsocks server.
 */
export function selectTunnelPorts(db: Database): Promise<{ port: number; serverId: number }[]> {
  return db
    .selectFrom('server as tunnel')
    .innerJoin('server as other', (join) =>
      join
        .onRef('other.plane', '=', 'tunnel.plane')
        .on('other.type', '=', 'Shadowsocks')
        .on('other.ssPort', 'is', null)
        .on((eb) =>
          eb.or([
            eb('other.plane', '=', 'embedded'),
            eb('other.nodeId', '=', eb.ref('tunnel.nodeId')),
          ]),
        ),
    )
    .select(['other.id as serverId'])
    .select(
      sql<number>`coalesce("tunnel"."wgPort", "tunnel"."ssPort", "tunnel"."tjPort") - "other"."shift"`.as(
        'port',
      ),
    )
    .where('tunnel.plane', '!=', 'manager')
    .where((eb) =>
      eb.or([
        eb('tunnel.wgPort', 'is not', null),
        eb('tunnel.ssPort', 'is not', null),
        eb('tunnel.tjPort', 'is not', null),
      ]),
    )
    .execute()
}

/** Where the servers of a machine of ours listen that have one port for all accounts, but for one. */
export async function selectListening(
  db: Database,
  machine: Place & { id?: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('server')
    .select(['wgPort', 'ssPort', 'tjPort', 'plane', 'nodeId'])
    .where('plane', '=', machine.plane)
    .$if(machine.id !== undefined, (query) => query.where('id', '!=', machine.id ?? 0))
    .execute()
  return rows.flatMap((row) =>
    isSameMachine(row, machine) ? (row.wgPort ?? row.ssPort ?? row.tjPort ?? []) : [],
  )
}

const secrets = new WeakMap<Database, Promise<string>>()

/** What was sealed for this installation. */
export async function opened(db: Database, sealed: string): Promise<string> {
  return unseal(sealed, await secretOf(db))
}

/** What the keys of this installation are sealed with; asked of the database once. */
export function secretOf(db: Database): Promise<string> {
  const secret = secrets.get(db) ?? findSecret(db)
  secrets.set(db, secret)
  // The next one asks again.
  secret.catch(() => secrets.delete(db))
  return secret
}
