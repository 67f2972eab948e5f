import { describe, expect, test } from 'vitest'
import type { Body, Schema } from '#contract'
import { callerOf } from '../../../server/people/session/visit.ts'
import { runJob } from '../../../server/admin/jobs/runner.ts'
import { at, ended, ONE, undone } from '../../support/jobs.ts'
import { anAccount, aPlan, aServer } from '../../support/make.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

type World = Awaited<ReturnType<typeof makeWorld>>
type Caller = typeof mainAdmin
type Of = Body<'previewImport'>['of']

const GB = 1_000_000_000
const DAY = 86_400_000

/** A shop with two groups, an admin of the first with a set, and a customer in each. */
async function aShop(set: Partial<Schema<'Permissions'>> = {}) {
  const world = await makeWorld()
  const serverId = await aServer(world)
  for (const [id, name] of [
    [2, 'Mine'],
    [3, 'Theirs'],
  ] as const)
    await world.db.insertInto('userGroup').values({ id, name, orders: null }).execute()
  const small = await aPlan(world, { name: 'Small', flow: 10 * GB, portRange: '7000-7999' })
  const large = await aPlan(world, { name: 'Large', flow: 30 * GB, portRange: '7000-7999' })
  const { id } = await world.person({ type: 'admin', groupId: 2 })
  const permissions = { kind: 'reseller' as const, ...set }
  await world
    .as(mainAdmin)
    .PUT('/api/admin/admin/{userId}/permissions', { ...at2(id), body: permissions })
  const admin = callerOf({ id, type: 'admin', groupId: 2, rights: permissions.kind })
  await world.person({ groupId: 2, email: 'mine@example.com' })
  await world.person({ groupId: 3, email: 'theirs@example.com' })
  return { world, admin, small, large, serverId }
}

const at2 = (userId: number) => ({ params: { path: { userId } } })
const preview = (world: World, as: Caller, of: Of, table: string) =>
  world.as(as).POST('/api/admin/import/preview', { body: { of, table } })
const begin = (world: World, as: Caller, of: Of, table: string, expected: number) =>
  world.as(as).POST('/api/admin/import', { body: { of, table, expected } })
const problems = ({ data }: Awaited<ReturnType<typeof preview>>) =>
  data?.refused.map(({ column, problem }) => [column, problem])
const customers = (world: World, groupId: number) =>
  world.db
    .selectFrom('user')
    .select('username')
    .where('groupId', '=', groupId)
    .where('type', '=', 'normal')
    .orderBy('id')
    .execute()

describe('an import by an admin of one group', () => {
  test.each(['readOnly', 'support', 'finance'] as const)('is not for the set %s', async (kind) => {
    const { world, admin } = await aShop({ kind })
    for (const of of ['user', 'account', 'plan'] as const) {
      const seen = await preview(world, admin, of, 'email,port,name\na@example.com,7001,x')
      expect([seen.response.status, seen.error]).toEqual([403, 'not permitted'])
      const begun = await begin(world, admin, of, 'email,port,name\na@example.com,7001,x', 1)
      expect([begun.response.status, begun.error]).toEqual([403, 'not permitted'])
    }
    expect((await world.as(admin).GET('/api/admin/job')).response.status).toBe(403)
  })

  test('is of users alone where the set has no plans to sell, and never of plans', async () => {
    const { world, admin } = await aShop({ kind: 'group' })
    const account = 'port,user,plan\n7001,mine@example.com,Small'
    expect((await preview(world, admin, 'account', account)).error).toBe('not permitted')
    expect((await begin(world, admin, 'account', account, 1)).error).toBe('not permitted')
    const plan = 'name,type,flow\nMonth,month,1G'
    expect((await preview(world, admin, 'plan', plan)).error).toBe('not permitted')
    const { world: other, admin: reseller } = await aShop()
    expect((await begin(other, reseller, 'plan', plan, 1)).error).toBe('not permitted')
    expect(await world.db.selectFrom('account').selectAll().execute()).toEqual([])
  })

  test('adds users to the own group, whatever the table says', async () => {
    const { world, admin } = await aShop({ kind: 'group' })
    const table =
      'email,group\na@example.com,\nb@example.com,Mine\nc@example.com,2\nd@example.com,Theirs\ne@example.com,3\nf@example.com,0\ntheirs@example.com,'
    expect(problems(await preview(world, admin, 'user', table))).toEqual([
      ['group', 'unknown group'],
      ['group', 'unknown group'],
      ['group', 'unknown group'],
      ['email', 'user exists'],
    ])
    const { data } = await begin(world, admin, 'user', table, 3)
    expect(await ended(world, data!.id)).toMatchObject({ done: 3, failed: 0 })
    expect(await customers(world, 2)).toHaveLength(4)
    expect(await customers(world, 3)).toHaveLength(1)
    expect(await customers(world, 0)).toHaveLength(0)
  })

  test('stops where the admin lost the set, or the group, since it began', async () => {
    for (const change of [{ rights: 'readOnly' }, { groupId: 3 }, { type: 'normal' as const }]) {
      const { world, admin } = await aShop({ kind: 'group' })
      const { data } = await begin(world, admin, 'user', 'email\na@example.com', 1)
      await ended(world, data!.id)
      await undone(world, data!.id)
      const again = await begin(world, admin, 'user', 'email\nb@example.com\nc@example.com', 2)
      await ended(world, again.data!.id)
      await world.db.deleteFrom('user').where('username', '=', 'c@example.com').execute()
      await world.db.updateTable('user').set(change).where('id', '=', admin.id).execute()
      await rerun(world, again.data!.id, 'c@example.com')
      const names = (await customers(world, 2)).map(({ username }) => username)
      expect(names).not.toContain('c@example.com')
    }
  })
})

/** Lets a job do one of its items once more, as if its worker had died before. */
async function rerun(world: World, jobId: number, label: string) {
  const { db } = world
  const { input } = await db
    .selectFrom('jobItem')
    .select('input')
    .where('jobId', '=', jobId)
    .where('label', '=', label)
    .executeTakeFirstOrThrow()
  expect(input).toBeNull()
  const { seal } = await import('../../../server/database/sealed.ts')
  const row = { email: label, password: null, groupId: 2, createTime: null, comment: '' }
  await db
    .updateTable('jobItem')
    .set({ status: 'waiting', input: seal(JSON.stringify(row), world.world.secret) })
    .where('jobId', '=', jobId)
    .where('label', '=', label)
    .execute()
  await db.updateTable('job').set({ status: 'running' }).where('id', '=', jobId).execute()
  await runJob(world.world, jobId)
  const job = await ended(world, jobId)
  expect(job.failures).toMatchObject([{ label, problem: 'not permitted' }])
}

describe("a reseller's import", () => {
  test('adds customers up to the limit, and says before which are over it', async () => {
    const { world, admin } = await aShop({ maxCustomers: 3 })
    const table = 'email\na@example.com\nb@example.com\nc@example.com'
    expect(problems(await preview(world, admin, 'user', table))).toEqual([
      [undefined, 'customer limit'],
    ])
    const exact = 'email\na@example.com\nb@example.com'
    expect(problems(await preview(world, admin, 'user', exact))).toEqual([])
    // Two at the same moment: each was answered that two fit, and two fit in all.
    const other = 'email\nx@example.com\ny@example.com'
    const begun = await Promise.all([
      begin(world, admin, 'user', exact, 2),
      begin(world, admin, 'user', other, 2),
    ])
    const ids = begun.flatMap(({ data }) => data?.id ?? [])
    await Promise.all(ids.map((id) => runJob(world.world, id)))
    const ends = await Promise.all(ids.map((id) => ended(world, id)))
    const why = ends.flatMap(({ failures }) => failures.map(({ problem }) => problem))
    expect(ends.reduce((sum, { done }) => sum + done, 0)).toBe(2)
    expect(new Set(why)).toEqual(new Set(ids.length === 2 ? ['customer limit'] : []))
    expect(await customers(world, 2)).toHaveLength(3)
  })

  test('gives traffic up to the limit, and says before which are over it', async () => {
    const { world, admin } = await aShop({ maxTraffic: 40 * GB })
    const table = (ports: string[]) => `port,user,plan\n${ports.map((row) => `${row}`).join('\n')}`
    const rows = [
      '7001,mine@example.com,Large',
      '7002,mine@example.com,Large',
      '7003,mine@example.com,Small',
    ]
    expect(problems(await preview(world, admin, 'account', table(rows)))).toEqual([
      [undefined, 'traffic limit'],
    ])
    const { data } = await begin(world, admin, 'account', table(rows), 2)
    expect(await ended(world, data!.id)).toMatchObject({ done: 2, failed: 0 })
    const over = await preview(world, admin, 'account', table(['7004,mine@example.com,Small']))
    expect(problems(over)).toEqual([[undefined, 'traffic limit']])
    const made = await world.db.selectFrom('account').select(['port', 'flow']).execute()
    expect(made).toEqual([
      { port: 7001, flow: 30 * GB },
      { port: 7003, flow: 10 * GB },
    ])
  })

  test('holds the limit of traffic when two begin at the same moment', async () => {
    const { world, admin } = await aShop({ maxTraffic: 10 * GB })
    const begun = await Promise.all(
      ['7001', '7002'].map((port) =>
        begin(world, admin, 'account', `port,user,plan\n${port},mine@example.com,Small`, 1),
      ),
    )
    const ids = begun.flatMap(({ data }) => data?.id ?? [])
    await Promise.all(ids.map((id) => ended(world, id)))
    expect(await world.db.selectFrom('account').select('flow').execute()).toEqual([
      { flow: 10 * GB },
    ])
  })

  test('takes no account without a quota where traffic is limited', async () => {
    const { world, admin } = await aShop({ maxTraffic: 40 * GB })
    await aPlan(world, { name: 'Endless', flow: 0, portRange: '7000-7999' })
    const table = 'port,user,plan\n7001,mine@example.com,Endless'
    expect(problems(await preview(world, admin, 'account', table))).toEqual([
      [undefined, 'traffic limit'],
    ])
  })

  test('reaches no one else’s owners, plans, ports, servers or terms', async () => {
    const { world, admin, small, serverId } = await aShop()
    const body = { kind: 'reseller' as const, plans: [small] }
    await world
      .as(mainAdmin)
      .PUT('/api/admin/admin/{userId}/permissions', { ...at2(admin.id), body })
    await aPlan(world, { name: 'Pack', baseId: small, type: null, cycle: null })
    await aPlan(world, { name: 'Empty', type: null, cycle: null })
    await anAccount(world, { port: 7050 })
    const last = world.clock.at + 30 * DAY
    const iso = (time: number) => new Date(time).toISOString()
    const table = [
      'port,user,plan,type,flow,server,expire',
      '7001,theirs@example.com,Small,,,,',
      '7002,,Small,,,,',
      '7003,mine@example.com,,,,,',
      '7004,mine@example.com,Large,,,,',
      '7005,mine@example.com,Pack,,,,',
      '7006,mine@example.com,Empty,,,,',
      '7007,mine@example.com,Small,unlimited,,,',
      '7008,mine@example.com,Small,,500G,,',
      `7009,mine@example.com,Small,,,${serverId},`,
      `7010,mine@example.com,Small,,,,${iso(last + 1)}`,
      '6999,mine@example.com,Small,,,,',
      '8000,mine@example.com,Small,,,,',
      '7050,mine@example.com,Small,,,,',
      `7000,mine@example.com,Small,month,10G,,${iso(last)}`,
      '7999,mine@example.com,Small,3,,,',
    ].join('\n')
    expect(problems(await preview(world, admin, 'account', table))).toEqual([
      ['user', 'unknown user'],
      ['user', 'missing'],
      ['orderName', 'missing'],
      ['orderName', 'plan not allowed'],
      ['orderName', 'unknown plan'],
      ['orderName', 'plan not allowed'],
      ['type', 'set by plan'],
      ['flow', 'set by plan'],
      ['server', 'set by plan'],
      ['expire', 'too late'],
      ['port', 'port not allowed'],
      ['port', 'port not allowed'],
      ['port', 'port exists'],
    ])
    const { data } = await begin(world, admin, 'account', table, 2)
    expect(await ended(world, data!.id)).toMatchObject({ done: 2, failed: 0 })
    // The main admin is confined by none of it.
    expect(problems(await preview(world, mainAdmin, 'account', table))).toEqual([
      ['orderName', 'unknown plan'],
      ['port', 'port exists'],
      ['port', 'port exists'],
      ['port', 'port exists'],
    ])
  })
})

describe('the jobs of an admin', () => {
  test('are those begun in the own group, and nobody else’s', async () => {
    const { world, admin } = await aShop({ kind: 'group' })
    const { id } = await world.person({ type: 'admin', groupId: 2 })
    const neighbour = callerOf({ id, type: 'admin', groupId: 2 })
    const mine = (await begin(world, admin, 'user', 'email\na@example.com', 1)).data!
    const near = (await begin(world, neighbour, 'user', 'email\nb@example.com', 1)).data!
    const main = (await begin(world, mainAdmin, 'user', 'email\nc@example.com', 1)).data!
    for (const job of [mine, near, main]) await ended(world, job.id)
    const listed = async (as: Caller) =>
      (await world.as(as).GET('/api/admin/job')).data?.map((job) => job.id)
    expect(await listed(admin)).toEqual([mine.id])
    expect(await listed(mainAdmin)).toEqual([main.id, near.id, mine.id])
    for (const job of [near, main]) {
      expect((await world.as(admin).GET(ONE, at(job.id))).response.status).toBe(403)
      for (const action of ['cancel', 'undo'] as const)
        expect(
          (await world.as(admin).POST(`/api/admin/job/{jobId}/${action}`, at(job.id))).response
            .status,
        ).toBe(403)
    }
    expect((await world.as(admin).GET(ONE, at(mine.id))).data).toMatchObject({ done: 1 })
    // Work on many stays the main admin's.
    const body = { selection: { of: 'user' as const, query: {} }, action: { kind: 'deleteUser' } }
    for (const path of ['/api/admin/job', '/api/admin/job/preview'] as const)
      expect((await world.as(admin).POST(path, { body: body as never })).response.status).toBe(403)
    // Nor does a running one of another stop.
    await world.db.updateTable('job').set({ status: 'running' }).where('id', '=', near.id).execute()
    await world.as(admin).POST('/api/admin/job/{jobId}/cancel', at(near.id))
    const still = world.db.selectFrom('job').select('status').where('id', '=', near.id)
    expect(await still.executeTakeFirst()).toEqual({ status: 'running' })
  })

  test('are not undone for a customer without accounts who is in another group by now', async () => {
    const { world, admin } = await aShop()
    const job = (await begin(world, admin, 'user', 'email\na@example.com\nb@example.com', 2)).data!
    await ended(world, job.id)
    await world.db
      .updateTable('user')
      .set({ groupId: 3 })
      .where('username', '=', 'a@example.com')
      .execute()
    await world.as(admin).POST('/api/admin/job/{jobId}/undo', at(job.id))
    expect((await ended(world, job.id)).failures).toMatchObject([
      { label: 'a@example.com', problem: 'changed since' },
    ])
    expect(await customers(world, 3)).toHaveLength(2)
  })

  test('are not seen any more from another group, nor undo what went there', async () => {
    const { world, admin } = await aShop()
    const people = (await begin(world, admin, 'user', 'email\na@example.com\nb@example.com', 2))
      .data!
    await ended(world, people.id)
    const table = 'port,user,plan\n7001,a@example.com,Small\n7002,b@example.com,Small'
    const accounts = (await begin(world, admin, 'account', table, 2)).data!
    await ended(world, accounts.id)
    await world.db
      .updateTable('user')
      .set({ groupId: 3 })
      .where('username', '=', 'a@example.com')
      .execute()
    const undo = (id: number) => world.as(admin).POST('/api/admin/job/{jobId}/undo', at(id))
    for (const { id } of [accounts, people]) {
      expect((await undo(id)).response.status).toBe(200)
      expect(await ended(world, id)).toMatchObject({ done: 1, failed: 1 })
    }
    const left = await world.db.selectFrom('account').select('port').execute()
    expect(left).toEqual([{ port: 7001 }])
    expect((await customers(world, 3)).map(({ username }) => username)).toContain('a@example.com')

    await world.db.updateTable('user').set({ groupId: 3 }).where('id', '=', admin.id).execute()
    const moved = callerOf({ id: admin.id, type: 'admin', groupId: 3, rights: 'reseller' })
    expect((await world.as(moved).GET('/api/admin/job')).data).toEqual([])
    expect((await world.as(moved).GET(ONE, at(people.id))).response.status).toBe(403)
  })
})
