import { type RawBuilder, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { onQuery } from '../../../server/database/queries.ts'
import { aMessage, aNotice, anAccount, anOrder, months } from '../../support/make.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

/** How many there are of each: a page of three, and one of two. */
const MANY = 5
const PAGE_SIZE = 3

/** Every list that comes in pages: its address, where the rows are, and what it is sorted by. */
const LISTS: [path: string, rows: string, sorts: string[], size?: string][] = [
  [
    'allOrders',
    'orders',
    ['time', 'amount', 'state', 'user'].flatMap((by) => [`${by}_asc`, `${by}_desc`]),
  ],
  ...['alipay', 'paypal', 'refOrder', 'giftcard'].map((kind): [string, string, string[]] => [
    kind,
    'orders',
    [''],
  ]),
  [
    'user',
    'users',
    ['id', 'lastLogin', 'name', 'paid', 'expire', 'state'].flatMap((by) => [
      `${by}_asc`,
      `${by}_desc`,
    ]),
  ],
  [
    'accountWithPage',
    'account',
    ['port', 'expire', 'used', 'seen', 'user', 'plan'].flatMap((by) => [`${by}_asc`, `${by}_desc`]),
  ],
  ['audit', 'entries', ['']],
  ['mail', 'mails', ['']],
  ['setting/ref/code', 'code', ['']],
  ['setting/ref/user', 'user', ['']],
  ['messages', '', ['newest', 'oldest']],
  ['article', 'data', [''], 'ps'],
]
const EACH = LISTS.flatMap(([path, rows, sorts, size]) =>
  sorts.map((sort) => ({ path, rows, sort, size })),
)

/** What may end an order: no two rows have the same. */
const UNIQUE = ['id', 'orderId', 'userId', 'portSpace', 'mac']

/** A shop in which everything happened at one moment, and costs the same. */
async function atOneMoment() {
  const world = await makeWorld()
  const { db, clock } = world
  const time = { createTime: clock.at }
  const people = []
  for (let at = 0; at < MANY; at += 1) people.push(await world.person({ groupId: 0 }))
  for (const [at, person] of people.entries()) {
    for (const kind of ['alipay', 'paypal', 'refOrder', 'giftcard'] as const)
      await anOrder(world, people[at % 2]!, { kind, orderId: `${kind}${at}`, status: 'FINISH' })
    await anAccount(world, { ...months(world, 1), userId: people[0]!.id })
    await aMessage(world, person)
    await aNotice(world, { kind: 'article', position: 'help', category: 'Phones' })
    const mail = { kind: 'user', recipient: 'a@b.com', userId: null, subject: 'x' } as const
    const sent = { content: '', effect: null, status: 'sent', sentTime: 1 } as const
    await db
      .insertInto('mail')
      .values({ ...mail, ...sent, ...time, nextTry: null, error: null })
      .execute()
    const code = { code: `100${at}`, sourceUserId: people[0]!.id, maxUser: 5, ...time }
    const made = db.insertInto('refCode').values(code).returning('id')
    const { id: codeId } = await made.executeTakeFirstOrThrow()
    await db
      .insertInto('referral')
      .values({ codeId, userId: person.id, ...time })
      .execute()
    const device = { mac: `00000000000${at}`, userId: person.id, accountId: null, serverId: null }
    await db
      .insertInto('macAccount')
      .values({ ...device, ...time })
      .execute()
    const entry = { time: clock.at, actorId: 1, actor: 'main', operation: 'deleteUser' }
    const about = { subject: 'user', subjectId: at, before: null, after: null }
    await db
      .insertInto('audit')
      .values({ ...entry, ...about })
      .execute()
  }
  await db.updateTable('user').set({ lastLogin: clock.at }).execute()
  // Of somebody who is gone there are orders, too.
  const gone = await world.person()
  for (let at = 0; at < 4; at += 1)
    await anOrder(world, gone, { orderId: `G${at}`, status: 'FINISH' })
  await db.deleteFrom('user').where('id', '=', gone.id).execute()
  const statements: string[] = []
  onQuery(db, (text) => void statements.push(text))
  return { world, statements }
}

const cookies = new WeakMap<object, Promise<string>>()

/** One page of a list, each row as text. */
async function read(
  world: Awaited<ReturnType<typeof makeWorld>>,
  { path, rows, sort, size = 'pageSize' }: (typeof EACH)[number],
  cut: { page: number; pageSize: number },
  search: string,
): Promise<string[]> {
  const page = size === 'ps' ? 'p' : 'page'
  const asked = { [page]: cut.page, [size]: cut.pageSize }
  const wanted = { ...asked, ...(sort && { sort }), ...(search && { search }) }
  const isPost = path === 'accountWithPage'
  // Devices come behind the accounts of such a list.
  const filter = { expired: true, unexpired: true, unlimit: true, mac: true }
  const query = new URLSearchParams(Object.entries(wanted).map(([key, value]) => [key, `${value}`]))
  const cookie = await cookies.getOrInsertComputed(world, () => world.cookieOf(mainAdmin))
  const base = path === 'article' ? '/api/article' : `/api/admin/${path}`
  const reply = await world.app.inject({
    method: isPost ? 'POST' : 'GET',
    url: isPost ? base : `${base}?${query}`,
    headers: { cookie },
    ...(isPost && { payload: { ...wanted, filter } }),
  })
  expect(reply.statusCode, reply.payload).toBe(200)
  const body: unknown = reply.json()
  const list = rows === '' ? body : (body as Record<string, unknown>)[rows]
  return (list as unknown[]).map((row) => JSON.stringify(row))
}

/** Whether the embedded database may read rows that nothing puts in order from the other end. */
const otherEnd = (isOther: boolean): RawBuilder<unknown> =>
  sql`pragma reverse_unordered_selects = ${sql.raw(isOther ? 'on' : 'off')}`

const isEmbedded = !process.env.TEST_DATABASE_URL

describe('of what is equal, each is on one page and no other', () => {
  test('whatever order the database comes upon them in', async () => {
    const { world } = await atOneMoment()
    const lists = EACH.flatMap((list) => [
      { list, search: '' },
      ...(['allOrders', 'user', 'accountWithPage', 'setting/ref/user', 'messages'].includes(
        list.path,
      )
        ? [{ list, search: 'example' }]
        : []),
    ])
    const wrong: string[] = []
    for (const { list, search } of lists) {
      if (isEmbedded) await otherEnd(false).execute(world.db)
      const all = await read(world, list, { page: 1, pageSize: 100 }, search)
      expect(all.length, list.path).toBeGreaterThanOrEqual(MANY)
      const paged: string[] = []
      for (let page = 1; page <= Math.ceil(all.length / PAGE_SIZE); page += 1) {
        if (isEmbedded) await otherEnd(page % 2 === 0).execute(world.db)
        paged.push(...(await read(world, list, { page, pageSize: PAGE_SIZE }, search)))
      }
      if (JSON.stringify(paged) !== JSON.stringify(all))
        wrong.push(`${list.path} ${list.sort} ${search}`)
    }
    expect(wrong).toEqual([])
  })

  test('because every order of a page ends with what no two rows share', async () => {
    const { world, statements } = await atOneMoment()
    const cuts = [
      { page: 2, pageSize: PAGE_SIZE },
      // Those of people who are gone come after all others.
      { page: 1, pageSize: 100 },
    ]
    for (const list of EACH)
      for (const search of list.path === 'audit' ? [''] : ['', 'example'])
        for (const cut of cuts) await read(world, list, cut, search)
    const paged = statements.filter((text) => / offset /i.test(text))
    expect(paged.length).toBeGreaterThan(20)
    const wrong = paged.filter((text) => {
      const order = /.* order by (.+?) limit /is.exec(text)?.[1] ?? ''
      const last = /"(\w+)"(?: asc| desc)?(?: nulls \w+)?$/.exec(order)?.[1] ?? ''
      return !UNIQUE.includes(last)
    })
    expect(wrong).toEqual([])
  })
})
