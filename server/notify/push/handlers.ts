import type { Handlers } from '../../http/contract.ts'
import { findVapidKeys } from './keys.ts'
import { getPushClient, registerPushClient, removePushClient, sendTestPush } from './service.ts'

/** Browsers that want to be notified. */
export const pushHandlers = {
  async getPushKey({ db }) {
    const { publicKey } = await findVapidKeys(db)
    return { publicKey }
  },
  getPushClient: (call) => getPushClient(call),
  registerPushClient: (call) => registerPushClient(call),
  removePushClient: (call) => removePushClient(call),
  sendTestPush: (call) => sendTestPush(call),
} satisfies Partial<Handlers>
