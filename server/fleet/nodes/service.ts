import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { idsIn } from '../../engine/portKey.ts'
import type { Answer } from '#contract'
import type { Call } from '../../http/contract.ts'
import type { World } from '../../http/world.ts'
import { inTransaction } from '../../database/database.ts'
import { found, Refusal } from '../../base/refusal.ts'
import { checkRevision, holdRow } from '../../database/revision.ts'
import { termsOf } from '../../accounts/servers/terms.ts'
import { findAgentFile } from './agentFile.ts'
import { joinCommand, joinScriptFor } from './command.ts'
import { hashOfToken, INVITE_MS, insertInvite } from './invites.ts'
import { packedRuntime } from './runtime.ts'
import { findNode, selectCarried } from './store.ts'
import { settingsOf } from './view.ts'

const TOKEN_BYTES = 16
/** How long a machine may take to close its ports before it is cut off. */
const CLOSING_MS = 2_000

/** Makes a link by which one machine may join. The token is returned here and never again. */
export async function createNodeInvite(
  call: Call<'createNodeInvite'>,
): Promise<Answer<'createNodeInvite'>> {
  const { db, body, config, now, secret, log } = call
  const nodeId = 'nodeId' in body ? body.nodeId : null
  if (nodeId !== null && !(await findNode(db, nodeId))) throw new Refusal(404)
  const draft = 'server' in body ? body.server : {}
  // What cannot be a server is refused now, and not when the machine joins.
  if ('server' in body) termsOf({ ...body.server, host: 'later', plane: 'embedded' })
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const tokenHash = hashOfToken(secret, token)
  const script = await joinScriptFor(call, tokenHash)
  if (!script) throw new Refusal(403, 'not built')
  const createTime = now()
  const id = await insertInvite(db, { tokenHash, nodeId, draft: JSON.stringify(draft), createTime })
  // Ready by the time somebody has pasted the line.
  packedRuntime(config.dataDir).catch((error: unknown) => log.warn(error, 'Node was not packed'))
  const command = joinCommand(config.site, { tokenHash, token, script })
  return { id, command, expireTime: createTime + INVITE_MS }
}

/** Changes the name of a node, and how much its machine may carry. */
export async function renameNode(call: Call<'renameNode'>): Promise<Answer<'renameNode'>> {
  const { db, body, path } = call
  await db.transaction().execute(async (tx) => {
    if (!(await holdRow(tx, 'node', path.nodeId))) throw new Refusal(404)
    const before = found(await findNode(tx, path.nodeId), 404)
    checkRevision(settingsOf(before), body.revision)
    const { name, trafficLimit = before.trafficLimit } = body
    await tx.updateTable('node').set({ name, trafficLimit }).where('id', '=', path.nodeId).execute()
  })
  return 'success'
}

/**
 * Never accepts the key of a node again, closes its ports where it still listens, and ends its link.
 *
 * A machine that does not listen goes on until the ends of its accounts, and a week at most.
 */
export async function revokeNode(call: Call<'revokeNode'>): Promise<Answer<'revokeNode'>> {
  const { db, path, nodes, wake } = call
  const { numUpdatedRows } = await db
    .updateTable('node')
    .set({ state: 'revoked' })
    .where('id', '=', path.nodeId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal(404)
  await closePorts(call, path.nodeId)
  nodes.drop(path.nodeId, 'revoked')
  wake()
  return 'success'
}

/**
 * Removes a node that carries no server, with its key and the links by which it may join again, and
 * ends its link. What was counted on it stays. Refuses with `carries servers`.
 */
export async function deleteNode(call: Call<'deleteNode'>): Promise<Answer<'deleteNode'>> {
  const { db, path, nodes, wake } = call
  const { nodeId } = path
  await inTransaction(db, async (tx) => {
    // Putting a server on it locks the row as well.
    if (!(await holdRow(tx, 'node', nodeId))) throw new Refusal(404)
    if ((await selectCarried(tx)).has(nodeId)) throw new Refusal(403, 'carries servers')
    await tx
      .deleteFrom('nodeInvite')
      .where('nodeId', '=', nodeId)
      .where('usedTime', 'is', null)
      .execute()
    // What it was lent is free again.
    await tx.deleteFrom('portLease').where('nodeId', '=', nodeId).execute()
    await tx.deleteFrom('node').where('id', '=', nodeId).execute()
  })
  nodes.drop(nodeId, 'revoked')
  wake()
  return 'success'
}

/** Closes all ports of a node, where it listens in time. */
export async function closePorts(
  { db, plane }: Pick<World, 'db' | 'plane'>,
  nodeId: number,
): Promise<void> {
  const carried = await selectCarried(db)
  const servers = new Set((carried.get(nodeId) ?? []).map(Number))
  const ports = plane.states().filter(({ key }) => servers.has(idsIn(key).serverId))
  const closing = plane
    .change(
      [],
      ports.map(({ key }) => key),
    )
    .catch(() => {})
  await Promise.race([closing, pause(CLOSING_MS, undefined, { ref: false })])
}

/** Has a node fetch this console's program and restart with it; its engine goes on. */
export async function upgradeNode(call: Call<'upgradeNode'>): Promise<Answer<'upgradeNode'>> {
  const { db, path, nodes, config } = call
  found(await findNode(db, path.nodeId), 404)
  const file = await findAgentFile(config.nodeAgent)
  if (!file) throw new Refusal(403, 'not built')
  if (!nodes.upgrade(path.nodeId, file)) throw new Refusal(403, 'not linked')
  return 'success'
}
