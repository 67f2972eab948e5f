import type { Handlers } from '../../http/contract.ts'
import { findVapidPublicKey } from './keys.ts'
import { getPushClient, registerPushClient, removePushClient, sendTestPush } from './service.ts'

/** Browsers that want to be notified. */
export const pushHandlers = {
  getPushKey: async (call) => ({ publicKey: await findVapidPublicKey(call) }),
  getPushClient: (call) => getPushClient(call),
  registerPushClient: (call) => registerPushClient(call),
  removePushClient: (call) => removePushClient(call),
  sendTestPush: (call) => sendTestPush(call),
} satisfies Partial<Handlers>
