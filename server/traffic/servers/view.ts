import type { Schema } from '#contract'
import { shownHost } from '#rules/links.ts'
import { idsIn } from '../../base/portKey.ts'
import type { Plane, PortState } from '../../base/plane.ts'
import { VERSION } from '../../base/version.ts'
import type { ServerRow } from './store.ts'

type Seen = { isMain: boolean; states: PortState[]; tags: string[] }

/** A server as an admin may see it: how to reach its node is for the main admin only. Spec 6. */
export function serverView(row: ServerRow, { isMain, states, tags }: Seen): Schema<'Server'> {
  const { port, password, pluginOptions, ...rest } = row
  const isEmbedded = row.plane === 'embedded'
  return {
    ...rest,
    port: isMain && !isEmbedded ? port : null,
    password: isMain ? password : '',
    // Only the text of an object is ever kept.
    pluginOptions: pluginOptions === null ? null : JSON.parse(pluginOptions),
    portCount: isEmbedded ? states.filter(({ open }) => open).length : null,
    // A port that closed because its quota was used up did what it should.
    errors: states
      .filter(({ open, reason }) => !open && reason !== 'over')
      .map(({ port: at, reason = 'failed' }) => ({ port: at, reason })),
    ...(isMain ? { tags } : {}),
  }
}

/** A server as its users may see it. */
export function serverForUser(row: ServerRow): Schema<'ServerForUser'> {
  const { id, type, name, method, scale, comment, shift, key, net, wgPort, tjPort, sni } = row
  const host = shownHost(row.host)
  return { id, type, host, name, method, scale, comment, shift, key, net, wgPort, tjPort, sni }
}

/** How a server is doing; node agents cannot be reached yet. */
export function statusOf(
  { plane }: ServerRow,
  isAlive: boolean,
): Pick<Schema<'Server'>, 'status' | 'isGfw' | 'number'> {
  if (plane === 'embedded' && isAlive) return { status: VERSION, isGfw: false, number: 1 }
  return { status: -1, isGfw: false }
}

/** How the ports are doing, by server. */
export function statesByServer(plane: Plane): Map<number, PortState[]> {
  const byServer = new Map<number, PortState[]>()
  for (const state of plane.states())
    byServer.getOrInsertComputed(idsIn(state.key).serverId, () => []).push(state)
  return byServer
}
