import { describe, expect, test } from 'vitest'
import { kindOf } from '../../../server/admin/jobs/actions.ts'
import { type Action, done, type Selection, undone } from '../../support/jobs.ts'
import { anAccount, aServer, months } from '../../support/make.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

type World = Awaited<ReturnType<typeof makeWorld>>

const HOUR = 3_600_000
const MONTH = 2_592_000_000

const one = (id: number): Selection => ({ of: 'account', ids: [id] })
const rows = (world: World) => world.db.selectFrom('account').selectAll().orderBy('id').execute()
const packs = (world: World) =>
  world.db
    .selectFrom('flowPack')
    .select(['accountId', 'flow', 'createTime'])
    .orderBy('id')
    .execute()
const change = ({ db }: World, id: number, changes: Record<string, unknown>) =>
  db.updateTable('account').set(changes).where('id', '=', id).execute()

const GONE: Action[] = [
  { kind: 'extend', time: HOUR },
  { kind: 'addFlow', flow: 1 },
  { kind: 'setServers', server: null },
  { kind: 'ban', time: HOUR },
  { kind: 'delete' },
  { kind: 'deleteUser' },
  { kind: 'setGroup', groupId: 0 },
  { kind: 'mail', title: 'News', content: 'All is well' },
]

test.each(GONE)('$kind skips accounts deleted since they were selected', async (action) => {
  const world = await makeWorld()
  const extra = { actorId: 1, isUndo: false, effect: 'job:1:99', position: 0, consolePort: 6080 }
  const context = { tx: world.db, id: 99, action, now: world.clock.at, ...extra } as never
  expect(await kindOf(action).check(context)).toBe('gone')
  expect(await kindOf(action).run(context)).toEqual({ problem: 'gone' })
})

describe('undoJob', () => {
  test.each<Action>([
    { kind: 'extend', time: HOUR },
    { kind: 'addFlow', flow: 1 },
    { kind: 'setServers', server: [] },
    { kind: 'ban', time: HOUR },
  ])('of $kind says that the account is gone', async (action) => {
    const world = await makeWorld()
    await aServer(world)
    const id = await anAccount(world, { port: 5001, flow: 1, ...months(world, 1) })
    const job = await done(world, one(id), action)
    await world.db.deleteFrom('account').execute()
    const { status, failures } = await undone(world, job.id)
    expect(status).toBe('undone')
    expect(failures).toEqual([{ id, label: '5001', problem: 'gone' }])
  })

  test.each([{ cycleStart: 5 }, { cycles: 9 }, { expireTime: 7 }])(
    'leaves an account that has %j since it was extended',
    async (changes) => {
      const world = await makeWorld()
      const id = await anAccount(world, months(world, 1))
      const job = await done(world, one(id), { kind: 'extend', time: HOUR })
      await change(world, id, changes)
      const [before] = await rows(world)
      const { failures } = await undone(world, job.id)
      expect(failures.map(({ problem }) => problem)).toEqual(['changed since'])
      expect(await rows(world)).toEqual([before])
    },
  )

  test('of what was extended keeps what changed otherwise', async () => {
    const world = await makeWorld()
    const id = await anAccount(world, { ...months(world, 1), cycleStart: world.clock.at - 1 })
    await change(world, id, { expireTime: world.clock.at - 1 + MONTH })
    const [before] = await rows(world)
    const job = await done(world, one(id), { kind: 'extend', time: MONTH })
    expect(await rows(world)).toEqual([
      { ...before, cycles: 2, expireTime: before!.expireTime! + MONTH },
    ])
    await change(world, id, { password: 'another' })
    expect(await undone(world, job.id)).toMatchObject({ failed: 0 })
    expect(await rows(world)).toEqual([{ ...before, password: 'another' }])
  })

  test('takes back a pack and no other', async () => {
    const world = await makeWorld()
    const id = await anAccount(world, { flow: 1 })
    const old = { accountId: id, flow: 9, createTime: 5 }
    await world.db.insertInto('flowPack').values(old).execute()
    const job = await done(world, one(id), { kind: 'addFlow', flow: 700 })
    expect(await packs(world)).toEqual([
      old,
      { accountId: id, flow: 700, createTime: world.clock.at },
    ])
    expect(await undone(world, job.id)).toMatchObject({ failed: 0 })
    expect(await packs(world)).toEqual([old])
  })

  test('leaves servers that were chosen since', async () => {
    const world = await makeWorld()
    const serverId = await aServer(world)
    const id = await anAccount(world, { server: '[]' })
    const job = await done(world, one(id), { kind: 'setServers', server: [serverId, serverId] })
    expect((await rows(world))[0]?.server).toBe(`[${serverId}]`)
    await change(world, id, { server: null })
    const { failures } = await undone(world, job.id)
    expect(failures.map(({ problem }) => problem)).toEqual(['changed since'])
    expect((await rows(world))[0]?.server).toBe(null)
  })
})

describe('more traffic', () => {
  test.each([
    [0, 'no quota'],
    [1, undefined],
  ])('for an account with a quota of %d: %s', async (flow, problem) => {
    const world = await makeWorld()
    const id = await anAccount(world, { port: 5001, flow })
    const action = { kind: 'addFlow', flow: 700 } as const
    const { data } = await world
      .as(mainAdmin)
      .POST('/api/admin/job/preview', { body: { selection: one(id), action } })
    expect(data?.sample).toEqual([{ id, label: '5001', ...(problem && { problem }) }])
    const job = await done(world, one(id), action)
    expect(job.failures.map((failure) => failure.problem)).toEqual(problem ? [problem] : [])
    expect(await packs(world)).toHaveLength(problem ? 0 : 1)
  })
})

describe('a deleted account', () => {
  test('is restored with its packs, its owner and its usage', async () => {
    const world = await makeWorld()
    const { id: userId } = await world.person()
    const id = await anAccount(world, { userId, flow: 1000, ...months(world, 1) })
    const pack = { accountId: id, flow: 9, createTime: world.clock.at }
    await world.db.insertInto('flowPack').values(pack).execute()
    await anAccount(world)
    const before = await rows(world)
    const job = await done(world, one(id), { kind: 'delete' })
    expect(await rows(world)).toEqual(before.slice(1))
    expect(await packs(world)).toEqual([])
    const flow = { accountId: id, serverId: 1, up: 3, down: 4, bucket: world.clock.at }
    await world.db.insertInto('flowHour').values(flow).execute()
    expect(await undone(world, job.id)).toMatchObject({ failed: 0 })
    expect(await rows(world)).toEqual(before)
    expect(await packs(world)).toEqual([pack])
    expect(await world.db.selectFrom('usage').select(['accountId', 'bytes']).execute()).toEqual([
      { accountId: id, bytes: 7 },
    ])
  })

  test('is restored without an owner where the owner is gone', async () => {
    const world = await makeWorld()
    const { id: userId } = await world.person()
    const id = await anAccount(world, { userId })
    const [before] = await rows(world)
    const job = await done(world, one(id), { kind: 'delete' })
    await world.db.deleteFrom('user').where('id', '=', userId).execute()
    expect(await undone(world, job.id)).toMatchObject({ failed: 0 })
    expect(await rows(world)).toEqual([{ ...before, userId: null }])
  })

  test('stays away where another was given its port', async () => {
    const world = await makeWorld()
    const id = await anAccount(world, { port: 5001 })
    const job = await done(world, one(id), { kind: 'delete' })
    await anAccount(world, { port: 5001 })
    const after = await rows(world)
    const { failures } = await undone(world, job.id)
    expect(failures).toEqual([{ id, label: '5001', problem: 'port taken' }])
    expect(await rows(world)).toEqual(after)
  })

  test('is logged by its port when deleted and when restored', async () => {
    const world = await makeWorld()
    const id = await anAccount(world, { port: 5001 })
    const job = await done(world, one(id), { kind: 'delete' })
    world.clock.add(5)
    await undone(world, job.id)
    const { data } = await world.as(mainAdmin).GET('/api/admin/audit')
    const ofAccount = data!.entries.filter(({ subject }) => subject === 'account')
    const same = { subjectId: id, label: '5001', actor: 'main@example.com' }
    expect(ofAccount).toMatchObject([
      { ...same, operation: 'undoJob', before: null, after: { id, port: 5001 } },
      { ...same, operation: 'deleteAccount', before: { id, port: 5001 }, after: null },
    ])
    expect(ofAccount.map(({ time }) => time)).toEqual([world.clock.at, world.clock.at - 5])
  })
})
