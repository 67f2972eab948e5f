import type { Handlers } from '../contract.ts'
import { editAccountSetting, editPaymentSetting } from './service.ts'
import { changeSetting, findSetting } from './store.ts'

/** How the site looks, and what its users may do. */
export const settingHandlers = {
  getBaseSetting: ({ db }) => findSetting(db, 'base'),
  async editBaseSetting({ db, body }) {
    await changeSetting(db, 'base', body.data)
    return 'success' as const
  },
  getAccountSetting: ({ db }) => findSetting(db, 'account'),
  editAccountSetting: ({ db, body }) => editAccountSetting(db, body),
  getPaymentSetting: ({ db }) => findSetting(db, 'payment'),
  editPaymentSetting: ({ db, body }) => editPaymentSetting(db, body),
  replacePaymentSetting: ({ db, body }) => editPaymentSetting(db, body),
} satisfies Partial<Handlers>
