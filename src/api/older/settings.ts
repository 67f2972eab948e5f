import type { Schema } from '#contract'
import type { Ask, Call, Translation } from './translation.ts'

type AccountSetting = Schema<'AccountSetting'>

/** What is not set is off. */
export const settingAnswers = {
  'GET /api/admin/setting/account': (setting: AccountSetting): AccountSetting => ({
    ...setting,
    accountForNewUser: { autoRemove: 0, ...setting.accountForNewUser },
    subscribe: setting.subscribe ?? false,
  }),
} satisfies Partial<Record<Call, Translation>>

/** What it would store, and do nothing with, is not sent. */
export const settingRequests = {
  'PUT /api/admin/setting/account': ({ data, ...rest }: { data: AccountSetting }) => {
    const {
      warnings: _warnings,
      timeTakesLastTerms: _terms,
      wireGuardDevices: _devices,
      keepDeviceKeys: _keys,
      keepOwnKeys: _ownKeys,
      graceHours: _hours,
      historyMonths: _months,
      carriers: _carriers,
      port: { trialShare: _share, warnFree: _free, onlyWhereNeeded: _needed, ...port } = {},
      ...known
    } = data
    return { ...rest, data: { ...known, port } }
  },
} satisfies Partial<Record<Call, Ask>>
