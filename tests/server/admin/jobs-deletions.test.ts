import { describe, expect, test } from 'vitest'
import { beginUndo, removeOldJobItems } from '../../../server/admin/jobs/store.ts'
import { inTransaction } from '../../../server/database/database.ts'
import { at, begin, done, ended, JOB, ONE, undone } from '../../support/jobs.ts'
import { aNotice, anAccount, anOrder, aPlan } from '../../support/make.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

type World = Awaited<ReturnType<typeof makeWorld>>
type Of = 'plan' | 'notice' | 'article'

const DAY = 86_400_000
const KINDS = { plan: 'deletePlan', notice: 'deleteNotice', article: 'deleteArticle' } as const
const UNDO = '/api/admin/job/{jobId}/undo'

/** Everything that deleting one of them may touch. */
async function everything({ db }: World) {
  const order = (table: 'plan' | 'userGroup' | 'notice' | 'placedOrder' | 'event') =>
    db
      .selectFrom(table as 'plan')
      .selectAll()
      .orderBy('id')
      .execute()
  return {
    plans: await order('plan'),
    groups: await order('userGroup'),
    notices: await order('notice'),
    links: await db.selectFrom('noticeGroup').selectAll().orderBy('groupId').execute(),
    orders: await order('placedOrder'),
    events: await order('event'),
  }
}

const aGroup = async ({ db }: World, orders: number[] | null) =>
  (
    await db
      .insertInto('userGroup')
      .values({ name: 'Friends', orders: orders && JSON.stringify(orders) })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

const ordersOf = async ({ db }: World, id: number): Promise<unknown> => {
  const group = db.selectFrom('userGroup').select('orders').where('id', '=', id)
  return JSON.parse((await group.executeTakeFirstOrThrow()).orders ?? 'null')
}

/** One of a kind with what belongs to it, among others. */
async function make(world: World, of: Of): Promise<number> {
  if (of === 'article') {
    const fields = { position: 'public', category: 'Phones', categoryOrder: 2, url: 'https://a.b' }
    const one = { kind: 'article', language: 'ja-JP', guide: 'apple', ...fields } as const
    return aNotice(world, { title: 'Old', ...one })
  }
  if (of === 'notice') {
    const id = await aNotice(world, { title: 'Old', forGroups: 1, autopop: 1 })
    const groups = [await aGroup(world, null), await aGroup(world, null)]
    const links = groups.map((groupId) => ({ noticeId: id, groupId }))
    await world.db.insertInto('noticeGroup').values(links).execute()
    return id
  }
  const [first, last] = [await aPlan(world, { name: 'A' }), await aPlan(world, { name: 'C' })]
  const comment = { shortComment: 'Best', comment: '**Much**', server: '[1,2]', portRange: '1-9' }
  const id = await aPlan(world, { name: 'Old', alipay: 1999, paypal: 350, active: 0, ...comment })
  await aGroup(world, [last, id, first])
  await aGroup(world, [first])
  await anOrder(world, await world.person(), { planId: id })
  return id
}

const CALLS = {
  plan: ['/api/admin/order', 'orderId'],
  notice: ['/api/admin/notice', 'noticeId'],
  article: ['/api/admin/article', 'articleId'],
} as const

/** Deletes one by its own call; returns the job that this left. */
async function deleteByCall(world: World, of: Of, id: number) {
  const headers = { cookie: await world.cookieOf(mainAdmin) }
  const url = `${CALLS[of][0]}/${id}`
  const reply = await world.app.inject({ method: 'DELETE', url, headers })
  expect([reply.statusCode, reply.body]).toEqual([200, 'success'])
  return (await world.as(mainAdmin).GET(JOB)).data![0]!
}

const deleteByJob = (world: World, of: Of, id: number) =>
  done(world, { of, ids: [id] }, { kind: KINDS[of] })

const WAYS = { 'its own call': deleteByCall, 'a job': deleteByJob }
const EACH = (['plan', 'notice', 'article'] as const).flatMap((of) =>
  (['its own call', 'a job'] as const).map((way) => [of, way] as const),
)

describe('undoJob of one that was deleted', () => {
  test.each(EACH)('restores it as it was: %s, deleted by %s', async (of, way) => {
    const world = await makeWorld()
    const id = await make(world, of)
    const before = await everything(world)
    const job = await WAYS[way](world, of, id)
    const about = { of, subject: 'Old', action: { kind: KINDS[of] } }
    expect(job).toMatchObject({ ...about, total: 1, done: 1, failed: 0, mayUndo: true })
    expect(await everything(world)).not.toEqual(before)
    expect(await undone(world, job.id)).toMatchObject({ status: 'undone', done: 0, failed: 0 })
    expect(await everything(world)).toEqual(before)
  })

  test.each(EACH)('happens once, of many at once and later: %s, %s', async (of, way) => {
    const world = await makeWorld()
    const id = await make(world, of)
    const before = await everything(world)
    const job = await WAYS[way](world, of, id)
    const undo = async () => (await world.as(mainAdmin).POST(UNDO, at(job.id))).response.status
    const replies = await Promise.all([undo(), undo(), undo(), undo()])
    expect(replies.toSorted((a, b) => a - b)).toEqual([200, 403, 403, 403])
    await ended(world, job.id)
    expect(await undo()).toBe(403)
    expect(await everything(world)).toEqual(before)
  })

  test('is not begun once more by a call that came while it was under way', async () => {
    const world = await makeWorld()
    const job = await WAYS['a job'](world, 'plan', await make(world, 'plan'))
    // What was read before another call undid it says that it may be undone.
    expect((await world.as(mainAdmin).POST(UNDO, at(job.id))).response.status).toBe(200)
    await ended(world, job.id)
    const read = async () => (await world.as(mainAdmin).GET(ONE, at(job.id))).data
    const before = await read()
    expect(before).toMatchObject({ status: 'undone', mayUndo: false })
    expect(await inTransaction(world.db, (tx) => beginUndo(tx, job.id))).toBe(false)
    expect(await read()).toEqual(before)
  })

  test.each(EACH)('is over after 30 days, and nothing is kept: %s, %s', async (of, way) => {
    const world = await makeWorld()
    const job = await WAYS[way](world, of, await make(world, of))
    const read = async () => (await world.as(mainAdmin).GET(ONE, at(job.id))).data
    world.clock.add(30 * DAY)
    await removeOldJobItems(world.db, world.clock.at)
    expect(await read()).toMatchObject({ mayUndo: true, subject: 'Old' })
    world.clock.add(1)
    await removeOldJobItems(world.db, world.clock.at)
    expect(await world.db.selectFrom('jobItem').selectAll().execute()).toEqual([])
    const late = await read()
    expect(late?.mayUndo).toBe(false)
    expect(late).not.toHaveProperty('subject')
    const gone = await everything(world)
    expect((await world.as(mainAdmin).POST(UNDO, at(job.id))).response.status).toBe(403)
    expect(await everything(world)).toEqual(gone)
  })

  test.each(EACH)('is closed to other admins: %s, %s', async (of, way) => {
    const world = await makeWorld()
    const job = await WAYS[way](world, of, await make(world, of))
    const gone = await everything(world)
    const other = world.as(await world.person({ type: 'admin' }))
    expect((await other.GET(JOB)).data).toEqual([])
    expect((await other.GET(ONE, at(job.id))).response.status).toBe(403)
    expect((await other.POST(UNDO, at(job.id))).response.status).toBe(403)
    expect(await everything(world)).toEqual(gone)
  })

  test.each(EACH)('is written down with its name: %s, %s', async (of, way) => {
    const world = await makeWorld()
    const id = await make(world, of)
    const job = await WAYS[way](world, of, id)
    await undone(world, job.id)
    const subject = of === 'plan' ? 'plan' : 'notice'
    const query = { subject, subjectId: id } as const
    const { data } = await world.as(mainAdmin).GET('/api/admin/audit', { params: { query } })
    const operation = { ...KINDS, plan: 'deleteOrder' }[of]
    expect(data?.entries).toMatchObject([
      { operation: 'undoJob', label: 'Old', subjectId: id },
      { operation, label: 'Old', subjectId: id },
    ])
    const [back, gone] = data!.entries
    expect(back?.after).toEqual(gone?.before)
    expect(gone?.before).toMatchObject(of === 'plan' ? { groups: [1] } : { title: 'Old' })
  })
})

describe('undoJob of a deleted plan', () => {
  test('is refused while another has its name, which it leaves alone', async () => {
    const world = await makeWorld()
    const id = await make(world, 'plan')
    const job = await deleteByCall(world, 'plan', id)
    await aPlan(world, { name: 'Old' })
    const gone = await everything(world)
    const taken = await undone(world, job.id)
    expect(taken.failures).toEqual([{ id, label: 'Old', problem: 'plan exists' }])
    expect(await everything(world)).toEqual(gone)
  })

  test('is tried again once the name is free, and then is over', async () => {
    const world = await makeWorld()
    const id = await make(world, 'plan')
    const before = await everything(world)
    const job = await deleteByCall(world, 'plan', id)
    const other = await aPlan(world, { name: 'Old' })
    expect(await undone(world, job.id)).toMatchObject({ done: 1, failed: 1, mayUndo: true })
    expect(await undone(world, job.id)).toMatchObject({ done: 1, failed: 1, mayUndo: true })
    await world.db.deleteFrom('plan').where('id', '=', other).execute()
    const back = await undone(world, job.id)
    expect(back).toMatchObject({ done: 0, failed: 0, failures: [], mayUndo: false })
    expect(await everything(world)).toEqual(before)
    expect((await world.as(mainAdmin).POST(UNDO, at(job.id))).response.status).toBe(403)
  })

  test('is not by one that had the name before, or is a pack of another plan', async () => {
    const world = await makeWorld()
    const other = await aPlan(world, { name: 'Old' })
    const id = await make(world, 'plan')
    const job = await deleteByCall(world, 'plan', id)
    await aPlan(world, { name: 'Old', baseId: other })
    expect(await undone(world, job.id)).toMatchObject({ done: 0, failed: 0 })
  })

  test('finds the lists of groups as they are now', async () => {
    const world = await makeWorld()
    const [other, id] = [await aPlan(world, { name: 'A' }), await aPlan(world, { name: 'Old' })]
    const groups: number[] = []
    for (let made = 0; made < 4; made += 1) groups.push(await aGroup(world, [other, id]))
    const [shorter, all, gone, same] = groups as [number, number, number, number]
    const job = await deleteByCall(world, 'plan', id)
    const change = (group: number, orders: string | null) =>
      world.db.updateTable('userGroup').set({ orders }).where('id', '=', group).execute()
    await change(shorter, '[]')
    await change(all, null)
    await world.db.deleteFrom('userGroup').where('id', '=', gone).execute()
    expect(await undone(world, job.id)).toMatchObject({ done: 0, failed: 0 })
    expect(await ordersOf(world, shorter)).toEqual([id])
    expect(await ordersOf(world, all)).toBeNull()
    expect(await ordersOf(world, same)).toEqual([other, id])
  })

  test('of a flow pack follows that of the plan it is for', async () => {
    const world = await makeWorld()
    const base = await aPlan(world, { name: 'Base' })
    const id = await aPlan(world, { name: 'Pack', baseId: base })
    const before = await everything(world)
    const pack = await deleteByCall(world, 'plan', id)
    const plan = await deleteByCall(world, 'plan', base)
    expect(await undone(world, plan.id)).toMatchObject({ failed: 0 })
    expect(await undone(world, pack.id)).toMatchObject({ failed: 0 })
    expect(await everything(world)).toEqual(before)
  })

  test('is refused for a flow pack whose plan is gone', async () => {
    const world = await makeWorld()
    const base = await aPlan(world, { name: 'Base' })
    const id = await aPlan(world, { name: 'Pack', baseId: base })
    const pack = await deleteByCall(world, 'plan', id)
    await deleteByCall(world, 'plan', base)
    const { failures } = await undone(world, pack.id)
    expect(failures).toEqual([{ id, label: 'Pack', problem: 'base gone' }])
    expect((await everything(world)).plans).toEqual([])
    const { data } = await world.as(mainAdmin).GET(JOB)
    const [plan] = data!
    await undone(world, plan!.id)
    expect(await undone(world, pack.id)).toMatchObject({ done: 0, failed: 0 })
    expect((await everything(world)).plans).toMatchObject([{ id: base }, { id }])
  })
})

describe('undoJob of what cannot be put back', () => {
  test('is not tried again where time does not help', async () => {
    const world = await makeWorld()
    const id = await make(world, 'article')
    const job = await deleteByCall(world, 'article', id)
    await aNotice(world, { id, kind: 'article', title: 'Other' })
    const { failures, mayUndo } = await undone(world, job.id)
    expect(failures).toEqual([{ id, label: 'Old', problem: 'changed since' }])
    expect(mayUndo).toBe(false)
    expect((await everything(world)).notices).toMatchObject([{ id, title: 'Other' }])
  })
})

describe('undoJob of a deleted announcement', () => {
  test('restores it for the groups that are left, and never for everybody', async () => {
    const world = await makeWorld()
    const id = await make(world, 'notice')
    const { links } = await everything(world)
    const job = await deleteByCall(world, 'notice', id)
    await world.db.deleteFrom('userGroup').where('id', '=', links[0]!.groupId).execute()
    expect(await undone(world, job.id)).toMatchObject({ failed: 0 })
    const after = await everything(world)
    expect(after.links).toEqual([links[1]])
    expect(after.notices).toMatchObject([{ id, forGroups: 1 }])
    expect(after.events).toEqual([])
  })
})

describe('createJob that deletes plans', () => {
  test('refuses what is needed, with the words of the single deletion', async () => {
    const world = await makeWorld()
    const id = await aPlan(world, { name: 'Used' })
    await anAccount(world, { orderId: id })
    const selection = { of: 'plan' as const, ids: [id] }
    const action = { kind: 'deletePlan' as const }
    const body = { selection, action }
    const problem = 'account with this order exists'
    const { data } = await world.as(mainAdmin).POST(`${JOB}/preview`, { body })
    const sample = [{ id, label: 'Used', problem }]
    expect(data).toEqual({ total: 1, problems: 1, sample })
    const job = await done(world, selection, action)
    expect(job).toMatchObject({ done: 0, failed: 1, mayUndo: false, failures: sample })
    expect((await everything(world)).plans).toHaveLength(1)
  })

  test.each([
    ['plan', 'delete'],
    ['plan', 'deleteNotice'],
    ['notice', 'deleteArticle'],
    ['account', 'deletePlan'],
    ['user', 'deleteArticle'],
  ] as const)('refuses %s for %s', async (of, kind) => {
    const world = await makeWorld()
    const { response } = await begin(world, { of, ids: [1] }, { kind })
    expect(response.status).toBe(400)
  })

  test('takes no query', async () => {
    const world = await makeWorld()
    await aPlan(world)
    const { response } = await begin(world, { of: 'plan', query: {} }, { kind: 'deletePlan' })
    expect(response.status).toBe(400)
  })

  test.each(['notice', 'article'] as const)('leaves what is no %s', async (of) => {
    const world = await makeWorld()
    const id = await aNotice(world, { kind: of === 'notice' ? 'article' : 'notice' })
    const { error } = await begin(world, { of, ids: [id] }, { kind: KINDS[of] })
    expect(error).toBe('nothing selected')
  })
})

test('a job of several names none of them', async () => {
  const world = await makeWorld()
  const ids = [await aPlan(world, { name: 'A' }), await aPlan(world, { name: 'B' })]
  const job = await done(world, { of: 'plan', ids }, { kind: 'deletePlan' })
  expect(job).toMatchObject({ total: 2, done: 2, failed: 0 })
  expect(job).not.toHaveProperty('subject')
})

test('deleteNotice leaves the job of an article for an article', async () => {
  const world = await makeWorld()
  const id = await make(world, 'article')
  const params = { path: { noticeId: id } }
  await world.as(mainAdmin).DELETE('/api/admin/notice/{noticeId}', { params })
  const { data } = await world.as(mainAdmin).GET(JOB)
  expect(data).toMatchObject([{ of: 'article', action: { kind: 'deleteArticle' } }])
})

test('a deletion that is refused leaves no job', async () => {
  const world = await makeWorld()
  const id = await aPlan(world)
  await anAccount(world, { orderId: id })
  const params = { path: { orderId: id } }
  const { error } = await world.as(mainAdmin).DELETE('/api/admin/order/{orderId}', { params })
  expect(error).toBe('account with this order exists')
  expect(await world.db.selectFrom('job').selectAll().execute()).toEqual([])
})
