import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { browserColour, DEFAULT_COLOUR } from '#rules/theme.ts'
import { findSetting } from '../../database/settings/store.ts'
import { languageOf, wordsOf } from '../../base/words/words.ts'
import type { World } from '../../http/world.ts'

type Manifest = { shortcuts?: { url: string; name: string }[] }

/**
 * The manifest of the console with this site's name, colour and language in it, as deployed
 * consoles serve it: the home screen shows that name. Wire contract 11.2.
 */
export async function manifestOf({ db }: Pick<World, 'db'>, folder: string): Promise<object> {
  const file: Manifest = JSON.parse(readFileSync(join(folder, 'app.webmanifest'), 'utf8'))
  const base = await findSetting(db, 'base')
  const language = languageOf(base.language) ?? 'zh-CN'
  const { about, shortcuts } = wordsOf(language).app
  const names: Record<string, string> = {
    '/user/account': shortcuts.myAccounts,
    '/user/order': shortcuts.myOrders,
    '/admin/account': shortcuts.accounts,
  }
  return {
    ...file,
    name: base.title || 'Sluice',
    short_name: base.shortTitle || base.title || 'Sluice',
    description: about,
    lang: language,
    theme_color: browserColour(base.themePrimary ?? DEFAULT_COLOUR),
    shortcuts: file.shortcuts?.map((one) => ({ ...one, name: names[one.url] ?? one.name })),
  }
}
