import { setImmediate } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { paths } from '#contract'
import { type Language, languageOf } from '../../base/words/words.ts'
import { findSetting } from '../../database/settings/store.ts'
import { unavailableBy } from '../../database/unavailable.ts'
import { LOOK_COOKIE, spokenLanguage } from '../../http/reader.ts'
import type { World } from '../../http/world.ts'
import { findCaller, SESSION_COOKIE } from '../../people/session/visit.ts'
import { openTurns } from '../../network/turns.ts'
import { inTurn } from '../../people/session/turns.ts'
import { firstSight } from './firstSight.ts'
import { hintsFor, hintsOf, readHint, type ScreenFiles } from './hints.ts'
import { LOGIN_PATHS, type LoginScreen, readLook } from './login.ts'
import { encodingFor, pack, type Packable, packNow } from './packing.ts'

/** What a screen reads before it draws anything, besides who is logged in: as its loader asks for it. */
const READS: Readonly<Record<string, readonly (keyof paths)[]>> = {
  '/user/index': ['/api/user/account', '/api/user/server', '/api/user/notice'],
  '/user/account': ['/api/user/account', '/api/user/server'],
}

/** The screens that have the accounts in their page. */
const SIGHTED: readonly string[] = ['/user/index', '/user/account']

/** How many pages are drawn at once, and how many wait: everybody comes back after an outage. */
const AT_ONCE = { perKey: 4, inAll: 4, waiting: 200 }

/**
 * The shell for somebody with a session, in the language the screen will be in, for customers with
 * their accounts in it, and the `Link` header with everything the screen needs, answers included: a
 * browser then asks for them beside the code instead of after it, which is three round trips of a
 * slow network. Undefined where the bare shell will do.
 */
export function shellFor(world: World) {
  let [made, pages]: [LoginScreen | undefined, Map<Language, Packable>] = [undefined, new Map()]

  const pageFor = (screen: LoginScreen, language: Language) => {
    if (screen !== made) [made, pages] = [screen, new Map()]
    const page = pages.get(language) ?? { body: inLanguage(screen, language), packed: new Map() }
    pages.set(language, page)
    return page
  }

  const turns = openTurns(AT_ONCE)
  // Accounts that cannot be drawn here are no reason for a page that does not open.
  const sightOf = (userId: number, at: Parameters<typeof firstSight>[2]) =>
    inTurn(turns, '', async () => {
      // What others have asked meanwhile comes in between.
      await setImmediate()
      return firstSight(world, userId, at)
    })?.catch((error: unknown) => {
      if (!unavailableBy(error)) world.log.warn(error, 'accounts could not be drawn into the page')
      return undefined
    })

  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    { screen, screens }: { screen: LoginScreen; screens: ScreenFiles },
  ) => {
    const { url, method, cookies, headers } = request
    const [path = ''] = url.split('?')
    const isRoot = LOGIN_PATHS.includes(path)
    if (method !== 'GET' || !(SESSION_COOKIE in cookies)) return undefined
    if (!isRoot && !/^\/(user|admin)\//.test(path)) return undefined
    const { caller } = await findCaller(world, request, reply)
    if (!caller) return undefined
    const area = caller.type === 'admin' ? 'admin' : 'user'
    const address = isRoot ? `/${area}/index` : path
    if (!address.startsWith(`/${area}/`)) return undefined
    const { language: site, browserLanguage } = await findSetting(world.db, 'base')
    const spoken = browserLanguage ? spokenLanguage(String(headers['accept-language'] ?? '')) : null
    const look = readLook(cookies[LOOK_COOKIE])
    const language = look.language ?? spoken ?? languageOf(site) ?? 'zh-CN'
    const page = pageFor(screen, language)
    const words = screen.drawn.areaWords?.[area]?.[language]
    // Who sees a customer's area must name the customer in each call.
    const reads = caller.seenBy ? [] : (READS[address] ?? [])
    const links = [
      readHint('/api/home/login'),
      hintsOf(page.body),
      hintsFor(screens, address, words),
      ...reads.map(readHint),
    ]
    const encoding = encodingFor(headers['accept-encoding'])
    const link = links.filter(Boolean).join(', ')
    const isSighted = SIGHTED.includes(address) && !caller.seenBy
    const sight = isSighted && (await sightOf(caller.id, { ...look, language, address }))
    if (!sight) return { encoding, bytes: await pack(page, encoding), link, isPersonal: false }
    const { markup, styles } = sight
    const body = page.body.replace('<div id="root"></div>', (root) => root + markup)
    // Of one person: compressed for them alone, and kept nowhere.
    const bytes = packNow(body, encoding)
    return { encoding, bytes, link, styles, isPersonal: true }
  }
}

/** The shell names the words of Chinese; another language's take their place. */
function inLanguage({ shell, drawn }: LoginScreen, language: Language): string {
  return shell
    .replace('<html lang="zh-CN">', `<html lang="${language}">`)
    .replace(drawn.words['zh-CN'], drawn.words[language])
}
