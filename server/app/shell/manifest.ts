import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { browserColour, DEFAULT_COLOUR } from '#rules/theme.ts'
import { findSetting, type Settings } from '../../database/settings/store.ts'
import { languageOf, wordsOf } from '../../base/words/words.ts'
import type { World } from '../../http/world.ts'

type Picture = { src: string; sizes: string; type: string; purpose?: string }
type Manifest = {
  share_target?: object
  icons?: Picture[]
  screenshots?: (Picture & { label?: string })[]
  shortcuts?: { url: string; name: string; icons?: Picture[] }[]
}

/** The one picture without anything of the admins. */
const CUSTOMERS_PICTURE = '/pictures/customer-phone.png'

/**
 * The manifest of the console with this site's name, icon, colour and language in it, as deployed
 * consoles serve it: the home screen shows that name. Wire contract 11.2.
 *
 * Admins find their screens in it. For everybody else there is nothing of them in it; name, icon and
 * identity (`id`) are the same, so that an installed app stays the same app for every login.
 */
export async function manifestOf(
  { db }: Pick<World, 'db'>,
  folder: string,
  isAdmin: boolean,
): Promise<object> {
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'app.webmanifest'), 'utf8'))
  const [base, brand] = await Promise.all([findSetting(db, 'base'), findSetting(db, 'brand')])
  const { share_target, ...file } = manifest
  const language = languageOf(base.language) ?? 'zh-CN'
  const { about, shortcuts } = wordsOf(language).app
  const names: Record<string, string> = {
    '/user/account': shortcuts.myAccounts,
    '/user/order': shortcuts.myOrders,
    '/admin/account': shortcuts.accounts,
  }
  const title = base.title || 'Sluice'
  const icons = ownIcons(brand.icon)
  const small = icons?.slice(0, 1)
  return {
    ...file,
    name: title,
    short_name: base.shortTitle || title,
    description: isAdmin ? about : title,
    lang: language,
    theme_color: browserColour(base.themePrimary ?? DEFAULT_COLOUR),
    ...(icons && { icons }),
    // What is shared is taken by the service worker, and by nobody else.
    ...(base.serviceWorker !== false && { share_target }),
    screenshots: file.screenshots
      ?.filter(({ src }) => isAdmin || src === CUSTOMERS_PICTURE)
      .map((one) => ({
        ...one,
        label: one.src === CUSTOMERS_PICTURE ? shortcuts.myAccounts : shortcuts.accounts,
      })),
    shortcuts: file.shortcuts
      ?.filter(({ url }) => isAdmin || !url.startsWith('/admin/'))
      .map((one) => ({
        ...one,
        name: names[one.url] ?? one.name,
        ...(small && { icons: small }),
      })),
  }
}

/** The site's own icon in the sizes that phones and desktops ask for; the smallest first. */
function ownIcons(icon: Settings['brand']['icon']): Picture[] | undefined {
  if (!icon) return undefined
  const at = (hash: string, edge: number, purpose: string) => ({
    src: `/api/home/brand/${hash}`,
    sizes: `${edge}x${edge}`,
    type: 'image/png',
    purpose,
  })
  return [
    at(icon.icon192, 192, 'any'),
    at(icon.icon512, 512, 'any'),
    at(icon.maskable512, 512, 'maskable'),
  ]
}
