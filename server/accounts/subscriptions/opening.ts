import { parseMac } from '#rules/mac.ts'
import { Refusal, found } from '../../base/refusal.ts'
import { findSetting } from '../../database/settings/store.ts'
import type { Call } from '../../http/contract.ts'
import { takeDifferentTryOf } from '../../http/limits/limits.ts'
import { findAccountByMac, findAccountByToken } from './store.ts'

/** Different bad tokens and MAC addresses a client may send in ten minutes. Wire-contract facts: 2.3. */
const TRIES = { what: 'subscription', most: 10, window: 600_000 }

/**
 * The account behind the token or MAC address. Tokens cannot be guessed, so a valid one is served,
 * whatever others at the address sent; a client that tried too many MAC addresses is refused before
 * the lookup.
 *
 * A MAC address opens it only while users may register them, and then without regard to whether
 * subscriptions are on.
 */
export async function openAccount(call: Call<'getSubscription'>) {
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
