import type { Handlers } from '../../http/contract.ts'
import { editTelegramSetting, getCode, testTelegramSetting, unbind } from './service.ts'
import { viewBot } from './setting.ts'

/** The bot that speaks for the site, and who is bound to it. */
export const telegramHandlers = {
  getMyTelegramCode: (call) => getCode(call),
  unbindMyTelegram: (call) => unbind(call),
  getAdminTelegramCode: (call) => getCode(call),
  unbindAdminTelegram: (call) => unbind(call),
  getTelegramSetting: ({ db }) => viewBot(db),
  editTelegramSetting,
  testTelegramSetting,
} satisfies Partial<Handlers>
