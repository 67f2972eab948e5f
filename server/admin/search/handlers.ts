import type { Answer } from '#contract'
import { selectStandings } from '../../accounts/connection/accountStatus.ts'
import { selectListed } from '../../accounts/store.ts'
import type { Handlers } from '../../http/contract.ts'
import { groupOf } from '../../http/scope.ts'
import { searched } from '../../database/lists/search.ts'
import type { World } from '../../http/world.ts'
import {
  findAccounts,
  findArticles,
  findGiftcards,
  findOrders,
  findPlans,
  findServers,
  findUsers,
} from './store.ts'

const NOTHING: Answer<'search'> = {
  users: [],
  accounts: [],
  orders: [],
  giftcards: [],
  servers: [],
  plans: [],
  articles: [],
}

/** One search over everything. */
export const searchHandlers = {
  async search(call): Promise<Answer<'search'>> {
    const { db, caller, query } = call
    const text = searched(query.q)
    if (text === '') return NOTHING
    const group = groupOf(caller)
    const users = await findUsers(db, text, group)
    const owners = users.map(({ id }) => id)
    const accounts = await withConnection(call, await findAccounts(db, text, owners, group))
    const orders = await findOrders(db, text, owners, group)
    const found = {
      ...NOTHING,
      users,
      accounts,
      orders: orders.map(({ id: _, ...order }) => order),
      articles: await findArticles(db, text),
    }
    // What is sold, and where accounts are open, is the main admin's to change. Spec 6.
    if (group !== undefined) return found
    return {
      ...found,
      giftcards: await findGiftcards(db, text),
      servers: await findServers(db, text),
      plans: await findPlans(db, text),
    }
  },
} satisfies Partial<Handlers>

type FoundAccount = Awaited<ReturnType<typeof findAccounts>>[number]

/** Accounts with whether clients can connect with them. */
async function withConnection(
  { db, plane, lights, now }: Pick<World, 'db' | 'plane' | 'lights' | 'now'>,
  found: FoundAccount[],
): Promise<Answer<'search'>['accounts']> {
  if (found.length === 0) return []
  const ids = found.map(({ id }) => id)
  const listed = await selectListed(db, ids)
  const standingOf = await selectStandings({ db, plane, lights }, listed, { now: now() })
  const connections = new Map(listed.map((account) => [account.id, standingOf(account).connection]))
  return found.map((account) => ({ ...account, connection: connections.get(account.id) }))
}
