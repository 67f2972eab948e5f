import type { Handlers } from '../../http/contract.ts'
import { takeAlipayNotice, takePaypalNotice } from './notices.ts'

/** Payment notices: webhooks of the providers. */
export const notificationHandlers = {
  async receiveAlipayNotice(call) {
    return (await takeAlipayNotice(call, call.body)) ? 'success' : 'error'
  },
  async receivePaypalNotice(call) {
    await takePaypalNotice(call, call.body)
    return 'success' as const
  },
} satisfies Partial<Handlers>
