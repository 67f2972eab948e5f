import type { Call, Handlers } from '../../http/contract.ts'
import { Refusal } from '../../base/refusal.ts'
import { ALIPAY, PAYPAL } from '../orders/older.ts'
import type { SentNotice } from '../providers/definition.ts'
import { takeNotice } from './notices.ts'

/** Payment notices: webhooks of the providers. */
export const notificationHandlers = {
  async receiveAlipayNotice(call) {
    return (await takeNotice(call, ALIPAY, sentBy(call))) ? 'success' : 'error'
  },
  async receivePaypalNotice(call) {
    await takeNotice(call, PAYPAL, sentBy(call))
    return 'success' as const
  },
  async receivePaymentNotice(call) {
    if (await takeNotice(call, call.path.kind, sentBy(call))) return 'success' as const
    // Every provider repeats what was not answered well.
    throw new Refusal(403, 'error')
  },
} satisfies Partial<Handlers>

type Received = Call<'receiveAlipayNotice' | 'receivePaypalNotice' | 'receivePaymentNotice'>

function sentBy({ body, requestHeader, rawBody }: Received): SentNotice {
  return { fields: { ...(body as object) }, header: requestHeader, raw: rawBody() }
}
