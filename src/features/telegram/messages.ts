import { msg } from '@lingui/core/macro'
import type { Refusals } from '#api/refusals.ts'

const unreachable = msg`Telegram cannot be reached from the server. Try again later.`
const unknown = msg`Telegram does not know this bot. Copy the token from BotFather again.`

/** Why a chat was not unbound. */
export const unbindMyTelegramRefusals: Refusals<'unbindMyTelegram'> = {
  otherwise: msg`No chat is connected now.`,
}

/** Why the site's bot was not changed. */
export const editTelegramSettingRefusals: Refusals<'editTelegramSetting'> = {
  'bot unknown': unknown,
  'telegram unreachable': unreachable,
  otherwise: msg`The bot was not saved.`,
}

/** Why a test message did not arrive. */
export const testTelegramSettingRefusals: Refusals<'testTelegramSetting'> = {
  'not bound': msg`Connect your own chat first, so that the message has somewhere to go.`,
  'bot unknown': unknown,
  'bot blocked': msg`The chat does not accept messages from the bot. Open it in Telegram and press Start.`,
  'telegram unreachable': unreachable,
  otherwise: msg`The message was not sent.`,
}
