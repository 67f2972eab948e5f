import { expireOf } from '#rules/account.ts'
import { timedOf } from '../accounts/facts.ts'
import { selectVisible } from '../accounts/online.ts'
import { standingOf } from '../accounts/standing.ts'
import { newToken } from '../accounts/token.ts'
import type { StoredAccount } from '../accounts/store.ts'
import { selectTraffic } from '../accounts/traffic.ts'
import type { Call } from '../contract.ts'
import { Refusal, found } from '../refusal.ts'
import { takeAttempt } from '../session/attempts.ts'
import { findSetting } from '../settings/store.ts'
import { FORMATS } from './formats.ts'
import { nodesOf } from './nodes.ts'
import { dateText, notesOf } from './notes.ts'
import { changeToken, findAccountByToken, findTries } from './store.ts'

/** Bad tokens an address may send in ten minutes. */
const MOST_BAD = 10
const WINDOW = 600_000
const UPDATE_HOURS = '12'

/** Gives an account another token; links with the old one are dead. */
export async function renewToken(call: Call<'renewMySubscription'>, account: StoredAccount) {
  const subscribe = newToken()
  await changeToken(call.db, account.id, subscribe)
  return { id: account.id, subscribe }
}

/** The servers of an account in a client's own format. */
export async function getSubscription(call: Call<'getSubscription'>): Promise<string> {
  const { db, now, query, config } = call
  const [setting, base] = await Promise.all([findSetting(db, 'account'), findSetting(db, 'base')])
  if (!setting.subscribe) throw new Refusal(404)
  const account = await openAccount(call)
  const traffic = await selectTraffic(db, [account.id], now())
  const standing = standingOf(account, traffic(account.id), now())
  const expire = expireOf(timedOf(account))

  const moment = { now: now(), timeZone: config.timeZone }
  const notes = isYes(query.flow) ? notesOf(account, standing, moment) : []
  const resolve = isYes(query.ip)
  const nodes = await nodesOf(account, await selectVisible(db), { notes, resolve })
  const { media, write } = FORMATS[query.type ?? (isYes(query.ssr) ? 'ssr' : 'shadowrocket')]
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

/** The account behind the token; an address that tried too many is not even heard. */
async function openAccount({ db, now, path, address }: Call<'getSubscription'>) {
  const key = `subscription:address:${address}`
  if ((await findTries(db, key, now())) >= MOST_BAD) throw new Refusal(403)
  const account = await findAccountByToken(db, path.token)
  if (!account) await takeAttempt(db, now(), { key, most: MOST_BAD, window: WINDOW })
  return found(account)
}

const isYes = (text: string | undefined) => text === '1' || text === 'true'

/** What `encodeURIComponent` leaves and a header may not hold. */
const escaped = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16)}`,
  )
