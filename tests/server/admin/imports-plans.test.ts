import { describe, expect, test } from 'vitest'
import { csvRows } from '#rules/csv.ts'
import { runJob } from '../../../server/admin/jobs/runner.ts'
import { ended, undone } from '../../support/jobs.ts'
import { anAccount, aPlan, aServer } from '../../support/make.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

type World = Awaited<ReturnType<typeof makeWorld>>

const preview = (world: World, table: string) =>
  world.as(mainAdmin).POST('/api/admin/import/preview', { body: { of: 'plan', table } })
const begin = (world: World, table: string, expected: number) =>
  world.as(mainAdmin).POST('/api/admin/import', { body: { of: 'plan', table, expected } })

async function imported(world: World, table: string, expected: number) {
  const { data } = await begin(world, table, expected)
  return ended(world, data!.id)
}

async function saved(world: World) {
  const headers = { cookie: await world.cookieOf(mainAdmin) }
  const reply = await world.app.inject({ method: 'get', url: '/api/admin/order/csv', headers })
  return reply.payload
}

const plans = (world: World) => world.db.selectFrom('plan').selectAll().orderBy('id').execute()

async function withGroups() {
  const world = await makeWorld()
  for (const [id, name, orders] of [
    [2, 'Friends', '[]'],
    [3, 'All', null],
    [4, '12', '[]'],
  ] as const)
    await world.db.insertInto('userGroup').values({ id, name, orders }).execute()
  return world
}

describe('exportPlans', () => {
  test('is a table from which an import makes the same plans elsewhere', async () => {
    const world = await withGroups()
    const server = await aServer(world)
    const full = { shortComment: '=1+1', comment: 'Two\n"lines"', alipay: 1999, paypal: 5 }
    const flags = { autoRemove: 1, multiServerFlow: 1, changeOrderType: 1, active: 0 } as const
    const month = await aPlan(world, {
      name: 'Month',
      cycle: 3,
      flow: 9_007_199_254_740_991,
      portRange: '9000-9010,9020',
      ...full,
      ...flags,
      refTime: 86_400_000,
      autoRemoveDelay: 5,
      server: JSON.stringify([server]),
    })
    await aPlan(world, {
      name: 'More',
      baseId: month,
      flow: 1,
      type: null,
      cycle: null,
      refTime: null,
      autoRemove: null,
      autoRemoveDelay: null,
      portRange: null,
      multiServerFlow: null,
      changeOrderType: null,
    })
    await aPlan(world, { name: 'Day', type: 4 })
    for (const id of [2, 4])
      await world.db
        .updateTable('userGroup')
        .set({ orders: `[${month}]` })
        .where('id', '=', id)
        .execute()
    const table = await saved(world)
    const names = [...csvRows(table)].map(({ cells }) => cells[0])
    expect(names).toEqual(['name', 'Day', 'Month', 'More'])
    expect(table).toContain(',1999,5,')

    const other = await withGroups()
    expect(await aServer(other)).toBe(server)
    expect(await imported(other, table, 3)).toMatchObject({ of: 'plan', done: 3, failed: 0 })
    // And the same table again, as the other one saves it.
    expect(await saved(other)).toBe(table)
    const groups = await other.db.selectFrom('userGroup').select('orders').orderBy('id').execute()
    const id = (await plans(other)).find(({ name }) => name === 'Month')?.id
    expect(groups.map(({ orders }) => orders)).toEqual([null, `[${id}]`, null, `[${id}]`])
  })

  test('refuses other admins', async () => {
    const world = await makeWorld()
    const other = await world.person({ type: 'admin' })
    expect((await world.as(other).GET('/api/admin/order/csv')).response.status).toBe(403)
  })
})

describe('importing plans', () => {
  test('names row and column of what cannot be added', async () => {
    const world = await withGroups()
    await aPlan(world, { name: 'Here' })
    await aPlan(world, { name: 'Two' })
    await aPlan(world, { name: 'Two' })
    const { data } = await preview(
      world,
      [
        'name;base;type;cycle;alipayCents;paypalCents;flow;refTime;server;active;portRange;group',
        'Month;;month;;1999;;100G;3d;;;;',
        'Month + 50;Month;;;500;;50G;;;;;',
        'Here;;month;;;;1G;;;;;',
        'Month;;month;;;;1G;;;;;',
        ';;month;;;;1G;;;;;',
        'A;;;;;;1G;;;;;',
        'B;;unlimited;;;;1G;;;;;',
        'C;;month;1001;;;1G;;;;;',
        'D;;month;;19.99;;1G;;;;;',
        'E;;month;;;99999901;1G;;;;;',
        'F;;month;;;;;;;;;',
        'G;Here;;;;;0;;;;;',
        'H;;month;;;;1G;soon;;;;',
        'I;;month;;;;1G;315360000001;;;;',
        'J;;month;;;;1G;;99;;;',
        'K;;month;;;;1G;;;maybe;;',
        'L;;month;;;;1G;;;;70000;',
        'M;;month;;;;1G;;;;;Nowhere',
        'N;Nothing;;;;;1G;;;;;',
        'O;Two;;;;;1G;;;;;',
        `${'x'.repeat(256)};;month;;;;1G;;;;;`,
        'Last;Here;;;;99999900;1B;315360000000;;0;1-65535;Friends|All|12',
      ].join('\n'),
    )
    expect(data?.refused).toEqual([
      { row: 4, column: 'name', problem: 'plan exists' },
      { row: 5, column: 'name', problem: 'twice' },
      { row: 6, column: 'name', problem: 'missing' },
      { row: 7, column: 'type', problem: 'missing' },
      { row: 8, column: 'type', problem: 'bad type' },
      { row: 9, column: 'cycle', problem: 'bad number' },
      { row: 10, column: 'alipayCents', problem: 'bad price' },
      { row: 11, column: 'paypalCents', problem: 'bad price' },
      { row: 12, column: 'flow', problem: 'missing' },
      { row: 13, column: 'flow', problem: 'bad amount' },
      { row: 14, column: 'refTime', problem: 'bad length' },
      { row: 15, column: 'refTime', problem: 'bad length' },
      { row: 16, column: 'server', problem: 'unknown server' },
      { row: 17, column: 'active', problem: 'bad flag' },
      { row: 18, column: 'portRange', problem: 'bad ports' },
      { row: 19, column: 'group', problem: 'unknown group' },
      { row: 20, column: 'base', problem: 'unknown plan' },
      { row: 21, column: 'base', problem: 'several plans' },
      { row: 22, column: 'name', problem: 'too long' },
    ])
    const price = { alipayCents: 1999, paypalCents: 0 }
    expect(data?.sample).toEqual([
      { row: 2, label: 'Month', plan: null, flow: 1e11, ...price },
      { row: 3, label: 'Month + 50', plan: 'Month', flow: 5e10, alipayCents: 500, paypalCents: 0 },
      { row: 23, label: 'Last', plan: 'Here', flow: 1, alipayCents: 0, paypalCents: 99_999_900 },
    ])
    expect(await plans(world)).toHaveLength(3)
  })

  test('stores whole cents, and a pack under the plan above it', async () => {
    const world = await makeWorld()
    const table =
      'name,base,type,alipayCents,flow\nMonth,,month,1999,100G\nMore,Month,,1,50G\nWeek,,week,,0'
    await imported(world, table, 3)
    const [month, more, week] = await plans(world)
    expect(month).toMatchObject({ type: 3, cycle: 1, alipay: 1999, paypal: 0, active: 1 })
    expect(more).toMatchObject({ baseId: month!.id, alipay: 1, type: null, flow: 5e10 })
    expect(week).toMatchObject({ type: 2, flow: 0, portRange: '0', server: null })
    // The same file adds nothing again.
    expect((await preview(world, table)).data).toMatchObject({ rows: 3, fresh: 0 })
    expect((await begin(world, table, 3)).error).toBe('table changed')
  })

  test('adds a plan once when one file is begun twice at the same moment', async () => {
    const world = await makeWorld()
    const table = 'name,type,flow\nMonth,month,1G\nWeek,week,1G'
    const begun = await Promise.all([begin(world, table, 2), begin(world, table, 2)])
    const jobs = begun.flatMap(({ data }) => data ?? [])
    await Promise.all(jobs.map(({ id }) => runJob(world.world, id)))
    const ends = await Promise.all(jobs.map(({ id }) => ended(world, id)))
    expect(ends.reduce((sum, { done }) => sum + done, 0)).toBe(2)
    expect((await plans(world)).map(({ name }) => name)).toEqual(['Month', 'Week'])
  })

  test('is undone, packs first, but for what is used or was changed since', async () => {
    const world = await withGroups()
    const table =
      'name,base,type,flow,group\nMonth,,month,1G,Friends\nMore,Month,,1G,\nUsed,,month,1G,\nEdited,,month,1G,'
    const job = await imported(world, table, 4)
    const [, , used, edited] = await plans(world)
    await anAccount(world, { orderId: used!.id })
    await world.db.updateTable('plan').set({ alipay: 1 }).where('id', '=', edited!.id).execute()
    const back = await undone(world, job.id)
    expect(back).toMatchObject({ status: 'undone', done: 2, failed: 2 })
    expect(back.failures.map(({ label, problem }) => [label, problem])).toEqual([
      ['Used', 'in use'],
      ['Edited', 'changed since'],
    ])
    expect((await plans(world)).map(({ name }) => name)).toEqual(['Used', 'Edited'])
    const friends = world.db.selectFrom('userGroup').select('orders').where('id', '=', 2)
    expect(await friends.executeTakeFirst()).toEqual({ orders: '[]' })
  })

  test('is not undone where a group was offered it, or offered it no more, since', async () => {
    for (const orders of ['[]', 'offered']) {
      const world = await withGroups()
      const table = `name,type,flow,group\nMonth,month,1G,${orders === '[]' ? 'Friends' : ''}`
      const job = await imported(world, table, 1)
      const [plan] = await plans(world)
      const changed = orders === '[]' ? orders : `[${plan!.id}]`
      await world.db.updateTable('userGroup').set({ orders: changed }).where('id', '=', 2).execute()
      const back = await undone(world, job.id)
      expect(back.failures.map(({ problem }) => problem)).toEqual(['changed since'])
      expect((await plans(world)).map(({ name }) => name)).toEqual(['Month'])
    }
  })
})
