import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languageOf } from '../../base/words/words.ts'
import { findSetting } from '../../database/settings/store.ts'
import type { World } from '../../http/world.ts'
import { getFrontPage } from '../../shop/plans/front.ts'
import { escaped, offerMarkup } from './frontOffer.ts'

/** The address of the public offer. */
export const FRONT_PATH = '/home/plans'

const FORBIDDEN = 'User-agent: *\nDisallow: /\n'
/** The page, and what a reader without a cookie needs to draw it. */
const ALLOWED = `User-agent: *
Allow: ${FRONT_PATH}$
Allow: /assets/
Allow: /config.json
Allow: /api/home/front
Allow: /api/home/login
Allow: /api/home/brand/
Disallow: /
`

/** `robots.txt`: search engines may read nothing, unless the operator shows the offer to them. */
export async function robotsOf({ db }: Pick<World, 'db'>): Promise<string> {
  const { frontPage } = await findSetting(db, 'base')
  return frontPage?.isEnable && frontPage.isIndexed ? ALLOWED : FORBIDDEN
}

/**
 * The shell for the page of the offer, with its title, and with plans and prices where search
 * engines may read them; undefined where there is none.
 */
export async function frontShell({ db }: Pick<World, 'db'>, folder: string) {
  const base = await findSetting(db, 'base')
  const { frontPage, title = 'Sluice' } = base
  if (!frontPage?.isEnable) return undefined
  const language = languageOf(base.language) ?? 'zh-CN'
  const offer = frontPage.isIndexed
    ? offerMarkup(await getFrontPage({ db }), { title, language })
    : ''
  const robots = frontPage.isIndexed ? '' : '<meta name="robots" content="noindex" />'
  return readFileSync(join(folder, 'index.html'), 'utf8')
    .replace(/<html lang="[^"]*"/, `<html lang="${language}"`)
    .replace(/<body>/, () => `<body>${offer}`)
    .replace(/<title>.*?<\/title>/, () => `<title>${escaped(title)}</title>`)
    .replace(/<meta name="robots"[^>]*>/, robots)
    .replace(
      /(<meta name="description" content=")[^"]*/,
      (_tag, start: string) => `${start}${escaped(frontPage.line || title)}`,
    )
}
