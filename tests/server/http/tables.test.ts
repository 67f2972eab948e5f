import { once } from 'node:events'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { firstOf, sendTable } from '../../../server/http/table.ts'
import { anAccount, anOrder, aPlan, months } from '../../support/make.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

/** A cell that fills a piece of the table in a few rows. */
const LONG = 'x'.repeat(2_000)
const NOW = '2026-01-15T12:00:00.000Z'

type World = Awaited<ReturnType<typeof makeWorld>>

/** The rows of a table, without its heading. */
async function rows(world: World, path: string, { body, caller = mainAdmin }: Asked = {}) {
  const { payload, statusCode, headers } = await world.app.inject({
    method: body ? 'POST' : 'GET',
    url: `/api/admin/${path}`,
    headers: { cookie: await world.cookieOf(caller) },
    ...(body && { payload: body }),
  })
  const [heading = '', ...lines] = payload.split('\r\n').slice(0, -1)
  return { heading, lines, statusCode, headers, payload }
}

type Asked = { body?: object; caller?: typeof mainAdmin }

async function aShop() {
  const world = await makeWorld()
  const admin = await world.person({ type: 'admin', groupId: 2, email: 'admin@c.com' })
  const ann = await world.person({ email: 'ann@a.com', groupId: 2 })
  const bob = await world.person({ email: '=bob@b.com', groupId: 3 })
  const planId = await aPlan(world, { name: 'Month, "big"' })
  const accountId = await anAccount(world, {
    ...months(world, 1),
    port: 7000,
    userId: ann.id,
    orderId: planId,
    password: 'pass-mark',
    publicKey: 'public-mark',
    privateKey: 'private-mark',
  })
  await anAccount(world, { port: 7001, userId: bob.id, password: 'pass-mark' })
  return { world, admin, ann, bob, planId, accountId }
}

describe('exportPlacedOrders', () => {
  test('holds every kind in one table, within search, filters and group', async () => {
    const { world, admin, ann, bob, planId, accountId } = await aShop()
    const at = world.clock.at
    const paid = { planId, accountId, amount: 1050, paidTime: at, createTime: at }
    await anOrder(world, ann, {
      ...paid,
      orderId: 'A1',
      kind: 'alipay',
      status: 'FINISH',
      refunded: 50,
    })
    await anOrder(world, bob, {
      orderId: 'P1',
      kind: 'paypal',
      status: 'created',
      amount: 5,
      createTime: at - 1,
    })
    await anOrder(world, bob, {
      orderId: 'R1',
      kind: 'refOrder',
      status: 'FINISH',
      amount: null,
      refTime: 60_000,
      createTime: at - 2,
    })
    await anOrder(world, bob, { orderId: 'later', createTime: at + 1 })
    const { heading, lines, headers } = await rows(world, 'allOrders/csv')
    expect(heading).toBe(
      '\uFEFForderId,kind,state,status,currency,amount,refunded,username,orderName,port,refTime,' +
        'createTime,paidTime',
    )
    expect(lines).toEqual([
      `A1,alipay,delivered,FINISH,CNY,10.50,0.50,ann@a.com,"Month, ""big""",7000,,${NOW},${NOW}`,
      `P1,paypal,created,created,USD,0.05,,'=bob@b.com,,,,2026-01-15T11:59:59.999Z,`,
      `R1,refOrder,delivered,FINISH,,,,'=bob@b.com,,,60000,2026-01-15T11:59:59.998Z,`,
    ])
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename=orders-2026-01-15.csv',
      'cache-control': 'no-store',
    })
    const ids = async (query: string, caller = mainAdmin) =>
      (await rows(world, `allOrders/csv?${query}`, { caller })).lines.map((line) =>
        line.slice(0, 2),
      )
    expect(await ids('search=bob')).toEqual(['P1', 'R1'])
    expect(await ids('kind=alipay&kind=refOrder')).toEqual(['A1', 'R1'])
    expect(await ids('filter=FINISH&group=3')).toEqual(['R1'])
    expect(await ids('stuck=true')).toEqual([])
    expect(await ids('group=3', admin)).toEqual(['A1'])
  })
})

describe('exportUsers', () => {
  test('holds who matches, with accounts and what was paid, and no secret', async () => {
    const { world, admin, ann, bob } = await aShop()
    const paid = { amount: 1050, refunded: 50, paidTime: 1 }
    await anOrder(world, ann, { ...paid, kind: 'alipay', status: 'FINISH' })
    await anOrder(world, ann, { ...paid, kind: 'paypal', status: 'finish', refunded: 0 })
    await world.db
      .updateTable('user')
      .set({ comment: '-1+2', lastLogin: world.clock.at, passwordHash: 'hash-mark' })
      .where('id', '=', ann.id)
      .execute()
    const { heading, lines, payload } = await rows(world, 'user/csv')
    expect(heading).toBe(
      '\uFEFFid,username,email,type,group,createTime,lastLogin,accounts,paidCNY,paidUSD,comment',
    )
    expect(lines).toEqual([
      `${admin.id},admin@c.com,admin@c.com,admin,2,${NOW},,0,0.00,0.00,`,
      `${ann.id},ann@a.com,ann@a.com,normal,2,${NOW},${NOW},1,10.00,10.50,'-1+2`,
      `${bob.id},'=bob@b.com,'=bob@b.com,normal,3,${NOW},,1,0.00,0.00,`,
    ])
    expect(payload).not.toContain('mark')
    const ids = async (query: string, caller = mainAdmin) =>
      (await rows(world, `user/csv?${query}`, { caller })).lines.map((line) => parseInt(line))
    expect(await ids('search=BOB')).toEqual([bob.id])
    expect(await ids('type=normal&group=2')).toEqual([ann.id])
    expect(await ids('group=3', admin)).toEqual([admin.id, ann.id])
  })

  test('holds each of more people than are read at once', async () => {
    const { world } = await aShop()
    const many = Array.from({ length: 1001 }, (_, n) => ({
      username: `u${n}`,
      email: `u${n}`,
      type: 'normal' as const,
      passwordHash: 'hash-mark',
      createTime: 1,
      groupId: 0,
      comment: '',
    }))
    await world.db.insertInto('user').values(many).execute()
    const { lines } = await rows(world, 'user/csv?group=0')
    expect(new Set(lines.map((line) => line.split(',')[1])).size).toBe(1001)
    expect(lines).toHaveLength(1001)
  })
})

describe('exportAccounts', () => {
  test('holds what matches, and nothing a client could connect with', async () => {
    const { world, admin, ann, accountId } = await aShop()
    const path = 'accountWithPage/csv'
    const { heading, lines, payload } = await rows(world, path, { body: {} })
    expect(heading).toBe(
      '\uFEFFid,port,user,orderName,type,state,expire,flow,flowPack,flowUsed,lastConnect,server',
    )
    expect(lines.map((line) => line.split(',')[1])).toEqual(['7000', '7001'])
    expect(lines[0]).toMatch(
      /^\d+,7000,ann@a\.com,"Month, ""big""",3,open,2026-0\d-\d\dT12:00:00\.000Z,\d+,0,0,,$/,
    )
    expect(payload).not.toContain('mark')
    const ids = async (body: object, caller = mainAdmin) =>
      (await rows(world, path, { body, caller })).lines.map((line) => parseInt(line))
    expect(await ids({ search: 'ANN' })).toEqual([accountId])
    expect(await ids({ filter: { expired: true, mac: true } })).toEqual([accountId])
    expect(await ids({}, admin)).toEqual([accountId])
    expect((await rows(world, path, { body: {}, caller: ann })).statusCode).toBe(401)
  })
})

describe('firstOf', () => {
  test('reads no row beyond the last one it gives', async () => {
    const read: number[] = []
    async function* numbers() {
      for (const number of [1, 2, 3]) {
        read.push(number)
        yield number
      }
    }
    const taken = (most: number) => Array.fromAsync(firstOf(numbers(), most))
    expect(await taken(2)).toEqual([1, 2])
    expect(read).toEqual([1, 2])
    expect(await taken(3)).toEqual([1, 2, 3])
    expect(await taken(4)).toEqual([1, 2, 3])
    expect(await taken(0)).toEqual([])
  })
})

describe('a table while it is sent', () => {
  /** Rows of which each takes 2 ms of computing, as from the embedded database; `isOver` once nobody reads on. */
  function slowRows(many: number, fails = Infinity) {
    const state = { read: 0, isOver: false }
    async function* rows() {
      try {
        for (; state.read < many; state.read += 1) {
          if (state.read === fails) throw new Error('The database is away.')
          for (const until = performance.now() + 2; performance.now() < until;);
          yield { id: state.read, name: LONG }
        }
      } finally {
        state.isOver = true
      }
    }
    return { state, rows: rows() }
  }
  async function send({ rows }: ReturnType<typeof slowRows>) {
    const { world } = await makeWorld()
    return sendTable(
      { ...world, header: () => {} },
      { name: 'some', columns: ['id', 'name'], rows },
    )
  }

  test('lets others be served', async () => {
    const table = await send(slowRows(100))
    let turns = 0
    const count = () => {
      turns += 1
      immediate = setImmediate(count)
    }
    let immediate = setImmediate(count)
    const text = await new Response(Readable.toWeb(table) as ReadableStream).text()
    clearImmediate(immediate)
    expect(text.split('\r\n')).toHaveLength(102)
    expect(turns).toBeGreaterThan(10)
  })

  test('is read no faster than its reader takes it, and goes out in few pieces', async () => {
    const state = { read: 0 }
    async function* rows() {
      for (; state.read < 50_000; state.read += 1) yield { id: state.read, name: 'x'.repeat(20) }
    }
    const { world } = await makeWorld()
    const columns = ['id', 'name']
    const table = await sendTable(
      { ...world, header: () => {} },
      { name: 'some', columns, rows: rows() },
    )
    // Nobody reads on: what is between the two is full, and no row is read any more.
    await once(table, 'readable')
    let before = -1
    while (before !== state.read) {
      before = state.read
      await pause(50)
    }
    expect(state.read).toBeLessThan(10_000)
    let [pieces, bytes] = [0, 0]
    for await (const piece of table) {
      pieces += 1
      bytes += piece.length
    }
    expect(state.read).toBe(50_000)
    expect(pieces).toBeLessThanOrEqual(Math.ceil(bytes / 16_384))
  })

  test('is read no further once its reader has gone', async () => {
    const slow = slowRows(100_000)
    const table = await send(slow)
    await once(table, 'data')
    table.destroy()
    await vi.waitFor(() => expect(slow.state.isOver).toBe(true))
    expect(slow.state.read).toBeLessThan(10_000)
  })

  test('does not end as if it were whole when the database fails', async () => {
    const table = await send(slowRows(100, 50))
    const text = new Response(Readable.toWeb(table) as ReadableStream).text()
    await expect(text).rejects.toThrow('The database is away.')
  })
})
