import { cycleOf, isExpired, isUnlimited } from '#rules/account.ts'
import { isFlowPack } from '#rules/plan.ts'
import { applyPlan, renewAccount } from '#rules/renewal.ts'
import { momentOf, timedOf } from '../../traffic/accounts/facts.ts'
import { serversOf } from '../../traffic/servers/allowed.ts'
import { moveTimes } from '../../traffic/quota/moving.ts'
import { findPortTrouble } from '../../traffic/accounts/ports.ts'
import { openAccount, termColumns } from '../../traffic/accounts/opening.ts'
import { findAccount, holdAccount, type StoredAccount } from '../../traffic/accounts/store.ts'
import type { Config } from '../../base/config.ts'
import type { Database } from '../../database/database.ts'
import { holdPortServers } from '../../traffic/servers/store.ts'
import { findUser } from '../../people/users/seen.ts'
import { FulfilmentError } from './failure.ts'
import { type PurchasedTerms, termsToApply } from './terms.ts'

type Sale = {
  purchased: PurchasedTerms
  userId: number
  /** The account it is for; null for a new one. */
  accountId: number | null
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
  if (isFlowPack(purchased)) return addPack(tx, purchased, account, now)
  const terms = termsToApply(purchased)
  if (account) return renew(tx, account, terms, { now, config })
  const owner = { userId, portRange: purchased.portRange }
  const id = await openAccount(tx, applyPlan(terms, now), owner, { now, config })
  if (id === undefined) throw new FulfilmentError('noPort')
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
  { flow }: PurchasedTerms,
  account: StoredAccount | undefined,
  now: number,
): Promise<number> {
  if (!account) throw new FulfilmentError('accountGone')
  if (isUnlimited(account)) throw new FulfilmentError('accountUnlimited')
  const timed = timedOf(account)
  if (isExpired(timed, now)) throw new FulfilmentError('accountExpired')
  // An account that is yet to begin has its first cycle in the future.
  const createTime = Math.max(now, cycleOf(timed, now)?.from ?? now)
  await tx.insertInto('flowPack').values({ accountId: account.id, flow, createTime }).execute()
  return account.id
}

async function renew(
  tx: Database,
  account: StoredAccount,
  terms: Parameters<typeof renewAccount>[1],
  { now, config }: { now: number; config: Pick<Config, 'port'> },
): Promise<number> {
  const { create, limit, flow } = timedOf(account).data ?? {}
  const data = { create: create ?? now, limit: limit ?? 1, flow: flow ?? 0 }
  // None of the time of an account that was not started has passed, however long ago it was bought.
  const moment = momentOf(account, now)
  const renewed = renewAccount({ ...account, server: serversOf(account), data }, terms, moment)
  if (!renewed) throw new FulfilmentError('accountUnlimited')
  const columns = termColumns(renewed)
  // It keeps its port; a server that comes with the plan may have another account on it.
  if (columns.server !== account.server) {
    const machine = { servers: await holdPortServers(tx), consolePort: config.port }
    if (await findPortTrouble(tx, { ...account, server: columns.server }, machine))
      throw new FulfilmentError('portTaken')
  }
  await moveTimes(tx, account, columns, now)
  return account.id
}
