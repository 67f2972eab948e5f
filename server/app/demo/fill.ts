import { setImmediate as others } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { randomPassword } from '#rules/password.ts'
import { newToken } from '../../accounts/token.ts'
import type { Tables } from '../../database/tables.ts'
import { insertArticles } from './articles.ts'
import { startBooks } from './books.ts'
import { insertGuests } from './guests.ts'
import { type Draft, draftAccount } from './kinds.ts'
import { insertNews, insertTalks } from './news.ts'
import { startOrders } from './orders.ts'
import { startPast } from './past.ts'
import { startPeaks } from './peaks.ts'
import { startPeople } from './people.ts'
import { startRandom } from './random.ts'
import { rhythmOf } from './rhythm.ts'
import { startWriter } from './rows.ts'
import { openShop, type Shop } from './shop.ts'
import { startTotals } from './totals.ts'
import { type Passed, trafficOf } from './traffic.ts'

type Options = {
  /** How many accounts; the rest of the shop follows. */
  accounts: number
  now: number
  /** The time zone traffic is counted in. */
  timeZone: string
  /** Where the engine of this machine listens; by default anywhere. */
  engineHost?: string
  onProgress?: (done: number, total: number) => void
}

const SEED = 20_260_115
const CHUNK = 250
const ANYWHERE = ['::', '0.0.0.0']
const FIRST_PORT = 10_000
const PORTS = 50_000

/**
 * Fills a fresh database with a shop in use: always the same one, except for secrets.
 *
 * Throws when the database has users. The main admin is left out: a published password must not
 * open it.
 */
export async function fillDemo(db: Kysely<Tables>, options: Options): Promise<void> {
  const { accounts, now, timeZone, engineHost = '::', onProgress = () => {} } = options
  const user = await db.selectFrom('user').select('id').limit(1).executeTakeFirst()
  if (user) throw new Error('A demo needs a fresh database; this one has users already.')
  const random = startRandom(SEED)
  const writer = startWriter()
  const shop = await openShop(
    db,
    accounts,
    ANYWHERE.includes(engineHost) ? 'localhost' : engineHost,
  )
  const drafts = Array.from({ length: accounts }, (_, index) =>
    draftAccount(shop, random, index, now),
  ).sort((a, b) => a.createTime - b.createTime)
  const customer = startPeople(shop, random, now)
  const ordersOf = startOrders(shop, random, now)
  const rhythm = rhythmOf(now, timeZone)
  const totals = startTotals(writer, random, now)
  const books = startBooks(writer, now)
  const peaks = startPeaks(writer, timeZone)
  const past = startPast(writer, { now, timeZone, until: rhythm[0]?.day ?? now })
  const users: number[] = []
  const groups = new Map<number, number>()

  for (let at = 0; at < drafts.length; at += CHUNK) {
    const chunk = drafts.slice(at, at + CHUNK)
    await db.transaction().execute((tx) => fillChunk(tx, chunk, at))
    onProgress(Math.min(at + CHUNK, accounts), accounts)
    await others()
  }
  await db.transaction().execute((tx) => totals.insertServers(tx))
  await db.transaction().execute((tx) => peaks.insert(tx))
  if (!shop.isLarge) await db.transaction().execute((tx) => past.insert(tx, shop.servers))
  await db.transaction().execute((tx) => books.insertCards(tx, shop.plans[0]?.id ?? 0))
  await insertNews(db, shop, now)
  await insertArticles(db, now)
  await insertTalks(db, users, random, now)
  await insertGuests(db, users, random, now)

  async function fillChunk(tx: Transaction<Tables>, chunk: Draft[], at: number) {
    const owners = await insertOwners(tx, chunk)
    const rows = chunk.map((draft, index) => ({
      ...accountRow(draft, shop, at + index),
      userId: owners[index] ?? null,
    }))
    await writer.insert(tx, 'account', rows)
    const ids = await idsOf(tx, 'account', chunk.length)
    const orders = chunk.map((draft, index) => {
      const [accountId = 0, userId] = [ids[index], owners[index]]
      const served = serversOf(shop, at + index)
      const hours = trafficOf(draft, random, {
        servers: served,
        now,
        rhythm,
        isBusy: shop.isLarge,
      })
      totals.add(accountId, draft, hours)
      // A large shop is for measuring, and its last weeks take long enough.
      if (!shop.isLarge) past.add(accountId, draft, served, bytesIn(hours))
      peaks.add(userId ? groups.get(userId) : undefined, hours)
      return userId ? ordersOf(draft, { userId, accountId }) : []
    })
    const packs = chunk.flatMap(({ pack, cycleStart }, index) =>
      pack > 0
        ? [{ accountId: ids[index] ?? 0, flow: pack, createTime: (cycleStart ?? 0) + 1 }]
        : [],
    )
    await writer.insert(tx, 'flowPack', packs)
    await writer.insert(tx, 'placedOrder', orders.flat())
    await books.write(tx, orders.flat(), await idsOf(tx, 'placedOrder', orders.flat().length))
    await totals.insertAccounts(tx)
  }

  /** Most accounts are a person's first, some their second, a few without an owner. */
  async function insertOwners(tx: Transaction<Tables>, chunk: Draft[]) {
    const choices = chunk.map(({ type }) => {
      if (type === 1 && random.chance(0.5)) return 'nobody'
      return users.length > 0 && random.chance(0.1) ? random.pick(users) : 'new'
    })
    const rows = chunk.flatMap((draft, index) =>
      choices[index] === 'new' ? [customer(draft)] : [],
    )
    await writer.insert(tx, 'user', rows)
    const made = await idsOf(tx, 'user', rows.length)
    users.push(...made)
    for (const [at, id] of made.entries()) groups.set(id, rows[at]?.groupId ?? 0)
    let next = 0
    return choices.map((choice) =>
      choice === 'nobody' ? null : choice === 'new' ? (made[next++] ?? null) : choice,
    )
  }
}

function accountRow(draft: Draft, shop: Shop, index: number) {
  const { use: _, pack: __, ...columns } = draft
  const allowed = serversOf(shop, index)
  return {
    ...columns,
    server: allowed === shop.servers ? null : JSON.stringify(allowed.map(({ id }) => id)),
    port: FIRST_PORT + (index % PORTS),
    portSpace: Math.floor(index / PORTS),
    password: randomPassword(),
    multiServerFlow: 1 as const,
    subscribe: newToken(),
  }
}

const bytesIn = (hours: readonly Passed[]) =>
  hours.reduce((sum, { up, down }) => sum + up + down, 0)

/** The servers an account may use: all, but where another account has its port on this machine. */
function serversOf({ servers }: Shop, index: number) {
  return index < PORTS ? servers : servers.slice(1)
}

/** The ids of the rows that were inserted last, in order. */
async function idsOf(
  tx: Transaction<Tables>,
  table: 'account' | 'user' | 'placedOrder',
  count: number,
) {
  const rows = await tx.selectFrom(table).select('id').orderBy('id', 'desc').limit(count).execute()
  return rows.map(({ id }) => id).reverse()
}
