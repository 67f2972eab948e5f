import type { World } from '../../http/world.ts'
import { languageOf, wordsOf } from '../../base/words/words.ts'
import type { Database } from '../../database/database.ts'
import { findSetting } from '../../database/settings/store.ts'
import { insertMail } from '../../messaging/mails/store.ts'

/** Mails a customer, in their language, that an admin has changed how they log in. */
export async function mailLoginChanged(
  tx: Database,
  { now, config }: Pick<World, 'now' | 'config'>,
  { id: userId, what }: { id: number; what: 'password' | 'factors' },
): Promise<void> {
  const person = await tx
    .selectFrom('user')
    .select(['email', 'language'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!person) return
  const base = await findSetting(tx, 'base')
  const language = languageOf(person.language) ?? languageOf(base.language) ?? 'zh-CN'
  const letter = wordsOf(language).loginChanged[what]({
    title: base.title ?? '',
    link: `${config.site}/home/login`,
  })
  await insertMail(tx, { kind: 'user', recipient: person.email, userId, ...letter }, now())
}
