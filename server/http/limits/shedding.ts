import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OperationId } from '#contract'
import { Refusal } from '../../base/refusal.ts'

/** `Retry-After`, seconds. */
const RETRY_AFTER = 2

/** Calls that complete what was begun: refusing them would lose a payment, or a login half done. */
const SPARED: ReadonlySet<OperationId> = new Set([
  'receiveAlipayNotice',
  'receivePaypalNotice',
  'receivePaymentNotice',
  'getPaymentOrderStatus',
  'executePaypalOrder',
  'getAlipayOrderStatus',
  'getPaypalOrderStatus',
  'getStatus',
  'logInByPasskey',
  'logInByTelegram',
  'logOut',
  'signUp',
  'resetPassword',
])

/**
 * Refuses new calls while the process is overloaded, before they cost anything: 503 `server busy`.
 *
 * `isOver` returns whether it is overloaded now. Returns the hooks of one operation; those that
 * complete what was begun have none. Probes, the links of nodes and files of the console are no
 * operations.
 */
export function sheddingOf(id: OperationId, isOver: () => boolean) {
  const shed = async (_request: FastifyRequest, reply: FastifyReply) => {
    if (!isOver()) return
    reply.header('retry-after', RETRY_AFTER)
    throw new Refusal(503, 'server busy')
  }
  if (SPARED.has(id)) return {}
  if (id !== 'logIn') return { onRequest: shed }
  // A request with a code has passed the password check before.
  const hasCode = ({ body }: FastifyRequest) => Boolean((body as { code?: unknown } | null)?.code)
  return {
    preValidation: async (request: FastifyRequest, reply: FastifyReply) => {
      if (!hasCode(request)) await shed(request, reply)
    },
  }
}
