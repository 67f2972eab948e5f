import { cycleOf, expireOf } from '#rules/account.ts'
import type { Schema } from '#contract'
import type { Database } from '../database.ts'
import { findSetting } from '../settings/store.ts'
import { serversOf, timedOf } from './facts.ts'
import { withKeys } from './keys.ts'
import { selectIdle } from './online.ts'
import { type Standing, standingOf } from './standing.ts'
import type { StoredAccount } from './store.ts'
import { selectTraffic } from './traffic.ts'

/** Accounts as a list shows them, with what they have used. */
export async function toRows(
  db: Database,
  accounts: StoredAccount[],
  now: number,
): Promise<Schema<'AccountRow'>[]> {
  const traffic = await selectTraffic(
    db,
    accounts.map(({ id }) => id),
    now,
  )
  return accounts.map((account) =>
    toRow(account, standingOf(account, traffic(account.id), now), now),
  )
}

/** Accounts in full, for their own page and for their owner; `idle` is known by the id. */
export async function toAccounts(
  db: Database,
  accounts: StoredAccount[],
  { now, idle }: { now: number; idle: (account: StoredAccount) => number | null },
): Promise<Schema<'Account'>[]> {
  const keyed = await withKeys(db, accounts)
  const rows = await toRows(db, keyed, now)
  return keyed.flatMap((account, index) => {
    const { publicKey, privateKey } = account
    const row = rows[index]
    return row ? [{ ...row, publicKey, privateKey, idle: idle(account) }] : []
  })
}

/** Accounts as their owner sees them; the name of the plan only where the setting shows it. */
export async function ownView(
  db: Database,
  accounts: StoredAccount[],
  now: number,
): Promise<Schema<'Account'>[]> {
  const [idle, { showAccountOrderName }] = await Promise.all([
    selectIdle(db, now),
    findSetting(db, 'account'),
  ])
  const shown = await toAccounts(db, accounts, { now, idle })
  return shown.map(({ orderName, ...account }) =>
    showAccountOrderName ? { ...account, orderName } : account,
  )
}

function toRow(account: StoredAccount, standing: Standing, now: number): Schema<'AccountRow'> {
  const { publicKey, privateKey } = account
  const { flowPack, ...shown } = standing
  return {
    id: account.id,
    // The table knows a number; only these five are ever kept.
    type: account.type as Schema<'AccountType'>,
    orderId: account.orderId,
    orderName: account.orderName,
    userId: account.userId,
    server: serversOf(account),
    port: account.port,
    password: account.password,
    key: publicKey === '' ? null : [publicKey, privateKey].filter(Boolean).join(':'),
    data: dataOf(account, flowPack, now),
    status: 0,
    autoRemove: account.autoRemove,
    autoRemoveDelay: account.autoRemoveDelay,
    multiServerFlow: account.multiServerFlow,
    active: account.active,
    user: account.user,
    ...shown,
  }
}

function dataOf(account: StoredAccount, flowPack: number, now: number) {
  const { flow, cycleStart: create, cycles: limit } = account
  const timed = timedOf(account)
  const cycle = cycleOf(timed, now)
  if (cycle && create !== null && limit !== null)
    return { create, flow, limit, expire: expireOf(timed), ...cycle, flowPack }
  return flow > 0 ? { flow, expire: null } : null
}
