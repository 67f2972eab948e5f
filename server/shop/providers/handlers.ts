import type { Handlers } from '../../http/contract.ts'
import { Refusal } from '../../base/refusal.ts'
import { findSetting } from '../../database/settings/store.ts'
import { editAlipay, editPaypal, testProvider } from './service.ts'
import { toAlipay, toPaypal } from './view.ts'

/** Settings of the payment providers. */
export const providerHandlers = {
  async getProvider(call) {
    const { db, path } = call
    return path.provider === 'alipay'
      ? toAlipay(await findSetting(db, 'alipay'), call)
      : toPaypal(await findSetting(db, 'paypal'), call)
  },
  editProvider(call) {
    const { data, revision } = call.body
    if (data.kind !== call.path.provider)
      throw new Refusal(400, 'body/data/kind must be the provider')
    return data.kind === 'alipay'
      ? editAlipay(call, data, revision)
      : editPaypal(call, data, revision)
  },
  testProvider: (call) => testProvider(call, call.path.provider),
} satisfies Partial<Handlers>
