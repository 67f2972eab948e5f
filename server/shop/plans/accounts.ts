import type { Updateable } from 'kysely'
import type { Database } from '../../database/database.ts'
import { Refusal } from '../../base/refusal.ts'
import { hasPortClash, hasUnfitPort } from '../../accounts/servers/allowed.ts'
import { isSameMachine, selectPortServers } from '../../accounts/servers/store.ts'
import type { AccountTable, PlanTable } from '../../database/tables.ts'

/** The fields of a plan that are copied to its accounts. */
export type Copied = { flow?: boolean; server?: boolean; autoRemove?: boolean }

/**
 * Updates the accounts of a plan to its terms.
 *
 * Refuses with `port exists` when an account's port does not fit the servers it would get.
 */
export async function changeAccountsOn(
  tx: Database,
  planId: number,
  plan: Updateable<PlanTable>,
  { flow, server, autoRemove }: Copied,
  consolePort: number,
): Promise<void> {
  const change: Updateable<AccountTable> = {
    ...(flow && { flow: plan.flow }),
    ...(server && { server: plan.server ?? null }),
    ...(autoRemove && {
      autoRemove: plan.autoRemove ?? 0,
      autoRemoveDelay: plan.autoRemoveDelay ?? 0,
    }),
  }
  if (Object.keys(change).length === 0) return
  await tx.updateTable('account').set(change).where('orderId', '=', planId).execute()
  if (server) await checkPorts(tx, consolePort)
}

/** The accounts on a plan. */
export async function selectAccountsOn(db: Database, planId: number): Promise<number[]> {
  const rows = await db.selectFrom('account').select('id').where('orderId', '=', planId).execute()
  return rows.map(({ id }) => id)
}

/** Checks that every account still gets a port of its own on the servers of our machines. */
async function checkPorts(tx: Database, consolePort: number): Promise<void> {
  const servers = await selectPortServers(tx)
  for (const one of servers) {
    if (await hasUnfitPort(tx, one, consolePort)) throw new Refusal(403, 'port exists')
    const others = servers.filter((other) => other.id > one.id && isSameMachine(one, other))
    for (const other of others)
      if (other.shift !== one.shift && (await hasPortClash(tx, one, other)))
        throw new Refusal(403, 'port exists')
  }
}
