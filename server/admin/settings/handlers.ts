import type { Handlers } from '../../http/contract.ts'
import { showSetting } from '../../database/settings/saveSetting.ts'
import { editAccountSetting, editBaseSetting, editPaymentSetting } from './service.ts'

/** Appearance of the site, and what its users may do. */
export const settingHandlers = {
  getBaseSetting: ({ db }) => showSetting(db, 'base'),
  editBaseSetting: ({ db, body }) => editBaseSetting(db, body),
  getAccountSetting: ({ db }) => showSetting(db, 'account'),
  editAccountSetting: ({ db, body }) => editAccountSetting(db, body),
  getPaymentSetting: ({ db }) => showSetting(db, 'payment'),
  editPaymentSetting: ({ db, body }) => editPaymentSetting(db, body),
  replacePaymentSetting: ({ db, body }) => editPaymentSetting(db, body),
} satisfies Partial<Handlers>
