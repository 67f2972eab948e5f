import type { Caller } from '../../server/http/contract.ts'
import { sealedLink } from '../../server/database/secret/links.ts'
import { anAccount, aMessage, aMessagePicture, anOrder } from './make.ts'
import type { makeWorld } from './world.ts'

type World = Awaited<ReturnType<typeof makeWorld>>

/** Everything a person can have, with the same mark in all their secrets. */
export async function someoneWith(
  world: World,
  { groupId, mark }: { groupId: number; mark: string },
) {
  const { db, clock } = world
  const createTime = clock.at
  const user = await world.person({ groupId, email: `${mark}@example.com` })
  const userId = user.id
  await db
    .updateTable('user')
    .set({ comment: `${mark} comment` })
    .where('id', '=', userId)
    .execute()
  const accountId = await anAccount(world, { userId, password: `${mark}-password` })
  await db
    .updateTable('account')
    .set({ subscribe: `${mark}-subscribe`, privateKey: `${mark}-key` })
    .where('id', '=', accountId)
    .execute()
  const device = { accountId, name: mark, number: null, publicKey: null, createTime }
  const link = await sealedLink(db, `${mark}-subscribe-device`)
  const { id: deviceId } = await db
    .insertInto('device')
    .values({ ...device, ...link })
    .returning('id')
    .executeTakeFirstOrThrow()
  const orders: Record<string, string> = {}
  for (const kind of ['alipay', 'paypal', 'giftcard', 'refOrder'] as const) {
    orders[kind] = `${mark}-${kind}`
    await anOrder(world, user, { kind, orderId: orders[kind], accountId })
  }
  await anOrder(world, user, {
    orderId: `${mark}-open`,
    status: 'CREATE',
    expireTime: createTime + 1e9,
  })
  const messageId = await aMessage(world, user, { content: `${mark} message` })
  const pictureId = await aMessagePicture(world, user, messageId)
  const mac = [...mark].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % 2 ** 40
  const macAddress = mac.toString(16).padStart(12, '0')
  const macAccount = { mac: macAddress, userId, accountId, serverId: 1, createTime }
  await db.insertInto('macAccount').values(macAccount).execute()
  const code = { code: `${mark}-refcode`, sourceUserId: userId, maxUser: 3, createTime }
  const { id: codeId } = await db
    .insertInto('refCode')
    .values(code)
    .returning('id')
    .executeTakeFirstOrThrow()
  const guest = await world.person({ groupId, email: `${mark}-guest@example.com` })
  await db.insertInto('referral').values({ codeId, userId: guest.id, createTime }).execute()
  const letter = { kind: 'user' as const, recipient: `${mark}@example.com`, userId, subject: mark }
  const mail = { ...letter, content: mark, effect: null, status: 'failed' as const }
  const rest = { nextTry: null, error: 'refused', createTime, sentTime: null }
  await db
    .insertInto('mail')
    .values({ ...mail, ...rest })
    .execute()
  await db
    .insertInto('usage')
    .values({ accountId, serverId: 1, cycleFrom: 0, bytes: 5, lastSeen: createTime })
    .execute()
  for (const table of ['flow5min', 'flowHour', 'flowDay', 'flowMonth'] as const)
    await db
      .insertInto(table)
      .values({ accountId, serverId: 1, bucket: createTime - 3_600_000, up: 1, down: 4 })
      .execute()
  return { mark, user, guest, accountId, deviceId, orders, mac: macAddress, codeId, pictureId }
}

export type Someone = Awaited<ReturnType<typeof someoneWith>> & { user: Caller }

/** Tables that calls write to in any case. */
const PASSING = ['session', 'attempt', 'audit', 'challenge']

/** The shadow tables of a search index of SQLite; their numbers may have 64 bits. */
const INDEX_PART = /_(data|idx|content|docsize|config)$/

/** The tables of a database, asked once: that takes longer than all their rows. */
const known = new WeakMap<World['db'], Promise<string[]>>()

async function tablesOf(db: World['db']): Promise<string[]> {
  const tables = await db.introspection.getTables()
  return tables
    .filter(
      ({ name, schema }) =>
        // What the tests' database starts from is not the server's.
        schema !== 'seed' &&
        !PASSING.includes(name) &&
        !/migration/.test(name) &&
        !INDEX_PART.test(name),
    )
    .map(({ name }) => name)
}

/** Every row there is, by table, as text; without what calls leave behind by themselves. */
export async function everyRow({ db }: World): Promise<Map<string, string[]>> {
  const names = known.getOrInsertComputed(db, tablesOf)
  const rows = new Map<string, string[]>()
  for (const name of await names) {
    const all = await db
      .selectFrom(name as 'user')
      .selectAll()
      .execute()
    rows.set(name, all.map((row) => JSON.stringify(row)).sort())
  }
  return rows
}

/** Of those rows, the ones of these people, by their content or their references. */
export function rowsOf(rows: Map<string, string[]>, { mark, user, guest, accountId }: Someone) {
  const people = [user.id, guest.id]
  return [...rows].flatMap(([table, all]) =>
    all
      .filter((text) => {
        const row = JSON.parse(text)
        return text.includes(mark) || people.includes(row.userId) || row.accountId === accountId
      })
      .map((text) => `${table} ${text}`),
  )
}
