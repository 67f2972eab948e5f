import { expireOf } from '#rules/account.ts'
import { parseMac } from '#rules/mac.ts'
import { timedOf } from '../accounts/facts.ts'
import { withKeys } from '../accounts/keys.ts'
import { selectVisible } from '../accounts/online.ts'
import { standingOf } from '../accounts/standing.ts'
import { newToken } from '../accounts/token.ts'
import type { StoredAccount } from '../accounts/store.ts'
import { selectTraffic } from '../accounts/traffic.ts'
import type { Call } from '../contract.ts'
import { Refusal, found } from '../refusal.ts'
import { takeAttempt } from '../session/attempts.ts'
import { findSetting } from '../settings/store.ts'
import type { World } from '../world.ts'
import { FORMATS } from './formats.ts'
import { nodesOf } from './nodes.ts'
import { dateText, notesOf } from './notes.ts'
import { changeToken, findAccountByMac, findAccountByToken, findTries } from './store.ts'

/** Bad tokens an address may send in ten minutes. */
const MOST_BAD = 10
const WINDOW = 600_000
const UPDATE_HOURS = '12'

/** Gives an account another token; links with the old one are dead. */
export async function renewToken({ db }: Pick<World, 'db'>, account: StoredAccount) {
  const subscribe = newToken()
  await changeToken(db, account.id, subscribe)
  return { id: account.id, subscribe }
}

/** The servers of an account in a client's own format. */
export async function getSubscription(call: Call<'getSubscription'>): Promise<string> {
  const { db, now, query, config } = call
  const base = await findSetting(db, 'base')
  const { media, write, ...carries } = FORMATS[query.type ?? olderType(query.ssr)]
  const opened = await openAccount(call)
  const [account = opened] = carries.tunnels ? await withKeys(db, [opened]) : []
  const traffic = await selectTraffic(db, [account.id], now())
  const standing = standingOf(account, traffic(account.id), now())
  const expire = expireOf(timedOf(account))

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
 * The account behind the token or MAC address; an address that tried too many is not even heard.
 *
 * A MAC address opens it only while users may register them, and then without regard to whether
 * subscriptions are on.
 */
async function openAccount({ db, now, path, address }: Call<'getSubscription'>) {
  const { subscribe, macAccount } = await findSetting(db, 'account')
  const mac = parseMac(path.token)
  if (mac === undefined ? !subscribe : !macAccount) throw new Refusal(404)
  const key = `subscription:address:${address}`
  if ((await findTries(db, key, now())) >= MOST_BAD) throw new Refusal(403)
  const account = mac ? await findAccountByMac(db, mac) : await findAccountByToken(db, path.token)
  if (!account) await takeAttempt(db, now(), { key, most: MOST_BAD, window: WINDOW })
  return found(account)
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
