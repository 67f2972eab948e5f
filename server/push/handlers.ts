import type { Handlers } from '../contract.ts'
import { findVapidKeys } from './keys.ts'
import { registerPushClient, removePushClient } from './service.ts'

/** Browsers that want to be told of things. */
export const pushHandlers = {
  async getPushKey({ db }) {
    const { publicKey } = await findVapidKeys(db)
    return { publicKey }
  },
  registerPushClient,
  removePushClient,
} satisfies Partial<Handlers>
