import type { Answer } from '#contract'
import type { Call } from '../../http/contract.ts'
import { Refusal, found } from '../../base/refusal.ts'
import { findSetting } from '../../database/settings/store.ts'
import { languageOf, wordsOf } from '../../base/words/words.ts'
import { apiOf, failureOf } from './api.ts'
import { showCode } from './codes.ts'
import { changeBot, findBot, removeBot, viewBot } from './setting.ts'
import { findChat, removeChat } from './store.ts'

type Own = Call<'getMyTelegramCode'> | Call<'getAdminTelegramCode'>

/** What to send the bot to bind the caller's chat, or the chat that is. Refuses without a bot. */
export async function getCode(call: Own): Promise<Answer<'getMyTelegramCode'>> {
  const { db, caller } = call
  const bot = found(await findBot(call))
  const chat = await findChat(db, caller.id)
  if (chat !== undefined) return { user: chat }
  return { ...(await showCode(call, caller.id)), telegram: bot.info.username }
}

/** Lets go of the caller's chat. Refuses where there is none. */
export async function unbind({ db, caller }: Pick<Own, 'db' | 'caller'>): Promise<'success'> {
  if (!(await removeChat(db, caller.id))) throw new Refusal(403)
  return 'success'
}

/** Takes another bot, or none. Refuses with `bot unknown` and `telegram unreachable`. */
export async function editTelegramSetting(
  call: Call<'editTelegramSetting'>,
): Promise<Answer<'editTelegramSetting'>> {
  const { db, body, config } = call
  if (body.token === null) await removeBot(db)
  else await changeBot(call, body.token, await whoIs(body.token, config))
  return viewBot(db)
}

/** Sends a message to the caller's chat. Refuses with the reason when it does not arrive. */
export async function testTelegramSetting(call: Call<'testTelegramSetting'>): Promise<'success'> {
  const { db, caller, config } = call
  const bot = found(await findBot(call))
  const chat = await findChat(db, caller.id)
  if (chat === undefined) throw new Refusal(403, 'not bound')
  const { title = 'Sluice', language: ofSite = 'zh-CN' } = await findSetting(db, 'base')
  const { language } = await db
    .selectFrom('user')
    .select('language')
    .where('id', '=', caller.id)
    .executeTakeFirstOrThrow()
  const { test } = wordsOf(languageOf(language) ?? ofSite).telegram
  try {
    const api = await apiOf(bot.token, config)
    await api.sendMessage(chat, test(title))
  } catch (error) {
    throw refusalOf(error)
  }
  return 'success'
}

async function whoIs(token: string, config: Call<'editTelegramSetting'>['config']) {
  try {
    const api = await apiOf(token, config)
    return await api.getMe()
  } catch (error) {
    throw refusalOf(error)
  }
}

function refusalOf(error: unknown): Refusal {
  const { kind } = failureOf(error)
  return new Refusal(
    403,
    kind === 'too many' || kind === 'conflict' ? 'telegram unreachable' : kind,
  )
}
