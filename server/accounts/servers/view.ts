import type { Schema } from '#contract'
import { shownHost } from '#rules/links.ts'
import { idsIn } from '../../engine/portKey.ts'
import type { LightCause } from '../../base/lights.ts'
import type { Plane, PortState } from '../../engine/plane.ts'
import { VERSION } from '../../base/version.ts'
import type { ServerRow } from './store.ts'
import { amneziaIn } from './tunnels.ts'

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
  const { port, password, pluginOptions, amnezia, privateKey: _, ...rest } = row
  const isCarried = row.plane !== 'manager' || row.driver !== null
  return {
    ...rest,
    address: row.host,
    port: isMain && row.plane === 'manager' ? port : null,
    password: isMain ? password : '',
    amnezia: amnezia === null ? null : amneziaIn(amnezia),
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
export function serverForUser(row: ServerRow): Schema<'ServerForUser'> {
  const { id, type, name, method, scale, comment, shift, publicShift, tjPort, sni } = row
  const { key, net, wgPort, net6, dns, mtu } = row
  const host = shownHost(row.host)
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
