import { describe, expect, test } from 'vitest'
import { removeOldJobItems } from '../../../server/admin/jobs/store.ts'
import { resumeJobs, runJob } from '../../../server/admin/jobs/runner.ts'
import {
  type Action,
  at,
  begin,
  done,
  ended,
  JOB,
  ONE,
  type Selection,
  undone,
} from '../../support/jobs.ts'
import { anAccount, aServer, months } from '../../support/make.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const HOUR = 3_600_000
const MONTH = 2_592_000_000

type World = Awaited<ReturnType<typeof makeWorld>>

const accounts = (world: World) =>
  world.db.selectFrom('account').selectAll().orderBy('id').execute()
const all: Selection = { of: 'account', query: {} }

describe('previewJob', () => {
  test('reports whom and how many, and where it cannot be done, and changes nothing', async () => {
    const world = await makeWorld()
    await anAccount(world, { port: 5001, ...months(world, 1) })
    await anAccount(world, { port: 5002, type: 1 })
    const { data } = await world.as(mainAdmin).POST('/api/admin/job/preview', {
      body: { selection: all, action: { kind: 'extend', time: HOUR } },
    })
    expect(data).toEqual({
      total: 2,
      problems: 1,
      sample: [
        {
          id: expect.any(Number),
          label: '5001',
          ends: world.clock.at + MONTH,
          movedTo: world.clock.at + MONTH + HOUR,
        },
        { id: expect.any(Number), label: '5002', problem: 'no end' },
      ],
      past: 0,
    })
    expect(await world.db.selectFrom('job').selectAll().execute()).toEqual([])
  })

  test('counts whose time would be over, of all and not of the first', async () => {
    const world = await makeWorld()
    for (let port = 5001; port <= 5021; port++)
      await anAccount(world, { port, ...months(world, 1) })
    const ended = await anAccount(world, { port: 5030, ...months(world, 1) })
    await world.db
      .updateTable('account')
      .set({ expireTime: world.clock.at - HOUR })
      .where('id', '=', ended)
      .execute()
    // One that was not started has all of its time before it.
    await anAccount(world, { port: 5031, active: 0, ...months(world, 1) })
    const past = async (time: number) => {
      const body = { selection: all, action: { kind: 'extend', time } as const }
      return (await world.as(mainAdmin).POST('/api/admin/job/preview', { body })).data?.past
    }
    expect(await past(HOUR + 1)).toBe(0)
    expect(await past(HOUR)).toBe(1)
    expect(await past(1 - MONTH)).toBe(1)
    expect(await past(-MONTH)).toBe(22)
  })

  test.each([
    [{ of: 'account' }],
    [{ of: 'account', ids: [1], query: {} }],
    [{ of: 'account', ids: [] }],
    [{ of: 'thing', query: {} }],
  ])('refuses %j', async (selection) => {
    const world = await makeWorld()
    const body = { selection: selection as Selection, action: { kind: 'delete' } as const }
    const { response } = await world.as(mainAdmin).POST('/api/admin/job/preview', { body })
    expect(response.status).toBe(400)
  })
})

describe('undoJob', () => {
  test('is over after 30 days, and then nothing is stored for it', async () => {
    const world = await makeWorld()
    await anAccount(world, { port: 5001 })
    const job = await done(world, all, { kind: 'delete' })
    const stored = () => world.db.selectFrom('jobItem').select('before').execute()
    world.clock.add(29 * 86_400_000)
    await removeOldJobItems(world.db, world.clock.at)
    expect(await stored()).toHaveLength(1)
    world.clock.add(2 * 86_400_000)
    await removeOldJobItems(world.db, world.clock.at)
    expect(await stored()).toEqual([])
    const admin = world.as(mainAdmin)
    const params = { params: { path: { jobId: job.id } } }
    const { data } = await admin.GET('/api/admin/job/{jobId}', params)
    expect(data).toMatchObject({ status: 'done', mayUndo: false })
    const { response } = await admin.POST('/api/admin/job/{jobId}/undo', params)
    expect(response.status).toBe(403)
  })

  test('extends many, and takes it back where nothing changed since', async () => {
    const world = await makeWorld()
    for (let port = 5001; port <= 5250; port += 1)
      await anAccount(world, { port, ...months(world, 1) })
    const before = await accounts(world)
    const job = await done(world, all, { kind: 'extend', time: MONTH })
    expect(job).toMatchObject({ status: 'done', total: 250, done: 250, failed: 0, mayUndo: true })
    const after = await accounts(world)
    expect(after.map((one, at) => one.expireTime! - before[at]!.expireTime!)).toEqual(
      Array(250).fill(MONTH),
    )
    expect(world.woken.times).toBeGreaterThan(0)

    const [first] = after
    await world.db
      .updateTable('account')
      .set({ expireTime: first!.expireTime! + 1 })
      .where('id', '=', first!.id)
      .execute()
    const taken = await undone(world, job.id)
    expect(taken).toMatchObject({ status: 'undone', failed: 1, mayUndo: false })
    expect(taken.failures).toEqual([{ id: first!.id, label: '5001', problem: 'changed since' }])
    expect((await accounts(world)).slice(1)).toEqual(before.slice(1))
  })

  test.each<[string, Action]>([
    ['servers', { kind: 'setServers', server: [1] }],
    ['a ban', { kind: 'ban', time: HOUR }],
    ['more traffic', { kind: 'addFlow', flow: 5_000_000 }],
    ['deletion', { kind: 'delete' }],
  ])('does and takes back: %s', async (_what, action) => {
    const world = await makeWorld()
    await aServer(world)
    await anAccount(world, { ...months(world, 2), flow: 1000 })
    const all4 = async () =>
      Promise.all([
        accounts(world),
        world.db.selectFrom('ban').selectAll().orderBy('accountId').execute(),
        world.db.selectFrom('flowPack').selectAll().orderBy('id').execute(),
      ])
    const before = await all4()
    const job = await done(world, all, action)
    expect(job).toMatchObject({ done: 1, failed: 0 })
    expect(await all4()).not.toEqual(before)
    await undone(world, job.id)
    expect(await all4()).toEqual(before)
  })

  test('moves the owners of accounts to a group, and back', async () => {
    const world = await makeWorld()
    await world.db.insertInto('userGroup').values({ id: 3, name: 'Gold', orders: null }).execute()
    const [ann, bob] = [await world.person(), await world.person()]
    await anAccount(world, { userId: ann.id, port: 5001 })
    await anAccount(world, { userId: ann.id, port: 5002 })
    const groups = async () =>
      (await world.db.selectFrom('user').select(['id', 'groupId']).execute())
        .filter(({ groupId }) => groupId === 3)
        .map(({ id }) => id)
    const job = await done(world, all, { kind: 'setGroup', groupId: 3 })
    expect(job).toMatchObject({ of: 'user', total: 1 })
    expect(await groups()).toEqual([ann.id])
    await undone(world, job.id)
    expect(await groups()).toEqual([])
    const unknown = await begin(
      world,
      { of: 'user', ids: [bob.id] },
      { kind: 'setGroup', groupId: 9 },
    )
    expect(unknown.response.status).toBe(403)
  })

  test('writes mails one a second, and stops those that wait', async () => {
    const world = await makeWorld()
    const people = [await world.person(), await world.person(), await world.person()]
    const mail = { kind: 'mail', title: 'News', content: 'All is well' } as const
    const job = await done(world, { of: 'user', ids: people.map(({ id }) => id) }, mail)
    const mails = () => world.db.selectFrom('mail').selectAll().orderBy('id').execute()
    const { at: now } = world.clock
    expect((await mails()).map(({ nextTry }) => nextTry)).toEqual([now, now + 1000, now + 2000])
    await world.db
      .updateTable('mail')
      .set({ status: 'sent' })
      .where('userId', '=', people[0]!.id)
      .execute()
    expect(await undone(world, job.id)).toMatchObject({ failed: 1 })
    expect((await mails()).map(({ status }) => status)).toEqual(['sent', 'cancelled', 'cancelled'])
  })
})

describe('createJob', () => {
  test('reports each that failed and does the others', async () => {
    const world = await makeWorld()
    await anAccount(world, { port: 5001, type: 1 })
    await anAccount(world, { port: 5002, ...months(world, 1) })
    const job = await done(world, all, { kind: 'extend', time: HOUR })
    expect(job).toMatchObject({ total: 2, done: 1, failed: 1 })
    expect(job.failures).toMatchObject([{ label: '5001', problem: 'no end' }])
  })

  test('refuses when another number matches than was shown, or none', async () => {
    const world = await makeWorld()
    await anAccount(world)
    const changed = await begin(world, all, { kind: 'delete' }, 2)
    expect([changed.response.status, changed.error]).toEqual([403, 'selection changed'])
    const none = await begin(world, { of: 'account', ids: [999] }, { kind: 'delete' })
    expect([none.response.status, none.error]).toEqual([403, 'nothing selected'])
    expect(await accounts(world)).toHaveLength(1)
    expect(await world.db.selectFrom('jobItem').selectAll().execute()).toEqual([])
  })

  test('does everything once with two workers, and continues after a stop', async () => {
    const world = await makeWorld()
    for (let port = 5001; port <= 5300; port += 1)
      await anAccount(world, { port, ...months(world, 1), flow: 100 })
    const { data } = await begin(world, all, { kind: 'addFlow', flow: 7 })
    await Promise.all([runJob(world.world, data!.id), resumeJobs(world.world)])
    await ended(world, data!.id)
    expect(await world.db.selectFrom('flowPack').selectAll().execute()).toHaveLength(300)

    await world.db
      .updateTable('job')
      .set({ status: 'undoing', claimedUntil: world.clock.at + 30_000 })
      .execute()
    await resumeJobs(world.world)
    expect(await world.db.selectFrom('flowPack').selectAll().execute()).toHaveLength(300)
    world.clock.add(30_001)
    await resumeJobs(world.world)
    expect(await world.db.selectFrom('flowPack').selectAll().execute()).toEqual([])
  })
})

describe('cancelJob', () => {
  test('stops what has not been done', async () => {
    const world = await makeWorld()
    for (let port = 5001; port <= 5150; port += 1) await anAccount(world, { port })
    const { data } = await begin(world, all, { kind: 'setServers', server: null })
    await ended(world, data!.id)
    // As after a server that died half-way.
    const half = (await accounts(world)).slice(75).map(({ id }) => id)
    await world.db
      .updateTable('jobItem')
      .set({ status: 'waiting' })
      .where('subjectId', 'in', half)
      .execute()
    await world.db.updateTable('job').set({ status: 'running', done: 75 }).execute()
    await world.as(mainAdmin).POST('/api/admin/job/{jobId}/cancel', at(data!.id))
    await resumeJobs(world.world)
    const job = await ended(world, data!.id)
    expect(job).toMatchObject({ status: 'cancelled', total: 150, done: 75, mayUndo: true })
    const again = await world.as(mainAdmin).POST('/api/admin/job/{jobId}/cancel', at(data!.id))
    expect(again.response.status).toBe(403)
  })
})

describe('listJobs', () => {
  test('lists the newest first, and to others none of the main admin’s', async () => {
    const world = await makeWorld()
    await anAccount(world)
    await done(world, all, { kind: 'ban', time: HOUR })
    await done(world, all, { kind: 'ban', time: 0 })
    const { data } = await world.as(mainAdmin).GET(JOB)
    expect(data?.map(({ action }) => action)).toEqual([
      { kind: 'ban', time: 0 },
      { kind: 'ban', time: HOUR },
    ])
    const other = await world.person({ type: 'admin' })
    expect((await world.as(other).GET(JOB)).data).toEqual([])
  })
})

describe('getJob', () => {
  test('reports how far a job came and where it failed, to the main admin alone', async () => {
    const world = await makeWorld()
    const id = await anAccount(world, { port: 5001, type: 1 })
    const { id: jobId } = await done(world, all, { kind: 'extend', time: HOUR })
    const { data } = await world.as(mainAdmin).GET(ONE, at(jobId))
    expect(data).toMatchObject({ of: 'account', status: 'done', total: 1, done: 0, failed: 1 })
    expect(data?.failures).toEqual([{ id, label: '5001', problem: 'no end' }])
    const other = await world.person({ type: 'admin' })
    expect((await world.as(other).GET(ONE, at(jobId))).response.status).toBe(403)
    expect((await world.as(mainAdmin).GET(ONE, at(99))).response.status).toBe(403)
  })
})
