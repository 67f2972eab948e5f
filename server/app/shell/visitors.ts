import type { FastifyRequest } from 'fastify'
import { SESSION_COOKIE } from '../../people/session/visit.ts'
import { visitorStatus } from '../site/status.ts'
import { LOOK_COOKIE, spokenLanguage } from '../../http/reader.ts'
import type { World } from '../../http/world.ts'
import { hintsOf } from './hints.ts'
import { LOGIN_PATHS, type LoginPage, type LoginScreen, loginPage, readLook } from './login.ts'
import { encodingFor, pack, type Packable } from './packing.ts'

/** How many pages are cached compressed: languages and colour schemes in the present settings. */
const MAX_PAGES = 40

/** A rendered login, and its bytes by encoding. */
type CachedPage = LoginPage & Packable

/**
 * Answers visitors on their way to the login with the prerendered login. A client with a session,
 * however old, gets the bare shell: its next screen is personal.
 */
export function loginFor(world: World) {
  let [drawn, pages]: [LoginScreen | undefined, Map<string, CachedPage>] = [undefined, new Map()]

  const pageFor = async (screen: LoginScreen, cookie: string | undefined, spoken: string) => {
    const chosen = readLook(cookie)
    const site = await visitorStatus(world)
    const own = site.browserLanguage ? spokenLanguage(spoken) : undefined
    const look = { ...chosen, language: chosen.language ?? own }
    // Before the set-up there is no one to log in.
    if (site.setup) return undefined
    const key = JSON.stringify([site, look])
    if (screen !== drawn || pages.size >= MAX_PAGES) [drawn, pages] = [screen, new Map()]
    const page = pages.get(key) ?? { ...loginPage(screen, site, look), packed: new Map() }
    pages.set(key, page)
    return page
  }

  return async ({ url, method, cookies, headers }: FastifyRequest, screen: LoginScreen) => {
    const [path = ''] = url.split('?')
    if (method !== 'GET' || !LOGIN_PATHS.includes(path) || SESSION_COOKIE in cookies)
      return undefined
    const page = await pageFor(
      screen,
      cookies[LOOK_COOKIE],
      String(headers['accept-language'] ?? ''),
    )
    if (!page) return undefined
    const encoding = encodingFor(headers['accept-encoding'])
    const { scripts, styles } = page
    return {
      encoding,
      bytes: await pack(page, encoding),
      link: hintsOf(page.body),
      scripts,
      styles,
      isPersonal: false,
    }
  }
}
