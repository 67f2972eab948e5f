import type { Handlers } from '../../http/contract.ts'
import { showSetting } from '../../database/settings/saveSetting.ts'
import { changeSetting, findSetting } from '../../database/settings/store.ts'
import { editAccountSetting, editBaseSetting, editPaymentSetting } from './service.ts'

/** Appearance of the site, and what its users may do. */
export const settingHandlers = {
  async getBaseSetting({ db, config }) {
    return { ...(await showSetting(db, 'base')), homeTimeZone: config.timeZone }
  },
  editBaseSetting: ({ db, body }) => editBaseSetting(db, body),
  getAccountSetting: ({ db }) => showSetting(db, 'account'),
  async editAccountSetting({ db, body, wake }) {
    const { wayBack = true } = await findSetting(db, 'account')
    const saved = await editAccountSetting(db, body)
    // Ports of accounts that have ended open, or close.
    if ((body.data.wayBack ?? true) !== wayBack) wake()
    return saved
  },
  async getFirstSteps({ db }) {
    const used = db.selectFrom('usage').select('accountId').where('lastSeen', '>', 0).limit(1)
    const connected = (await used.executeTakeFirst()) !== undefined
    return { ...(await findSetting(db, 'firstSteps')), connected }
  },
  async editFirstSteps({ db, body: { over } }) {
    await changeSetting(db, 'firstSteps', { over })
    return 'success' as const
  },
  getPaymentSetting: ({ db }) => showSetting(db, 'payment'),
  editPaymentSetting: ({ db, body }) => editPaymentSetting(db, body),
  replacePaymentSetting: ({ db, body }) => editPaymentSetting(db, body),
} satisfies Partial<Handlers>
