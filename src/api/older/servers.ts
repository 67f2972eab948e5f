import type { Body } from '#contract'
import type { Ask, Call } from './translation.ts'

/** All servers are nodes somewhere: it knows no planes. */
export const serverRequests = {
  'POST /api/admin/server': ({ plane: _plane, ...server }: Body<'createServer'>) => server,
} satisfies Partial<Record<Call, Ask>>
