import type { Schema } from '#contract'
import { LANGUAGES, type Language } from '../../../base/words/words.ts'
import type { Database } from '../../../database/database.ts'
import { guides as enUS } from './en-US.ts'
import { guides as jaJP } from './ja-JP.ts'
import { guides as ruRU } from './ru-RU.ts'
import type { Guides } from './shape.ts'
import { guides as zhCN } from './zh-CN.ts'

const GUIDES: Readonly<Record<Language, Guides>> = {
  'zh-CN': zhCN,
  'ja-JP': jaJP,
  'en-US': enUS,
  'ru-RU': ruRU,
}
/** Inserted in this order; the list shows the latest first. */
const TOPICS = Object.keys(zhCN.guides) as Schema<'GuideTopic'>[]

/**
 * Adds the guides for setting up devices, in every language, as help pages for customers; from then
 * on the operator may change and delete them. Does nothing where there are some, as in a demo.
 */
export async function insertGuides(db: Database, now: number): Promise<void> {
  const guides = db.selectFrom('notice').select('id').where('guide', 'is not', null)
  if (await guides.limit(1).executeTakeFirst()) return
  const rows = LANGUAGES.flatMap((language) =>
    TOPICS.map((guide, index) => ({
      kind: 'article' as const,
      title: GUIDES[language].guides[guide].title,
      content: GUIDES[language].guides[guide].lines.join('\n'),
      time: now - index,
      position: 'help',
      category: GUIDES[language].category,
      url: '',
      language,
      guide,
    })),
  )
  await db.insertInto('notice').values(rows).execute()
}
