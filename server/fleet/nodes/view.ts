import type { Schema } from '#contract'
import type { LinkStatus, NodeLinks } from '../../engine/nodeLinks.ts'
import { revisionOf } from '../../database/revision.ts'
import { type InviteRow, isOpen } from './invites.ts'
import { factsIn, type NodeRow } from './store.ts'

/** What of a node is edited. */
export const settingsOf = ({ name, trafficLimit }: NodeRow) => ({ name, trafficLimit })

/** A node as the main admin sees it. */
export function nodeView(
  row: NodeRow,
  { servers, link }: { servers: number[]; link: LinkStatus },
): Schema<'Node'> {
  const { skewMs = null, roundTripMs = null, duplicate, lie, ...machine } = factsIn(row)
  return {
    id: row.id,
    name: row.name,
    state: row.state,
    address: link.address || row.address,
    version: row.version,
    createTime: row.createTime,
    // A copy of an old database may know better than this process, and the reverse.
    lastSeen: Math.max(row.lastSeen, link.lastSeen),
    trafficLimit: row.trafficLimit,
    isLinked: link.isLinked ? 1 : 0,
    skewMs: link.skewMs ?? skewMs,
    roundTripMs: link.roundTripMs ?? roundTripMs,
    duplicateTime: duplicate ?? null,
    lieTime: lie ?? null,
    machine: 'hostname' in machine ? (machine as Schema<'Machine'>) : null,
    servers,
    revision: revisionOf(settingsOf(row)),
  }
}

/** How far a link has come. */
export function inviteView(
  invite: InviteRow,
  { now, nodes, address }: { now: number; nodes: NodeLinks; address: string },
): Schema<'NodeInvite'> {
  const { id, expireTime, nodeId, serverId, usedTime, fetchedTime, problem } = invite
  const hasJoined = usedTime !== null
  const waits = fetchedTime === null ? 'waiting' : 'fetched'
  return {
    id,
    expireTime,
    state: hasJoined ? 'joined' : isOpen(invite, now) ? waits : 'expired',
    node: nodeId,
    server: serverId,
    address: hasJoined ? address : null,
    isLinked: hasJoined && nodeId !== null && nodes.linkOf(nodeId).isLinked ? 1 : 0,
    problem: (problem as Schema<'NodeInvite'>['problem']) ?? null,
  }
}
