import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findSetting } from '../../database/settings/store.ts'
import type { World } from '../../http/world.ts'

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

/** The shell for the page of the offer, with its title; undefined where there is none. */
export async function frontShell({ db }: Pick<World, 'db'>, folder: string) {
  const { frontPage, title = 'Sluice' } = await findSetting(db, 'base')
  if (!frontPage?.isEnable) return undefined
  const robots = frontPage.isIndexed ? '' : '<meta name="robots" content="noindex" />'
  return readFileSync(join(folder, 'index.html'), 'utf8')
    .replace(/<title>.*?<\/title>/, () => `<title>${escaped(title)}</title>`)
    .replace(/<meta name="robots"[^>]*>/, robots)
    .replace(
      /(<meta name="description" content=")[^"]*/,
      (_tag, start: string) => `${start}${escaped(frontPage.line || title)}`,
    )
}

const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
