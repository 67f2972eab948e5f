import { isIPv4 } from 'node:net'
import { plainAddress } from '../../network/address.ts'
import { openTargets } from '../../network/targets.ts'
import type { Database } from '../../database/database.ts'
import type { World } from '../../http/world.ts'
import { insertServer } from '../../accounts/servers/store.ts'
import { termsOf } from '../../accounts/servers/terms.ts'
import { fitted } from '../../accounts/servers/tunnelKeep.ts'
import type { Called } from './channel/consoleSide.ts'
import type { Verdict } from './channel/greeting.ts'
import { factsOf } from './facts.ts'
import {
  claimInvite,
  findInviteByHash,
  hashOfToken,
  type InviteRow,
  isOpen,
  noteJoined,
  noteProblem,
  type ServerDraft,
} from './invites.ts'
import { findNode, findNodeByKey, insertNode } from './store.ts'

/** Who wants to join, and where from. */
export type Joining = { called: Called & { token: string }; address: string }

/**
 * Lets a machine join by a link, once: its node and its server are made together, or the node that
 * is to join again gets the machine's key. The same machine may ask again, if the answer was lost.
 */
export async function join(world: World, { called, address }: Joining): Promise<Verdict> {
  const { db, now, secret } = world
  const invite = await findInviteByHash(db, hashOfToken(secret, called.token))
  if (!invite) return { refused: 'unknown link' }
  const known = await findNodeByKey(db, called.key)
  if (known?.state === 'revoked') return refuse(db, invite, 'revoked')
  if (invite.usedTime !== null && known && known.id === invite.nodeId)
    return { ok: true, node: known.id }
  if (!isOpen(invite, now())) return refuse(db, invite, invite.usedTime === null ? 'late' : 'used')
  if (known && invite.nodeId !== null && invite.nodeId !== known.id)
    return refuse(db, invite, 'other node')
  const made = await db.transaction().execute(async (tx) => {
    if (!(await claimInvite(tx, invite.id, now()))) return undefined
    return invite.nodeId === null
      ? joinNew(tx, invite, { called, address, nodeId: known?.id, createTime: now() })
      : joinAnew(tx, invite.id, invite.nodeId, called.key)
  })
  if (made === undefined) return refuse(db, invite, 'used')
  if (invite.nodeId !== null) world.nodes.drop(made, 'replaced')
  world.wake()
  return { ok: true, node: made }
}

async function refuse(db: Database, { id }: InviteRow, refused: string): Promise<Verdict> {
  await noteProblem(db, id, refused)
  return { refused }
}

type NewNode = Joining & { nodeId: number | undefined; createTime: number }

async function joinNew(tx: Database, { id, draft }: InviteRow, node: NewNode): Promise<number> {
  const { called, address, createTime } = node
  const server = JSON.parse(draft) as ServerDraft
  const { name } = server
  const nodeId = node.nodeId ?? (await insertNode(tx, { name, publicKey: called.key, createTime }))
  const host = server.host ?? hostOf(address, factsOf(called.hello.facts).addresses)
  // What the engine of a node speaks is what the engine of this machine speaks: it is the same.
  const terms = termsOf({ ...server, host, plane: 'embedded' })
  // It cannot be asked yet whether it can carry WireGuard: the screen that waits for it does then.
  const serverId = await insertServer(tx, await fitted(tx, { ...terms, plane: 'node', nodeId }))
  await noteJoined(tx, id, { nodeId, serverId })
  return nodeId
}

async function joinAnew(
  tx: Database,
  inviteId: number,
  nodeId: number,
  publicKey: string,
): Promise<number | undefined> {
  const node = await findNode(tx, nodeId)
  if (!node) return undefined
  await tx
    .updateTable('node')
    .set({ publicKey, state: 'active' })
    .where('id', '=', nodeId)
    .execute()
  await noteJoined(tx, inviteId, { nodeId, serverId: null })
  return nodeId
}

const everywhere = openTargets({ own: () => false })
const isPublic = (address: string) => everywhere.allows(address, 443)

/**
 * Where clients are likely to find a machine: where it called from, or a public address it has
 * itself where a proxy stood in between. A host cannot be written as an IPv6 address.
 */
export function hostOf(address: string, own: readonly string[]): string {
  const from = plainAddress(address)
  const all = [from, ...own].filter(isIPv4)
  return all.find(isPublic) ?? all.find((one) => !one.startsWith('127.')) ?? from
}
