import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { answer, api } from '#api/client.ts'
import type { Body } from '#contract'
import { NODE_JOIN_REFRESH_MS, SERVER_REFRESH_MS } from '#rules/timing.ts'

/** Every machine that has joined. */
export const listNodes = () =>
  queryOptions({
    queryKey: ['listNodes'],
    queryFn: () => answer(api.GET('/api/admin/node')),
    refetchInterval: SERVER_REFRESH_MS,
  })

/** How far a link has come, while somebody watches. */
export const getNodeInvite = (inviteId: number) =>
  queryOptions({
    queryKey: ['getNodeInvite', inviteId],
    queryFn: () =>
      answer(api.GET('/api/admin/node/invite/{inviteId}', { params: { path: { inviteId } } })),
    refetchInterval: NODE_JOIN_REFRESH_MS,
  })

/** Makes a link by which one machine may join; the command is shown once. */
export const createNodeInvite = mutationOptions({
  mutationKey: ['createNodeInvite'],
  mutationFn: (body: Body<'createNodeInvite'>) =>
    answer(api.POST('/api/admin/node/invite', { body })),
})

/** Changes the name of a node, and how much its machine may carry. */
export const renameNode = mutationOptions({
  mutationKey: ['renameNode'],
  mutationFn: ({ nodeId, body }: { nodeId: number; body: Body<'renameNode'> }) =>
    answer(api.PUT('/api/admin/node/{nodeId}', { params: { path: { nodeId } }, body })),
})

/** Ends the link of a node at once, for good. */
export const revokeNode = mutationOptions({
  mutationKey: ['revokeNode'],
  mutationFn: (nodeId: number) =>
    answer(api.POST('/api/admin/node/{nodeId}/revoke', { params: { path: { nodeId } } })),
})

/** Removes a node that carries no server. */
export const deleteNode = mutationOptions({
  mutationKey: ['deleteNode'],
  mutationFn: (nodeId: number) =>
    answer(api.DELETE('/api/admin/node/{nodeId}', { params: { path: { nodeId } } })),
})

/** Has a node restart with the console's current agent. */
export const upgradeNode = mutationOptions({
  mutationKey: ['upgradeNode'],
  mutationFn: (nodeId: number) =>
    answer(api.POST('/api/admin/node/{nodeId}/upgrade', { params: { path: { nodeId } } })),
})
