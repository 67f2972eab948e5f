import { randomBytes } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Plane } from '../../engine/plane.ts'
import { newWireGuardKeys } from '../../engine/wireguardKeys.ts'
import type { Database } from '../../database/database.ts'
import { seal } from '../../database/sealed.ts'
import { holdSettings } from '../../database/settings/saveSetting.ts'
import type { ServerTable } from '../../database/tables.ts'
import { hasSecret } from './access.ts'
import type { ServerRow } from './store.ts'
import {
  askMachine,
  findTunnelTrouble,
  refuseTunnel,
  selectNeighbours,
  suggestTunnel,
} from './tunnelPlan.ts'
import { isOwnTunnel, secretOf } from './tunnels.ts'

type Sent = Insertable<ServerTable>
/** A WireGuard server of ours with all it needs. */
type Complete = Sent & { net: string; wgPort: number }

/**
 * A server as it is to be stored: one of ours that is WireGuard with keys, and with a network and a
 * port where it was sent none; one of Shadowsocks 2022, or of Shadowsocks in WebSockets, with its secret.
 * Any other is returned as it is.
 *
 * Its machine is asked whether it can, where that may have changed since `before`; refuses with what
 * is in the way. What this finds free may be taken by the time it is stored: `keepTunnel` looks again.
 */
export async function completed(
  { db, plane }: { db: Database; plane?: Plane },
  server: Sent,
  before?: ServerRow,
): Promise<Sent> {
  if (!isOwnTunnel(server)) return { ...server, ...(await secretFor(db, server, before)) }
  const place = placeOf(server)
  const servers = await selectNeighbours(db, place)
  const rest = servers.filter(({ id }) => id !== before?.id)
  const { net, wgPort, net6 } = await suggestTunnel(db, { servers: rest, used: [] })
  const full = {
    ...server,
    net: server.net ?? net,
    wgPort: server.wgPort ?? wgPort,
    // A new one has IPv6 unless it was sent without.
    ...(server.net6 === undefined && { net6 }),
  }
  const isAsBefore = before !== undefined && isSame(before, full)
  if (plane && !isAsBefore) {
    const isAmnezia = (full.amnezia ?? null) !== null
    const wanted = { ...full, serverId: before?.id, isAmnezia }
    refuseTunnel(await findTunnelTrouble(db, wanted, servers))
    const said = await askMachine(plane, place, wanted)
    refuseTunnel(typeof said === 'object' ? said.state : said)
  }
  return { ...full, ...(await keysFor(db, before)) }
}

/** Looks once more, where nobody else can come in between. Wants the transaction that keeps it. */
export async function checkTunnel(tx: Database, server: Sent, before?: ServerRow): Promise<void> {
  if (!isOwnTunnel(server) || (before && isSame(before, server))) return
  await holdSettings(tx)
  const servers = await selectNeighbours(tx, placeOf(server))
  refuseTunnel(
    await findTunnelTrouble(tx, { ...(server as Complete), serverId: before?.id }, servers),
  )
}

/**
 * The same of a server whose machine is just joining, which nobody can be asked about any more: where
 * a server of ours on that machine has its port or its network, it gets what is free. Wants the
 * transaction that keeps it.
 */
export async function fitted(tx: Database, server: Sent): Promise<Sent> {
  const full = await completed({ db: tx }, server)
  if (!isOwnTunnel(full)) return full
  await holdSettings(tx)
  const servers = await selectNeighbours(tx, placeOf(full))
  const free = await suggestTunnel(tx, { servers, used: [] })
  const { net6 } = full
  const onFreePort = { ...(full as Complete), wgPort: free.wgPort }
  const isPortTaken = (await findTunnelTrouble(tx, full as Complete, servers)) === 'portTaken'
  const apart = isPortTaken ? onFreePort : (full as Complete)
  if ((await findTunnelTrouble(tx, apart, servers)) === undefined) return apart
  return { ...apart, net: free.net, ...(net6 && { net6: free.net6 }) }
}

/** The keys a server has, or new ones; clients are set up with the public one. */
async function keysFor(db: Database, before?: ServerRow) {
  if (before && isOwnTunnel(before) && before.key !== null && before.privateKey !== null)
    return { key: before.key, privateKey: before.privateKey }
  const { publicKey, privateKey } = newWireGuardKeys()
  return { key: publicKey, privateKey: seal(privateKey, await secretOf(db)) }
}

/**
 * What a server makes the keys of its accounts of: it has it from the first method on that needs one,
 * so that a change to another one and back leaves clients what they have.
 */
async function secretFor(db: Database, server: Sent, before?: ServerRow) {
  const isOurs = server.type !== 'WireGuard' && server.plane !== 'manager'
  const known = isOurs && before?.type === server.type ? before.privateKey : null
  if (known !== null || !hasSecret(server)) return { privateKey: known }
  return { privateKey: seal(randomBytes(32).toString('base64'), await secretOf(db)) }
}

const placeOf = ({ plane, nodeId = null }: Sent) => ({ plane, nodeId })

/** Whether nothing about a server has changed that could be in somebody's way. */
function isSame(
  before: ServerRow,
  { plane, nodeId, net, wgPort, net6, amnezia = null }: Sent,
): boolean {
  const isHere = isOwnTunnel(before) && before.plane === plane
  const isSameMachine = plane !== 'node' || before.nodeId === nodeId
  const isSameNet = before.net === net && before.net6 === net6
  // Other numbers need nothing of the machine, the other protocol does.
  const isSameKind = (before.amnezia === null) === (amnezia === null)
  return isHere && isSameMachine && isSameNet && isSameKind && before.wgPort === wgPort
}
