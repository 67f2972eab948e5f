import type { Schema } from '#contract'

type Account = Schema<'Account'>

/** What accounts looked like before something was paid: a sign of each, by id. */
export type Before = Readonly<Record<string, string>>

/** A snapshot of what a payment may change in accounts. */
export function lookOf(accounts: readonly Account[]): Before {
  return Object.fromEntries(accounts.map((account) => [account.id, signOf(account)]))
}

/** The account that a payment has changed or made since, if it has arrived. */
export function changedSince(before: Before, accounts: readonly Account[]): Account | undefined {
  return accounts.find((account) => before[account.id] !== signOf(account))
}

function signOf({ orderId, type, data }: Account) {
  const { create, limit, flow, flowPack } = data ?? {}
  return [orderId, type, create, limit, flow, flowPack ?? 0].join(' ')
}
