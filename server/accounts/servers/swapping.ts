import type { Answer } from '#contract'
import { expressionBuilder } from 'kysely'
import type { Call } from '../../http/contract.ts'
import type { Database } from '../../database/database.ts'
import type { Tables } from '../../database/tables.ts'
import { found, Refusal } from '../../base/refusal.ts'
import { holdRow } from '../../database/revision.ts'
import { letsAllInAtOnePort } from './access.ts'
import { mayUse, ownsPort } from './allowed.ts'
import { type Names, redNames, withBlocked, withUnblocked } from './names.ts'
import { findServer, type ServerRow } from './store.ts'

/** How many of those who have not fetched since are named. */
const MOST_NAMED = 100

/**
 * Takes a name of a server out of what customers are given; the next spare one takes its place. Apps
 * that hold several names go on by those, all others by their next fetch.
 */
export async function swapServerName(call: Call<'swapServerName'>): Promise<'success'> {
  const { now, lights, path, body } = call
  const isRed = redNames(lights, path.serverId)
  return change(call, path.serverId, (row) => withBlocked(row, body.name, { now: now(), isRed }))
}

/** Gives a blocked name of a server to customers again: undoes `swapServerName`. */
export async function unblockServerName(call: Call<'unblockServerName'>): Promise<'success'> {
  return change(call, call.path.serverId, (row) => withUnblocked(row, call.body.name))
}

async function change(
  { db, wake }: Pick<Call<'swapServerName'>, 'db' | 'wake'>,
  id: number,
  make: (row: ServerRow) => Names,
): Promise<'success'> {
  await db.transaction().execute(async (tx) => {
    if (!(await holdRow(tx, 'server', id))) throw new Refusal(404)
    const names = make(found(await findServer(tx, id), 404))
    await tx.updateTable('server').set(names).where('id', '=', id).execute()
  })
  wake()
  return 'success'
}

/**
 * Which accounts that may use a server have fetched their subscription since one of its names was last
 * replaced. Those that cannot connect anyway, as they have ended or were not started, do not count.
 */
export async function listNameFollowers({
  db,
  now,
  path,
}: Call<'listNameFollowers'>): Promise<Answer<'listNameFollowers'>> {
  const server = found(await findServer(db, path.serverId), 404)
  const { swapTime: since } = server
  const accounts = concerned(db, server, now())
  const count = ({ fn }: ReturnType<typeof expressionBuilder<Tables, 'account'>>) =>
    fn.countAll<number>().as('count')
  const { count: total } = await accounts.select(count).executeTakeFirstOrThrow()
  if (since === null) return { since, total: Number(total), fetched: 0, waiting: [] }
  const fetched = await accounts
    .where('subscriptionFetch.time', '>', since)
    .select(count)
    .executeTakeFirstOrThrow()
  const waiting = await accounts
    .leftJoin('user', 'user.id', 'account.userId')
    .where((eb) =>
      eb.or([eb('subscriptionFetch.time', 'is', null), eb('subscriptionFetch.time', '<=', since)]),
    )
    .select(['account.id', 'account.port', 'user.username', 'subscriptionFetch.time as fetchTime'])
    // Those who go by their subscription first: the others have to be told.
    .orderBy((eb) => eb.case().when('subscriptionFetch.time', 'is', null).then(1).else(0).end())
    .orderBy('subscriptionFetch.time', 'desc')
    .orderBy('account.id')
    .limit(MOST_NAMED)
    .execute()
  return { since, total: Number(total), fetched: Number(fetched.count), waiting }
}

/** The accounts that may use a server now. */
const concerned = (db: Database, server: ServerRow, now: number) =>
  db
    .selectFrom('account')
    .leftJoin('subscriptionFetch', 'subscriptionFetch.accountId', 'account.id')
    .where(mayUse('account', server.id))
    .$if(!letsAllInAtOnePort(server), (accounts) => accounts.where(ownsPort('account')))
    .where('account.active', '=', 1)
    .where((eb) =>
      eb.or([eb('account.expireTime', 'is', null), eb('account.expireTime', '>', now)]),
    )
