import type { World } from '../../http/world.ts'
import type { Called } from './channel/consoleSide.ts'
import type { Verdict } from './channel/greeting.ts'
import { join } from './join.ts'
import { findNodeByKey, noteFacts } from './store.ts'

/**
 * Whether a link is accepted from the owner of this key, who has proved to have it.
 *
 * A second process with the same key is a copy of the machine, unless the first is gone: it is
 * refused while the first answers, and the node is marked.
 */
export async function answerCall(world: World, called: Called, address: string): Promise<Verdict> {
  const { db, nodes, now } = world
  const { token, key, hello } = called
  if (token !== undefined) return join(world, { called: { ...called, token }, address })
  const node = await findNodeByKey(db, key)
  if (!node) return { refused: 'unknown key' }
  if (node.state === 'revoked') return { refused: 'revoked' }
  const other = nodes.instanceOf(node.id)
  const isCopy = other !== undefined && other !== hello.instance && (await nodes.answers(node.id))
  if (!isCopy) return { ok: true, node: node.id }
  await noteFacts(db, node.id, { duplicate: now() })
  return { refused: 'duplicate' }
}
