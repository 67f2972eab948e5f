import { describe, expect, test } from 'vitest'
import type { Caller } from '../../../server/http/contract.ts'
import { aNewAccount, aPlan, anAccount, aServer, months } from '../../support/make.ts'
import { pass } from '../../support/traffic.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const ALL = '/api/admin/account'
const ONE = '/api/admin/account/{accountId}'
const DATA = '/api/admin/account/{accountId}/data'
const TIME = '/api/admin/account/{accountId}/time'
const PORT = '/api/admin/account/{accountId}/port'
const RESET = '/api/admin/account/{accountId}/resetFlow'
const MONTH = 2_592_000_000
const HOUR = 3_600_000

const at = (accountId: number) => ({ params: { path: { accountId } } })

type World = Awaited<ReturnType<typeof makeWorld>>

async function shown(world: World, id: number, caller: Caller = mainAdmin) {
  return (await world.as(caller).GET(ONE, at(id))).data
}

async function create(world: World, changes: Parameters<typeof aNewAccount>[0] = {}) {
  const { data } = await world.as(mainAdmin).POST(ALL, { body: aNewAccount(changes) })
  return data!.id
}

describe('getAccount', () => {
  test('reports all of one account, with its cycle', async () => {
    const world = await makeWorld()
    const id = await create(world, { port: 50_007 })
    const account = await shown(world, id)
    expect(account).toMatchObject({ id, port: 50_007, state: 'open', flowUsed: 0, server: null })
    expect(account?.data).toHaveProperty('to')
  })

  test('refuses an account there is none of', async () => {
    const world = await makeWorld()
    const { response } = await world.as(mainAdmin).GET(ONE, at(12_345))
    expect(response.status).toBe(403)
  })
})

describe('createAccount', () => {
  test('opens an account on a free port, active from now on', async () => {
    const world = await makeWorld()
    const [owner, server] = [await world.person({ email: 'ann@a.com' }), await aServer(world)]
    const orderId = await aPlan(world, { name: 'Month' })
    const id = await create(world, { orderId, user: owner.id, server: [server, server], limit: 3 })
    const now = world.clock.at
    expect(await shown(world, id)).toMatchObject({
      type: 3,
      orderId,
      orderName: 'Month',
      user: 'ann@a.com',
      port: 50_000,
      password: 'secret',
      server: [server],
      active: 1,
      autoRemove: 0,
      state: 'open',
      idle: server,
      key: null,
      data: { create: now, limit: 3, flow: 1_000_000, expire: now + 3 * MONTH, from: now },
    })
    expect(world.woken.times).toBe(1)
  })

  test('takes an account without an end at its word', async () => {
    const world = await makeWorld()
    const left = { orderId: 77, time: 5, autoRemove: 1 as const, flow: 0 }
    const id = await create(world, { ...left, type: 1 })
    const account = await shown(world, id)
    expect(account).toMatchObject({ type: 1, orderId: 0, data: null, autoRemove: 0 })
    expect(account?.state).toBe('unlimited')
    const limited = await create(world, { type: 1, flow: 9, port: 50_001, limit: 0 })
    expect((await shown(world, limited))?.data).toEqual({ flow: 9, expire: null })
  })

  test('takes quarters and years as months, and fills in what was left out', async () => {
    const world = await makeWorld()
    const body = { type: 7 as const, port: 1, password: 'x' }
    const { data } = await world.as(mainAdmin).POST(ALL, { body })
    expect(await shown(world, data!.id)).toMatchObject({
      type: 3,
      server: null,
      userId: null,
      data: { create: world.clock.at, limit: 1, flow: 1_000_000_000 },
    })
  })

  test('refuses a port that is taken, also under concurrent requests', async () => {
    const world = await makeWorld()
    const ask = () => world.as(mainAdmin).POST(ALL, { body: aNewAccount() })
    const answers = await Promise.all([ask(), ask(), ask()])
    expect(answers.map(({ response }) => response.status).sort()).toEqual([200, 403, 403])
    expect(answers.find(({ error }) => error)?.error).toBe('port exists')
    expect(await world.db.selectFrom('account').selectAll().execute()).toHaveLength(1)
  })

  test('refuses what cannot be, and keeps nothing', async () => {
    const world = await makeWorld()
    const status = async (changes: object) => {
      const body = aNewAccount(changes)
      return (await world.as(mainAdmin).POST(ALL, { body })).response.status
    }
    expect(await status({ port: 70_000 })).toBe(400)
    expect(await status({ type: 8 })).toBe(400)
    expect(await status({ password: 'a"b' })).toBe(400)
    expect(await status({ limit: 0 })).toBe(400)
    expect(await status({ user: 99 })).toBe(403)
    expect(await status({ orderId: 99 })).toBe(403)
    expect(await status({ server: [99] })).toBe(403)
    expect(await world.db.selectFrom('account').selectAll().execute()).toEqual([])
    expect(world.woken.times).toBe(0)
  })
})

describe('a machine with shifted servers', () => {
  test('may be a node, whose servers meet only each other', async () => {
    const world = await makeWorld({ env: { PORT: '50000' } })
    const onNode = (nodeId: number, shift: number) =>
      aServer(world, { plane: 'node', nodeId, shift })
    await aServer(world, { shift: 7 })
    const plain = await onNode(1, 0)
    const shifted = await onNode(1, 100)
    const other = await onNode(2, 100)
    const open = async (port: number, server: number[]) => {
      const body = aNewAccount({ port, server })
      const { response, error } = await world.as(mainAdmin).POST(ALL, { body })
      return response.status === 200 ? 'opened' : [response.status, error]
    }
    expect(await open(50_200, [plain, other])).toBe('opened')
    // Its port on the first node is that of the account before, but not on the second.
    expect(await open(50_100, [shifted])).toEqual([403, 'port exists'])
    expect(await open(50_100, [other])).toBe('opened')
    expect(await open(65_436, [shifted])).toMatchObject([400, expect.any(String)])
    expect(await open(65_435, [shifted])).toBe('opened')
    // The console listens on its own machine only.
    expect(await open(50_000, [plain])).toBe('opened')
  })

  test('gives no port of the machine to two accounts', async () => {
    const world = await makeWorld()
    const plain = await aServer(world)
    await aServer(world, { shift: 100 })
    const id = await create(world, { port: 50_000 })
    const admin = world.as(mainAdmin)
    const taken = await admin.POST(ALL, { body: aNewAccount({ port: 50_100 }) })
    expect([taken.response.status, taken.error]).toEqual([403, 'port exists'])
    const moved = await admin.PUT(PORT, { ...at(id), body: { port: 65_500 } })
    expect(moved.response.status).toBe(400)
    const elsewhere = await create(world, { port: 49_900, server: [plain] })
    const wider = await admin.PUT(DATA, { ...at(elsewhere), body: { server: null } })
    expect([wider.response.status, wider.error]).toEqual([403, 'port exists'])
    await world.db.updateTable('account').set({ port: 50_100 }).where('id', '=', id).execute()
    const next = await admin.GET('/api/admin/account/newPort')
    expect(next.data).toMatchObject({ port: 50_001 })
    await world.db.updateTable('account').set({ port: 50_101 }).where('id', '=', id).execute()
    // 50,000 would be the shifted port of 49,900, and 50,001 has 50,101 as its own.
    expect((await admin.GET('/api/admin/account/newPort')).data).toMatchObject({ port: 50_002 })
  })
})

test('no port is offered that a server of this machine shifts beyond the last one', async () => {
  const world = await makeWorld()
  const admin = world.as(mainAdmin)
  const offered = async () => (await admin.GET('/api/admin/account/newPort')).data
  const port = { start: 55_534, end: 60_000 }
  await admin.PUT('/api/admin/setting/account', { body: { data: { port } } })
  await aServer(world)
  await aServer(world, { shift: 10_001 })
  expect(await offered()).toEqual({ port: 55_534 })
  await anAccount(world, { port: 55_534 })
  expect(await offered()).toBeUndefined()
})

describe('the port of the console', () => {
  test('is given to no account that a server of this machine would open it for', async () => {
    const world = await makeWorld({ env: { PORT: '50000' } })
    const admin = world.as(mainAdmin)
    const away = await aServer(world, { plane: 'manager', port: 6001, password: 'agent' })
    const here = await aServer(world)
    const shifted = await aServer(world, { shift: 10 })
    const open = async (port: number, server: number[] | null) => {
      const { response, error } = await admin.POST(ALL, { body: aNewAccount({ port, server }) })
      return response.status === 200 ? 'opened' : [response.status, error]
    }
    const exists = [403, 'port exists']
    expect(await open(50_000, null)).toEqual(exists)
    expect(await open(50_000, [here])).toEqual(exists)
    expect(await open(49_990, [shifted])).toEqual(exists)
    expect(await open(49_990, [here])).toBe('opened')
    expect(await open(50_000, [away])).toBe('opened')

    const id = await create(world, { port: 40_000 })
    const moved = await admin.PUT(PORT, { ...at(id), body: { port: 49_990 } })
    expect([moved.response.status, moved.error]).toEqual(exists)
    const { data } = await admin.GET('/api/admin/account/newPort')
    expect(data).toEqual({ port: 50_001 })
  })
})

describe('editAccount', () => {
  test('changes what was sent and leaves the rest', async () => {
    const world = await makeWorld()
    const id = await anAccount(world, { ...months(world, 2), flow: 500, active: 0 })
    const body = { password: 'another', port: 20_000, limit: 4, multiServerFlow: true }
    const { data } = await world.as(mainAdmin).PUT(DATA, { ...at(id), body })
    expect(data).toBe('success')
    expect(await shown(world, id)).toMatchObject({
      port: 20_000,
      password: 'another',
      multiServerFlow: 1,
      active: 0,
      data: { flow: 500, limit: 4, expire: world.clock.at + 4 * MONTH },
    })
    expect(world.woken.times).toBe(1)
  })

  test('counts nothing of the cycle before when the cycle stays as it is', async () => {
    const world = await makeWorld()
    world.clock.add(HOUR / 2)
    const id = await anAccount(world, months(world, 3))
    const server = await aServer(world)
    const from = world.clock.at + MONTH
    world.clock.set(from + MONTH / 2)
    await pass(world, server, id, 70, from - HOUR / 6)
    await pass(world, server, id, 5, from + HOUR / 6)
    await world.as(mainAdmin).PUT(DATA, { ...at(id), body: { autoRemove: 1 } })
    expect((await shown(world, id))?.flowUsed).toBe(5)
  })

  test('gives an account an end, and takes it away again', async () => {
    const world = await makeWorld()
    const id = await anAccount(world)
    const change = (type: 1 | 5) => world.as(mainAdmin).PUT(DATA, { ...at(id), body: { type } })
    await change(5)
    expect((await shown(world, id))?.data).toMatchObject({
      expire: world.clock.at + HOUR,
      limit: 1,
    })
    await change(1)
    expect(await shown(world, id)).toMatchObject({ data: null, state: 'unlimited' })
  })

  test('takes no cycles at all only of an account without an end', async () => {
    const world = await makeWorld()
    const id = await anAccount(world, months(world, 2))
    const edit = async (body: { limit: number; type?: 1 }) =>
      (await world.as(mainAdmin).PUT(DATA, { ...at(id), body })).response.status
    expect([await edit({ limit: 0 }), await edit({ limit: 1 })]).toEqual([400, 200])
    expect((await shown(world, id))?.data).toMatchObject({ limit: 1 })
    expect(await edit({ limit: 0, type: 1 })).toBe(200)
    expect(await edit({ limit: 0 })).toBe(200)
  })

  test('accepts an old password back as it is, and refuses a new one like it', async () => {
    const world = await makeWorld()
    const id = await anAccount(world, { password: 'ключ' })
    const send = async (password: string) =>
      (await world.as(mainAdmin).PUT(DATA, { ...at(id), body: { password, flow: 1 } })).response
        .status
    expect(await send('ключ')).toBe(200)
    expect(await send('ключ2')).toBe(400)
    expect((await shown(world, id))?.password).toBe('ключ')
  })

  test('refuses a port that is taken, and changes nothing', async () => {
    const world = await makeWorld()
    await anAccount(world, { port: 1000 })
    const id = await anAccount(world, { port: 2000, password: 'before' })
    const body = { port: 1000, password: 'after' }
    const { response, error } = await world.as(mainAdmin).PUT(DATA, { ...at(id), body })
    expect([response.status, error]).toEqual([403, 'port exists'])
    expect(await shown(world, id)).toMatchObject({ port: 2000, password: 'before' })
    const own = await world.as(mainAdmin).PUT(DATA, { ...at(id), body: { port: 2000 } })
    expect(own.response.status).toBe(200)
  })

  test('refuses an unknown account, plan or server', async () => {
    const world = await makeWorld()
    const id = await anAccount(world, months(world, 1))
    const status = async (account: number, body: object) =>
      (await world.as(mainAdmin).PUT(DATA, { ...at(account), body })).response.status
    expect(await status(99, {})).toBe(403)
    expect(await status(id, { orderId: 99 })).toBe(403)
    expect(await status(id, { server: [99] })).toBe(403)
    expect(await status(id, { limit: '1' })).toBe(400)
  })

  test('resets the usage on request', async () => {
    const world = await makeWorld()
    const [id, serverId] = [await anAccount(world), await aServer(world)]
    const row = { accountId: id, serverId, cycleFrom: 0, bytes: 7, lastSeen: 1 }
    await world.db.insertInto('usage').values(row).execute()
    await world.as(mainAdmin).PUT(DATA, { ...at(id), body: { cleanFlow: true } })
    expect((await shown(world, id))?.flowUsed).toBe(0)
  })
})

describe('adjustAccountTime', () => {
  test('moves the end, and keeps the account open by counting more cycles', async () => {
    const world = await makeWorld()
    const id = await anAccount(world, months(world, 1))
    world.clock.add(HOUR)
    const send = (time: number) => world.as(mainAdmin).PUT(TIME, { ...at(id), body: { time } })
    await send(2 * HOUR)
    const end = world.clock.at + MONTH + HOUR
    expect(await shown(world, id)).toMatchObject({ state: 'open', data: { limit: 2, expire: end } })
    await send(-2 * MONTH)
    expect((await shown(world, id))?.state).toBe('expired')
  })

  test('leaves an account without an end alone', async () => {
    const world = await makeWorld()
    const id = await anAccount(world)
    const { data } = await world.as(mainAdmin).PUT(TIME, { ...at(id), body: { time: HOUR } })
    expect(data).toBe('success')
    expect((await shown(world, id))?.data).toBeNull()
  })

  test('refuses an unknown account, and more than ten years', async () => {
    const world = await makeWorld()
    const id = await anAccount(world)
    const send = (account: number, time: number) =>
      world.as(mainAdmin).PUT(TIME, { ...at(account), body: { time } })
    expect((await send(99, 1)).response.status).toBe(403)
    expect((await send(id, 4e11)).response.status).toBe(400)
  })
})

describe('changeAccountPort', () => {
  test('moves an account, but not to a port that is taken', async () => {
    const world = await makeWorld()
    await anAccount(world, { port: 1000 })
    const id = await anAccount(world, { port: 2000 })
    const send = (account: number, port: number) =>
      world.as(mainAdmin).PUT(PORT, { ...at(account), body: { port } })
    expect((await send(id, 3000)).data).toBe('success')
    const { response, error } = await send(id, 1000)
    expect([response.status, error]).toEqual([403, 'port exists'])
    expect((await shown(world, id))?.port).toBe(3000)
    expect((await send(99, 4000)).response.status).toBe(403)
    expect((await send(id, 65_536)).response.status).toBe(400)
  })
})

describe('resetAccountFlow', () => {
  test('forgets what was used and keeps the totals of the servers', async () => {
    const world = await makeWorld()
    const [id, serverId] = [await anAccount(world), await aServer(world)]
    const usage = { accountId: id, serverId, cycleFrom: 0, bytes: 100, lastSeen: 1 }
    await world.db.insertInto('usage').values(usage).execute()
    const slot = { serverId, bucket: 0, up: 1, down: 2 }
    const rows = [
      { ...slot, accountId: id },
      { ...slot, accountId: 0 },
      { ...slot, accountId: id, bucket: 300_000 },
    ]
    await world.db.insertInto('flow5min').values(rows).execute()

    const { data } = await world.as(mainAdmin).POST(RESET, at(id))
    expect(data).toBe('success')
    expect((await shown(world, id))?.flowUsed).toBe(0)
    const stored = await world.db.selectFrom('flow5min').selectAll().orderBy('bucket').execute()
    expect(stored).toEqual([
      { accountId: 0, bucket: 0, serverId, up: 2, down: 4 },
      { accountId: 0, bucket: 300_000, serverId, up: 1, down: 2 },
    ])
    expect((await world.as(mainAdmin).POST(RESET, at(99))).response.status).toBe(403)
  })
})

describe('deleteAccount', () => {
  test('closes it for good; the history of the servers stays', async () => {
    const world = await makeWorld()
    const [id, serverId] = [await anAccount(world), await aServer(world)]
    const usage = { accountId: id, serverId, cycleFrom: 0, bytes: 100, lastSeen: 1 }
    await world.db.insertInto('usage').values(usage).execute()
    await world.db
      .insertInto('flowPack')
      .values({ accountId: id, flow: 1, createTime: 1 })
      .execute()
    await world.db.insertInto('ban').values({ accountId: id, serverId, until: 1 }).execute()
    await world.db
      .insertInto('flowDay')
      .values({ accountId: id, serverId, bucket: 0, up: 1, down: 1 })
      .execute()

    expect((await world.as(mainAdmin).DELETE(ONE, at(id))).data).toBe('success')
    for (const table of ['account', 'usage', 'flowPack', 'ban'] as const)
      expect(await world.db.selectFrom(table).selectAll().execute()).toEqual([])
    expect(await world.db.selectFrom('flowDay').selectAll().execute()).toHaveLength(1)
    expect(world.woken.times).toBe(1)
    expect((await world.as(mainAdmin).DELETE(ONE, at(id))).response.status).toBe(403)
  })
})
