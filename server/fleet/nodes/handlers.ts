import type { Handlers } from '../../http/contract.ts'
import { found } from '../../base/refusal.ts'
import { findInvite } from './invites.ts'
import { createNodeInvite, deleteNode, renameNode, revokeNode, upgradeNode } from './service.ts'
import { findNode, selectCarried, selectNodes } from './store.ts'
import { inviteView, nodeView } from './view.ts'

/** The machines that have joined, and the links by which more may. */
export const nodeHandlers = {
  createNodeInvite,

  async getNodeInvite({ db, nodes, now, path }) {
    const invite = found(await findInvite(db, path.inviteId), 404)
    const node = invite.nodeId === null ? undefined : await findNode(db, invite.nodeId)
    return inviteView(invite, { now: now(), nodes, address: node?.address ?? '' })
  },

  async listNodes({ db, nodes }) {
    const [rows, carried] = await Promise.all([selectNodes(db), selectCarried(db)])
    return rows.map((row) =>
      nodeView(row, { servers: carried.get(row.id) ?? [], link: nodes.linkOf(row.id) }),
    )
  },

  renameNode,
  revokeNode,
  deleteNode,
  upgradeNode,
} satisfies Partial<Handlers>
