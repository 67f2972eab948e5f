import { isInApp } from '#rules/browsers.ts'
import { formatFlow } from '#rules/flow.ts'
import { expireOf } from '#rules/account.ts'
import { subscriptionLink } from '#rules/links.ts'
import { parseSupportLink } from '#rules/supportLink.ts'
import { countedOf, timedOf } from '../facts.ts'
import { withKeys } from '../keys.ts'
import { selectVisible } from '../online.ts'
import { selectStandings } from '../connection/accountStatus.ts'
import { look, type Sight } from '../connection/sight.ts'
import { newToken } from '../token.ts'
import { keepFormer } from '../former.ts'
import { holdAccount, type StoredAccount } from '../store.ts'
import type { Call } from '../../http/contract.ts'
import { languageOf, wordsOf } from '../../base/words/words.ts'
import { findSetting } from '../../database/settings/store.ts'
import type { World } from '../../http/world.ts'
import { found, Refusal } from '../../base/refusal.ts'
import { type Database, inTransaction } from '../../database/database.ts'
import { findDevice } from '../devices/store.ts'
import { isReached } from '../servers/access.ts'
import { serversOf } from '../servers/allowed.ts'
import { handedOf } from '../servers/names.ts'
import type { ServerRow } from '../servers/store.ts'
import { opened } from '../servers/tunnels.ts'
import { noteFetch } from './fetches.ts'
import { FORMATS } from './formats.ts'
import { findByDeviceToken, holderOf, OWN_KEY } from './devices.ts'
import { headersOf } from './headers.ts'
import { type KeptDevice, nodesOf } from './nodes.ts'
import { dateText, minuteText, notesOf, problemOf } from './notes.ts'
import { findProfileTemplate } from './profileTemplates.ts'
import { importsOf } from './imports.ts'
import { pageHeaders, pageOf } from './page.ts'
import { isBrowser, programOf } from './programs.ts'
import {
  changeToken,
  findLanguageOf,
  selectDirections,
  findAccountByMac,
  findAccountByToken,
} from './store.ts'
import { findTimeZone } from '../../database/settings/timeZone.ts'
import { parseMac } from '#rules/mac.ts'
import { takeDifferentTryOf } from '../../http/limits/limits.ts'

/** Different bad tokens and MAC addresses a client may send in ten minutes. Wire-contract facts: 2.3. */
const TRIES = { what: 'subscription', most: 10, window: 600_000 }

/** How long a server must be down before apps are not sent to it, ms: they ask again hours later. */
const MIN_DOWN_MS = 120_000

/**
 * Gives an account another token; links with the old one work on for as long as the setting says. `find`
 * refuses an account that is not the caller's, also once nobody else can change it any more.
 */
export async function renewToken(
  { db, now }: Pick<World, 'db' | 'now'>,
  { id, find }: { id: number; find: (tx: Database) => Promise<StoredAccount> },
  endsFormer: boolean | undefined,
) {
  const subscribe = newToken()
  await inTransaction(db, async (tx) => {
    // Of two at the same moment, the second replaces what the first has made.
    await holdAccount(tx, id)
    const account = await find(tx)
    await keepFormer(tx, account, { kind: 'link', endsFormer, now: now() })
    await changeToken(tx, id, subscribe)
  })
  return { id, subscribe }
}

/** The servers of an account in a client's own format, or a page about them for a browser. */
export async function getSubscription(call: Call<'getSubscription'>): Promise<string> {
  const { db, now, plane, lights, path, query, config, requestHeader } = call
  const { account: stored, device: linked } = await openAccount(call)
  const { type, singbox } = formatOf(call)
  const { media, write, ...carries } = FORMATS[type]
  const [account = stored] = carries.tunnels ? await withKeys(db, [stored]) : []
  const standingOf = await selectStandings({ db, plane, lights }, [account], {
    now: now(),
    isOwn: true,
  })
  const standing = standingOf(account)
  // The time of an account that was not started has not begun.
  const expire = account.active === 0 ? null : expireOf(timedOf(account))

  const base = await findSetting(db, 'base')
  const title = base.title ?? 'Sluice'
  const support = parseSupportLink(base.support ?? '')
  const announcement = base.announcement?.trim() ?? ''
  const spoken = languageOf(await findLanguageOf(db, account)) ?? languageOf(base.language)
  const language = spoken ?? 'zh-CN'
  const words = wordsOf(language).subscriptions
  const timeZone = await findTimeZone(call)
  const reader = { now: now(), timeZone, words }
  const all = [...(await selectVisible(db))]
  const isKeyless = query.device === undefined && (await hasNoKey(db, account, all))
  const problem = problemOf(account, standing, reader) ?? (isKeyless ? words.keyless : undefined)
  const used = standing.flowUsed
  const quota = account.flow > 0 ? account.flow + standing.flowPack : 0
  const ends = expire === null ? null : dateText(expire, timeZone, { seconds: true })
  const { device } = query
  const options = { ip: isYes(query.ip), flow: isYes(query.flow), device }
  const only = device === undefined ? undefined : await keptKeysOf(db, account, device)
  const linkOf = (format: string) =>
    subscriptionLink(config.site, path.token, { type: format, ...options })

  const userAgent = requestHeader('user-agent') ?? ''
  if (isBrowser(userAgent, requestHeader('accept'))) {
    const { logo } = await findSetting(db, 'brand')
    for (const [name, value] of Object.entries(pageHeaders(logo))) call.header(name, value)
    return pageOf({
      language,
      words,
      title,
      logo,
      used: formatFlow(used, language),
      quota: quota > 0 ? formatFlow(quota, language) : null,
      end: expire === null ? null : minuteText(expire, timeZone),
      problem,
      announcement,
      support,
      link: withoutType(linkOf(type)),
      imports: importsOf(linkOf, title, userAgent),
      site: config.site,
      isInApp: isInApp(userAgent),
    })
  }

  const holder = only === undefined ? await holderOf(call, account, linked) : OWN_KEY
  const turnedAway = holder.refused && words.devices[holder.refused]
  const notes = options.flow ? notesOf(account, standing, reader) : []
  const allowed = serversOf(account)
  const own = all.filter(
    (server) => (allowed?.includes(server.id) ?? true) && isReached(account, server),
  )
  const isIn = turnedAway === undefined
  const usable = isIn ? handedOut(own, await look({ db, plane, lights }), now()) : []
  const nodes = await nodesOf(db, account, usable, {
    ...carries,
    // Also where no notes are requested: without it there would be nothing at all.
    notes: [...notes, ...(isKeyless ? [words.keyless] : []), ...(turnedAway ? [turnedAway] : [])],
    resolve: options.ip,
    only,
    passwordOn: holder.passwordOn,
    carriers: (await findSetting(db, 'account')).carriers,
    names: (server) => handedOf(server, lights),
  })
  await noted(call, account.id)
  const upload = await uploadOf(call, account, used)
  const shared = { title, site: config.site, support, announcement }
  const usage = { ...shared, used, upload, quota, end: expire ?? 0 }
  for (const [name, value] of Object.entries(headersOf(usage))) call.header(name, value)
  call.header('content-type', `${media}; charset=utf-8`)
  return write({
    template: await findProfileTemplate(db, type),
    title,
    account: isIn ? account : { ...account, password: '' },
    nodes,
    used,
    quota,
    shown:
      notes.length > 0 && ends !== null
        ? { expiry: ends, isShared: account.multiServerFlow === 1 }
        : null,
    link: linkOf(type),
    singbox,
    open: new Set(
      standing.connections.filter(({ state }) => state === 'open').map(({ serverId }) => serverId),
    ),
    problem: turnedAway ?? problem,
    words,
  })
}

/** Notes the fetch; an app is served also while nothing can be written. */
async function noted({ db, now, log }: World, accountId: number): Promise<void> {
  try {
    await noteFetch(db, accountId, now())
  } catch (error) {
    log.warn({ err: error }, 'the fetch of a subscription could not be noted')
  }
}

/** Whether all an account may use is WireGuard, for which it has no key that anybody could be told. */
async function hasNoKey(
  db: Database,
  account: StoredAccount,
  servers: readonly ServerRow[],
): Promise<boolean> {
  const allowed = serversOf(account)
  const own = servers.filter(({ id }) => allowed?.includes(id) ?? true)
  if (own.length === 0 || own.some(({ type }) => type !== 'WireGuard')) return false
  const [{ publicKey, privateKey } = account] = await withKeys(db, [account])
  return publicKey !== '' && privateKey === ''
}

/** The keys of one device of an account. Refuses with 404 where there is none, or they are not kept. */
async function keptKeysOf(
  db: Database,
  { id: accountId, privateKey }: StoredAccount,
  device: number,
): Promise<KeptDevice | 'own'> {
  if (device === 0 && privateKey !== '') return 'own'
  const { number, ...sealed } = found(await findDevice(db, { accountId, id: device }), 404)
  if (number === null || sealed.privateKey === '') throw new Refusal(404)
  const [own, shared] = await Promise.all([
    opened(db, sealed.privateKey),
    opened(db, sealed.presharedKey),
  ])
  return { number, privateKey: own, presharedKey: shared }
}

/** A link for every app, as each is identified by its name. */
function withoutType(link: string) {
  const url = new URL(link)
  url.searchParams.delete('type')
  return url.href
}

/**
 * The uploaded part of the charged bytes. Charged is both directions together, so it is divided in
 * proportion to the cycle's traffic.
 */
async function uploadOf({ db, now }: World, account: StoredAccount, used: number) {
  const from = countedOf(account, now())?.from ?? 0
  const { up, down } = await selectDirections(db, account.id, from)
  return up > 0 ? Math.floor(used * (up / (up + down))) : 0
}

/** The format in the link, else the program's, else the default of links without a type. */
function formatOf({
  query,
  requestHeader,
}: Pick<Call<'getSubscription'>, 'requestHeader' | 'query'>) {
  const { type = 'shadowrocket', singbox } = programOf(requestHeader('user-agent'))
  return { type: query.type ?? (isYes(query.ssr) ? 'ssr' : type), singbox }
}

const isYes = (text: string | undefined) => text === '1' || text === 'true'

/**
 * The servers a subscription hands out: those that are down for two minutes are left out, and come
 * back with the first that gets through; all of them where none is left.
 */
export function handedOut<Server extends { id: number }>(
  servers: readonly Server[],
  { servingOf }: Pick<Sight, 'servingOf'>,
  now: number,
): Server[] {
  const up = servers.filter(({ id }) => {
    const { state, since } = servingOf(id)
    return state !== 'red' || since === null || now - since < MIN_DOWN_MS
  })
  return up.length > 0 ? up : [...servers]
}

/**
 * The account behind the token or MAC address. Tokens cannot be guessed, so a valid one is served,
 * whatever others at the address sent; a client that tried too many MAC addresses is refused before
 * the lookup.
 *
 * A MAC address opens it only while users may register them, and then without regard to whether
 * subscriptions are on.
 */
async function openAccount(call: Call<'getSubscription'>) {
  const { db, now, path } = call
  const { subscribe, macAccount } = await findSetting(db, 'account')
  const mac = parseMac(path.token)
  if (mac === undefined ? !subscribe : !macAccount) throw new Refusal(404)
  const byToken = mac === undefined ? await findAccountByToken(db, path.token, now()) : undefined
  if (byToken) return { account: byToken, device: undefined }
  const byDevice = mac === undefined ? await findByDeviceToken(call, path.token) : undefined
  if (byDevice) return byDevice
  const tried = await takeDifferentTryOf(call, { ...TRIES, value: mac ?? path.token.toLowerCase() })
  const account = found(mac === undefined ? undefined : await findAccountByMac(db, mac))
  await tried.giveBack()
  return { account, device: undefined }
}
