import { cycleOf, isExpired, isUnlimited, PERIOD } from '#rules/account.ts'
import { isFlowPack } from '#rules/plan.ts'
import { hasOwnPort } from '#rules/ports.ts'
import { applyPlan, renewAccount } from '#rules/renewal.ts'
import { momentOf, timedOf } from '../../accounts/facts.ts'
import { serversOf } from '../../accounts/servers/allowed.ts'
import { moveTimes } from '../../accounts/quota/moving.ts'
import { findPortTrouble } from '../../accounts/ports.ts'
import { findPort, openAccount, portsOf, termColumns } from '../../accounts/opening.ts'
import { canGoWithout } from '../../accounts/withoutPort.ts'
import {
  changeAccount,
  findAccount,
  holdAccount,
  type StoredAccount,
} from '../../accounts/store.ts'
import type { Config } from '../../base/config.ts'
import type { Database } from '../../database/database.ts'
import { findSetting } from '../../database/settings/store.ts'
import { holdPortServers } from '../../accounts/servers/store.ts'
import { findUser } from '../../people/users/seen.ts'
import { findLeft } from '../paidTime/left.ts'
import { type Bought, boughtLot, renew, renewal } from '../paidTime/renewal.ts'
import { changeLots, insertLot } from '../paidTime/store.ts'
import { takesLastTerms } from '../paidTime/takeBack.ts'
import { noteShortage } from '../ports/shortage.ts'
import { FulfilmentError } from './failure.ts'
import { type PurchasedTerms, termsToApply } from './terms.ts'

type Sale = {
  purchased: PurchasedTerms
  /** The order, and what was paid; for what costs nothing, the prices of the plan. */
  worth: Omit<Bought, 'terms'>
  userId: number
  /** The account it is for; null for a new one. */
  accountId: number | null
  /** What its order has set aside; absent is nothing. */
  reserved?: number | null
}

/**
 * Gives a customer what was sold; returns the account that has it now. Requires a transaction.
 *
 * An account that is gone, or has another owner by now, is replaced by a new one; a flow pack
 * requires its account, valid, because it would count for nothing otherwise. Throws
 * `FulfilmentError`. Wire-contract facts: 4.8.
 */
export async function applySale(
  tx: Database,
  sale: Sale,
  { now, config }: { now: number; config: Pick<Config, 'port'> },
): Promise<number> {
  const { purchased, userId } = sale
  if (!(await findUser(tx, userId))) throw new FulfilmentError('userGone')
  const account = await findOwn(tx, sale)
  if (isFlowPack(purchased)) return addPack(tx, sale, account, now)
  const bought = { ...sale.worth, terms: termsToApply(purchased) }
  const { terms } = bought
  const { portRange } = purchased
  if (account) return renewOwn(tx, account, bought, { now, config, portRange })
  const owner = { userId, portRange, reserved: sale.reserved ?? null }
  const opened = await openAccount(tx, applyPlan(terms, now), owner, { now, config })
  if (opened === undefined) throw new FulfilmentError('noPort')
  const { id } = opened
  if (hasOwnPort(opened)) {
    const { port } = await findSetting(tx, 'account')
    await noteShortage(tx, portsOf(portRange, port), { now, config })
  }
  await insertLot(tx, id, boughtLot(bought, now, null))
  return id
}

/** The customer's account, locked until the transaction ends. */
async function findOwn(tx: Database, { accountId, userId }: Sale) {
  if (accountId === null) return undefined
  await holdAccount(tx, accountId)
  const account = await findAccount(tx, accountId)
  return account?.userId === userId ? account : undefined
}

async function addPack(
  tx: Database,
  { purchased: { flow }, worth: { placedOrderId } }: Sale,
  account: StoredAccount | undefined,
  now: number,
): Promise<number> {
  checkPack(account, now)
  // An account that is yet to begin has its first cycle in the future.
  const createTime = Math.max(now, cycleOf(timedOf(account), now)?.from ?? now)
  await tx
    .insertInto('flowPack')
    .values({ accountId: account.id, placedOrderId, flow, createTime })
    .execute()
  return account.id
}

/** Throws `FulfilmentError` where a flow pack would count for nothing. */
export function checkPack(
  account: StoredAccount | undefined,
  now: number,
): asserts account is StoredAccount {
  if (!account) throw new FulfilmentError('accountGone')
  if (isUnlimited(account)) throw new FulfilmentError('accountUnlimited')
  if (isExpired(timedOf(account), now)) throw new FulfilmentError('accountExpired')
}

async function renewOwn(
  tx: Database,
  account: StoredAccount,
  bought: Bought,
  place: Place,
): Promise<number> {
  const { left, became, port } = await renewedBy(tx, account, bought, place)
  if (port !== undefined) await changeAccount(tx, account.id, { port })
  if ('columns' in became) await renew(tx, left, became, place.now)
  else {
    await changeLots(tx, left.lots)
    await insertLot(tx, account.id, boughtLot(bought, place.now, null))
    await moveTimes(tx, account, became, place.now)
  }
  return account.id
}

type Place = {
  now: number
  config: Pick<Config, 'port'>
  /** The ports of what is bought. */
  portRange?: string | null
}

/**
 * What an account has left, and what buying something would make of it; changes nothing. `port` is
 * what it is given where it has none of its own, and what is bought needs one. Throws
 * `FulfilmentError` where it could not be delivered. Requires a transaction.
 */
export async function renewedBy(
  tx: Database,
  account: StoredAccount,
  bought: Bought,
  { now, config, portRange }: Place,
) {
  if (account.expireTime === null || PERIOD[account.type] === undefined)
    throw new FulfilmentError('accountUnlimited')
  const left = await findLeft(tx, account, now)
  const isOlder = await takesLastTerms(tx)
  const became = isOlder ? withLastTerms(account, bought.terms, now) : renewal(left, bought)
  const columns = 'columns' in became ? became.columns : became
  if (await needsPort(tx, account, columns.server)) {
    const port = await findPort(tx, portRange, config)
    if (port === undefined) throw new FulfilmentError('noPort')
    return { left, became, port }
  }
  // It keeps its port; a server that comes with the plan may have another account on it.
  if (columns.server !== account.server) {
    const machine = { servers: await holdPortServers(tx), consolePort: config.port }
    if (await findPortTrouble(tx, { ...account, server: columns.server }, machine))
      throw new FulfilmentError('portTaken')
  }
  return { left, became }
}

/**
 * Whether an account without a port of its own has to be given one for other servers than it has.
 * Servers that were added since to those it has are no reason to refuse it more of the same.
 */
export async function needsPort(
  tx: Database,
  account: Pick<StoredAccount, 'port' | 'server'>,
  server: string | null,
): Promise<boolean> {
  if (hasOwnPort(account) || server === account.server) return false
  return !(await canGoWithout(tx, server))
}

/** All time of an account takes the terms of what was bought, unless that has shorter cycles. */
function withLastTerms(account: StoredAccount, terms: Bought['terms'], now: number) {
  const { create, limit, flow, expire } = timedOf(account).data ?? {}
  const data = { create: create ?? now, limit: limit ?? 1, flow: flow ?? 0, expire }
  // None of the time of an account that was not started has passed, however long ago it was bought.
  const moment = momentOf(account, now)
  const renewed = renewAccount({ ...account, server: serversOf(account), data }, terms, moment)
  if (!renewed) throw new FulfilmentError('accountUnlimited')
  return termColumns(renewed)
}
