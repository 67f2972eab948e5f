import type { Schema } from '#contract'
import { idsIn } from '../../engine/portKey.ts'
import type { LightBoard, LightCause } from '../../base/lights.ts'
import type { Plane, PortState } from '../../engine/plane.ts'
import { VERSION } from '../../base/version.ts'
import { blockedOf, handedOf, sparesOf } from './names.ts'
import { orderView } from './ordered.ts'
import type { ServerRow } from './store.ts'
import { certificateView } from './trojan.ts'
import { amneziaIn } from './tunnels.ts'
import { webSocketPlace, webSocketView } from './webSocket.ts'

/**
 * Whether what carries a server answers, what its node program says of itself, and why a connection
 * through it did not come to something from everywhere.
 */
type Doing = {
  isAlive: boolean
  about?: { version: string; isGfw: boolean }
  handshake?: LightCause | null
}
type Seen = { isMain: boolean; states: PortState[]; tags: string[] }

/** A server as an admin may see it: how to reach its node is for the main admin only. Spec 6. */
export function serverView(row: ServerRow, { isMain, states, tags }: Seen): Schema<'Server'> {
  const { port, password, pluginOptions, amnezia, privateKey: _, ...more } = row
  const { certificate, certificateKey: __, site, blocked: ___, ...others } = more
  const { ordersCertificate: _1, certificateTry: _2, challenge: _3, ...rest } = others
  const isCarried = row.plane !== 'manager' || row.driver !== null
  return {
    ...rest,
    address: row.host,
    spares: sparesOf(row),
    blocked: blockedOf(row).map(({ name, time }) => ({ name, time })),
    port: isMain && row.plane === 'manager' ? port : null,
    password: isMain ? password : '',
    amnezia: amnezia === null ? null : amneziaIn(amnezia),
    site: isMain ? site : null,
    certificate: certificateView({ certificate }),
    certificateOrder: orderView(row),
    webSocket: webSocketView(row, isMain),
    // Only the text of an object is ever stored.
    pluginOptions: pluginOptions === null ? null : JSON.parse(pluginOptions),
    portCount: isCarried ? states.filter(({ open }) => open).length : null,
    // A port that closed because its quota was used up did what it should.
    errors: states
      .filter(({ open, reason }) => !open && reason !== 'over')
      .map(({ port: at, reason = 'failed' }) => ({ port: at, reason })),
    ...(isMain ? { tags } : {}),
  }
}

/** A server as its users may see it. */
export function serverForUser(
  row: ServerRow,
  lights: Pick<LightBoard, 'of'>,
): Schema<'ServerForUser'> {
  const { id, type, name, method, scale, comment, shift, publicShift, tjPort, sni } = row
  const { key, net, wgPort, net6, dns, mtu } = row
  const [host = row.host] = handedOf(row, lights)
  const amnezia = row.amnezia === null ? null : amneziaIn(row.amnezia)
  const tunnel = { key, net, wgPort, net6, dns, mtu, amnezia }
  return {
    id,
    type,
    host,
    name,
    method,
    scale,
    comment,
    shift,
    publicShift,
    ...tunnel,
    tjPort,
    sni,
    webSocketPlace: webSocketPlace({ ...row, host }) ?? null,
  }
}

/** How a server is doing: what its node program said of itself, or whether our engine answers. */
export function statusOf(
  { plane }: Pick<ServerRow, 'plane'>,
  { isAlive, about, handshake }: Doing,
): Pick<Schema<'Server'>, 'status' | 'isGfw' | 'number'> {
  // Other machines reach it and the console does not: somebody between the two keeps it away.
  const isBlocked = handshake === 'onlyNodes'
  if (about) return { status: about.version, isGfw: about.isGfw || isBlocked, number: 1 }
  if (plane !== 'manager' && isAlive) return { status: VERSION, isGfw: isBlocked, number: 1 }
  return { status: -1, isGfw: false }
}

/** How the ports are doing, by server. */
export function statesByServer(plane: Plane): Map<number, PortState[]> {
  const byServer = new Map<number, PortState[]>()
  for (const state of plane.states())
    byServer.getOrInsertComputed(idsIn(state.key).serverId, () => []).push(state)
  return byServer
}
