import type { UserFromGetMe } from 'grammy/types'
import type { Schema } from '#contract'
import type { Database } from '../../database/database.ts'
import { changeSetting, findStored, removeSetting } from '../../database/settings/store.ts'
import { seal, unseal } from '../../database/sealed.ts'
import type { World } from '../../http/world.ts'

/** What keeps the bot from hearing people. */
export type BotProblem = NonNullable<Schema<'TelegramSetting'>['problem']>

/** Whether a bot speaks for the site. */
export async function hasBot(db: Database): Promise<boolean> {
  return (await findStored(db, 'telegram')) !== undefined
}

/** The bot, with its token; undefined when there is none. Throws when the token was sealed elsewhere. */
export async function findBot({ db, secret }: Pick<World, 'db' | 'secret'>) {
  const stored = await findStored(db, 'telegram')
  return stored && { ...stored, token: unseal(stored.token, secret) }
}

/** Keeps a bot. The same one under another token goes on where it was. */
export async function changeBot(
  { db, secret, now }: Pick<World, 'db' | 'secret' | 'now'>,
  token: string,
  info: UserFromGetMe,
): Promise<void> {
  const before = await findStored(db, 'telegram')
  const since = before?.info.id === info.id ? before.since : now()
  await changeSetting(db, 'telegram', { token: seal(token, secret), info, since })
  await removeSetting(db, 'telegramProblem')
}

/** Forgets the bot. */
export async function removeBot(db: Database): Promise<void> {
  await removeSetting(db, 'telegram')
  await removeSetting(db, 'telegramProblem')
}

/** Keeps what is wrong with the bot, for the admin to see; null when all is well. */
export async function changeProblem(db: Database, problem: BotProblem | null): Promise<void> {
  if (problem === null) await removeSetting(db, 'telegramProblem')
  else await changeSetting(db, 'telegramProblem', problem)
}

/** The setting as the admin sees it. */
export async function viewBot(db: Database): Promise<Schema<'TelegramSetting'>> {
  const bot = await findStored(db, 'telegram')
  const problem = bot && (await findStored(db, 'telegramProblem'))
  return { bot: bot?.info.username ?? null, problem: problem ?? null }
}
