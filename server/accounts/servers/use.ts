import type { Answer } from '#contract'
import { found } from '../../base/refusal.ts'
import type { Database } from '../../database/database.ts'
import { mayUse, serversOf } from './allowed.ts'
import { findServer, selectServers } from './store.ts'

/**
 * What would miss a server if it were deleted: the accounts whose list names it, by whether they
 * would have another left, and the plans that sell it. Refuses with 404 where there is none.
 */
export async function selectUse(db: Database, id: number): Promise<Answer<'getServerUse'>> {
  found(await findServer(db, id), 404)
  const others = new Set((await selectServers(db)).map((server) => server.id))
  others.delete(id)
  // Accounts of one plan have one list, so there are few of them.
  const lists = await db
    .selectFrom('account')
    .select(({ fn }) => ['server', fn.countAll<number>().as('accounts')])
    .where(mayUse('account', id))
    .groupBy('server')
    .execute()
  const sumOf = (part: typeof lists) => part.reduce((sum, { accounts }) => sum + accounts, 0)
  const named = lists.filter(({ server }) => server !== null)
  const elsewhere = named.filter((one) => serversOf(one)?.some((other) => others.has(other)))
  const plans = await db
    .selectFrom('plan')
    .select('name')
    .where('server', 'is not', null)
    .where(mayUse('plan', id))
    .orderBy('name')
    .execute()
  return {
    onlyHere: sumOf(named) - sumOf(elsewhere),
    alsoElsewhere: sumOf(elsewhere),
    everywhere: sumOf(lists) - sumOf(named),
    lastServer: others.size === 0,
    plans: plans.map(({ name }) => name),
  }
}
