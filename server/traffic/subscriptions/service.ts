import { expireOf } from '#rules/account.ts'
import { parseMac } from '#rules/mac.ts'
import { timedOf } from '../accounts/facts.ts'
import { withKeys } from '../accounts/keys.ts'
import { selectVisible } from '../accounts/online.ts'
import { selectStandings } from '../connection/accountStatus.ts'
import { newToken } from '../accounts/token.ts'
import type { StoredAccount } from '../accounts/store.ts'
import type { Call } from '../../http/contract.ts'
import { Refusal, found } from '../../base/refusal.ts'
import { takeDifferentTryOf } from '../../http/limits/limits.ts'
import { findSetting } from '../../database/settings/store.ts'
import type { World } from '../../http/world.ts'
import { FORMATS } from './formats.ts'
import { nodesOf } from './nodes.ts'
import { dateText, notesOf } from './notes.ts'
import { changeToken, findAccountByMac, findAccountByToken } from './store.ts'

/** Different bad tokens and MAC addresses a client may send in ten minutes. Wire-contract facts: 2.3. */
const TRIES = { what: 'subscription', most: 10, window: 600_000 }
const UPDATE_HOURS = '12'

/** Gives an account another token; links with the old one are dead. */
export async function renewToken({ db }: Pick<World, 'db'>, account: StoredAccount) {
  const subscribe = newToken()
  await changeToken(db, account.id, subscribe)
  return { id: account.id, subscribe }
}

/** The servers of an account in a client's own format. */
export async function getSubscription(call: Call<'getSubscription'>): Promise<string> {
  const { db, now, plane, query, config } = call
  const base = await findSetting(db, 'base')
  const { media, write, ...carries } = FORMATS[query.type ?? olderType(query.ssr)]
  const opened = await openAccount(call)
  const [account = opened] = carries.tunnels ? await withKeys(db, [opened]) : []
  const standingOf = await selectStandings({ db, plane }, [account], { now: now(), isOwn: true })
  const standing = standingOf(account)
  // The time of an account that was not started has not begun.
  const expire = account.active === 0 ? null : expireOf(timedOf(account))

  const moment = { now: now(), timeZone: config.timeZone }
  const notes = isYes(query.flow) ? notesOf(account, standing, moment) : []
  const resolve = isYes(query.ip)
  const nodes = await nodesOf(account, await selectVisible(db), { ...carries, notes, resolve })
  const title = base.title ?? 'Sluice'
  const quota = account.flow > 0 ? account.flow + standing.flowPack : 0

  const seconds = Math.floor((expire ?? 0) / 1000)
  const usage = `upload=0; download=${standing.flowUsed}; total=${quota}; expire=${seconds}`
  call.header('subscription-userinfo', usage)
  call.header('profile-update-interval', UPDATE_HOURS)
  call.header('content-disposition', `attachment; filename*=UTF-8''${escaped(title)}`)
  call.header('cache-control', 'no-store')
  call.header('content-type', `${media}; charset=utf-8`)
  return write({
    title,
    account,
    nodes,
    used: standing.flowUsed,
    quota,
    shown:
      notes.length > 0 && expire !== null
        ? {
            expiry: dateText(expire, config.timeZone, { seconds: true }),
            isShared: account.multiServerFlow === 1,
          }
        : null,
  })
}

/**
 * The account behind the token or MAC address. Nobody guesses a token, so whoever has one is served,
 * whatever others at the address sent; a client that tried too many MAC addresses is not even heard.
 *
 * A MAC address opens it only while users may register them, and then without regard to whether
 * subscriptions are on.
 */
async function openAccount(call: Call<'getSubscription'>) {
  const { db, path } = call
  const { subscribe, macAccount } = await findSetting(db, 'account')
  const mac = parseMac(path.token)
  if (mac === undefined ? !subscribe : !macAccount) throw new Refusal(404)
  const byToken = mac === undefined ? await findAccountByToken(db, path.token) : undefined
  if (byToken) return byToken
  const tried = await takeDifferentTryOf(call, { ...TRIES, value: mac ?? path.token.toLowerCase() })
  const account = found(mac === undefined ? undefined : await findAccountByMac(db, mac))
  await tried.giveBack()
  return account
}

/** What links without a type mean. */
const olderType = (ssr: string | undefined) => (isYes(ssr) ? 'ssr' : 'shadowrocket')

const isYes = (text: string | undefined) => text === '1' || text === 'true'

/** What `encodeURIComponent` leaves and a header may not hold. */
const escaped = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16)}`,
  )
