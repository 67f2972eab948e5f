import { rechargeCodeIn } from '#rules/rechargeCode.ts'
import { expressionBuilder, type Selectable, sql, type SqlBool } from 'kysely'
import { MAIN_ADMIN } from '#rules/roles.ts'
import type { Database } from '../../database/database.ts'
import { slicesOf } from '../../database/slices.ts'
import type { GiftcardTable, PlacedOrderTable, Tables, UserTable } from '../../database/tables.ts'
import { findNamed } from '../../people/users/named.ts'
import { containsAnyCase } from '../../database/lists/search.ts'

/** Highest port number. */
const LAST_PORT = 65_535

/** The most results of a kind. */
const MAX_PER_KIND = 5
/** From this length on order numbers are also searched in the middle. */
const MIN_MIDDLE_LETTERS = 6
/** How many orders are checked one by one before yielding to other work. */
const BATCH_SIZE = 20_000

const eb = expressionBuilder<Tables, 'user'>()

/** The group to search; undefined is every group. */
type Group = number | undefined
type FoundUser = Pick<Selectable<UserTable>, 'id' | 'type' | 'username' | 'comment'>

/** People by name or comment: by an index first, by a scan only when that found too few. */
export async function findUsers(db: Database, text: string, group: Group): Promise<FoundUser[]> {
  const people = db
    .selectFrom('user')
    .select(['id', 'type', 'username', 'comment'])
    .where('id', '<>', MAIN_ADMIN)
    .limit(MAX_PER_KIND)
  const wanted = text.toLowerCase()
  const border = borderOf(wanted)
  const first = await people
    .$if(group !== undefined, (rows) => rows.where(within(group)))
    .where('username', '>=', wanted)
    .$if(border !== undefined, (rows) => rows.where('username', '<', border!))
    .orderBy('username')
    .execute()
  const found = first.filter(({ username }) => username.startsWith(wanted))
  // One letter is in nearly everything.
  if (found.length === MAX_PER_KIND || text.length < 2) return found
  const isFew = group !== undefined
  const filters = isFew ? [eb('user.groupId', '=', group)] : []
  const { ids } = await findNamed(db, text, { filters, isFew, most: 2 * MAX_PER_KIND })
  if (ids.length === 0) return found
  const more = await people.where('user.id', 'in', ids).orderBy('user.id').execute()
  return together(found, more)
}

/** Accounts by their port, then those of people. */
export async function findAccounts(
  db: Database,
  text: string,
  owners: readonly number[],
  group: Group,
) {
  const accounts = db
    .selectFrom('account')
    .leftJoin('user', 'user.id', 'account.userId')
    .select(['account.id', 'account.port', 'user.username'])
    .$if(group !== undefined, (rows) => rows.where(within(group)))
    .orderBy('account.port')
    .limit(MAX_PER_KIND)
  let found: Awaited<ReturnType<typeof accounts.execute>> = []
  for (const [from, to] of portRanges(text)) {
    if (found.length === MAX_PER_KIND) return found
    const some = await accounts.where('port', '>=', from).where('port', '<=', to).execute()
    found = together(found, some)
  }
  if (found.length === MAX_PER_KIND || owners.length === 0) return found
  return together(found, await accounts.where('account.userId', 'in', owners).execute())
}

type FoundOrder = Pick<Selectable<PlacedOrderTable>, 'id' | 'orderId' | 'kind' | 'createTime'> & {
  username: string | null
}

/** Placed orders by their number, then the newest of people. */
export async function findOrders(
  db: Database,
  text: string,
  owners: readonly number[],
  group: Group,
): Promise<FoundOrder[]> {
  const orders = db
    .selectFrom('placedOrder')
    .leftJoin('user', 'user.id', 'placedOrder.userId')
    .select(['placedOrder.id', 'orderId', 'kind', 'placedOrder.createTime', 'user.username'])
    .$if(group !== undefined, (rows) => rows.where(within(group)))
    .limit(MAX_PER_KIND)
  const border = borderOf(text)
  const first = await orders
    .where('orderId', '>=', text)
    .$if(border !== undefined, (rows) => rows.where('orderId', '<', border!))
    .orderBy('orderId')
    .execute()
  let found = first.filter(({ orderId }) => orderId.startsWith(text))
  if (found.length < MAX_PER_KIND && owners.length > 0)
    found = together(
      found,
      await orders
        .where('placedOrder.userId', 'in', owners)
        .orderBy('placedOrder.createTime', 'desc')
        .execute(),
    )
  if (found.length > 0 || !new RegExp(`^[\\w-]{${MIN_MIDDLE_LETTERS},}$`).test(text)) return found
  for await (const { from, to } of slicesOf(db, 'placedOrder', BATCH_SIZE)) {
    const some = await orders
      .where('placedOrder.id', '>=', from)
      .where('placedOrder.id', '<=', to)
      .where((order) => containsAnyCase(order.ref('orderId'), text))
      .execute()
    found = together(found, some)
    if (found.length === MAX_PER_KIND) break
  }
  return found
}

/** Recharge codes with this prefix, as a person types or copies them from paper. */
export async function findGiftcards(
  db: Database,
  text: string,
): Promise<Pick<Selectable<GiftcardTable>, 'id' | 'code' | 'batchNumber' | 'status'>[]> {
  const wanted = rechargeCodeIn(text).toLowerCase()
  if (wanted === '') return []
  const border = borderOf(wanted)
  const cards = await db
    .selectFrom('giftcard')
    .select(['id', 'code', 'batchNumber', 'status'])
    .where('code', '>=', wanted)
    .$if(border !== undefined, (rows) => rows.where('code', '<', border!))
    .orderBy('code')
    .limit(MAX_PER_KIND)
    .execute()
  return cards.filter(({ code }) => code.startsWith(wanted))
}

/** Servers by name, address or comment; a short table. */
export function findServers(db: Database, text: string) {
  return db
    .selectFrom('server')
    .select(['id', 'name'])
    .where((eb) =>
      eb.or(
        (['name', 'host', 'comment'] as const).map((column) =>
          containsAnyCase(eb.ref(column), text),
        ),
      ),
    )
    .orderBy('name')
    .limit(MAX_PER_KIND)
    .execute()
}

/** Plans and flow packs by name; a short table. */
export function findPlans(db: Database, text: string) {
  return db
    .selectFrom('plan')
    .select(['id', 'name'])
    .where((eb) => containsAnyCase(eb.ref('name'), text))
    .orderBy('name')
    .limit(MAX_PER_KIND)
    .execute()
}

/** Articles by title or category; a short table. */
export function findArticles(db: Database, text: string) {
  return db
    .selectFrom('notice')
    .select(['id', 'title as name'])
    .where('kind', '=', 'article')
    .where((eb) =>
      eb.or([containsAnyCase(eb.ref('title'), text), containsAnyCase(eb.ref('category'), text)]),
    )
    .orderBy('title')
    .limit(MAX_PER_KIND)
    .execute()
}

/** In this group; the sign makes a database read the few found instead of the whole group. */
const within = (group: Group) => sql<SqlBool>`+"user"."groupId" = ${group}`

/** The first results, filled up with later ones to the limit, each once. */
function together<Row extends { id: number }>(first: readonly Row[], later: readonly Row[]): Row[] {
  const found = new Set(first.map(({ id }) => id))
  return [...first, ...later.filter(({ id }) => !found.has(id))].slice(0, MAX_PER_KIND)
}

/**
 * The exclusive upper bound of texts with a prefix, for an index range; undefined where there is
 * none. Databases have their own collations, so the caller filters the result again.
 */
export function borderOf(prefix: string): string | undefined {
  const letters = [...prefix]
  const last = letters.pop()?.codePointAt(0)
  if (last === undefined || last >= 0xd7ff) return undefined
  return letters.join('') + String.fromCodePoint(last + 1)
}

/** The ports with a prefix, as ranges from the shortest: 500 is 500, 5000–5009, 50000–50099. */
export function portRanges(digits: string): [from: number, to: number][] {
  if (!/^[1-9]\d{0,4}$/.test(digits)) return []
  const ranges: [number, number][] = []
  for (let from = Number(digits), width = 1; from <= LAST_PORT; from *= 10, width *= 10)
    ranges.push([from, Math.min(from + width - 1, LAST_PORT)])
  return ranges
}
