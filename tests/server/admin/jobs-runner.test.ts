import { describe, expect, test, vi } from 'vitest'
import { resumeJobs, runJob } from '../../../server/admin/jobs/runner.ts'
import { type Action, at, begin, ended, type Selection } from '../../support/jobs.ts'
import { anAccount, aServer, months } from '../../support/make.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

type World = Awaited<ReturnType<typeof makeWorld>>

const SILENCE = 30_000
const HOUR = 3_600_000
const closing: Action = { kind: 'ban', time: HOUR }

/** A job that was begun by a server that died before it did anything. */
async function aJob(
  { db, clock }: World,
  ids: number[],
  { action = closing, ...changes }: { action?: Action } & Partial<Record<string, unknown>> = {},
) {
  const times = { createTime: clock.at, endTime: null, claimedUntil: null }
  const { id } = await db
    .insertInto('job')
    .values({
      kind: action.kind,
      actorId: 1,
      action: JSON.stringify(action),
      status: 'running',
      total: ids.length,
      ...times,
      ...changes,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('jobItem')
    .values(
      ids.map((subjectId) => ({
        jobId: id,
        subjectId,
        label: String(subjectId),
        status: 'waiting' as const,
        error: null,
        before: null,
      })),
    )
    .execute()
  return id
}

async function accounts(world: World, number: number) {
  const ids: number[] = []
  for (let made = 0; made < number; made += 1) ids.push(await anAccount(world, months(world, 1)))
  return ids
}

const jobs = ({ db }: World) =>
  db.selectFrom('job').select(['status', 'done', 'failed', 'claimedUntil', 'endTime']).execute()

/** Works on a job, and returns the accounts after each slice whose ports were to follow. */
async function run(world: World, id: number, between: (slices: number) => void = () => {}) {
  const woken: (readonly number[] | undefined)[] = []
  const wake = (ids?: readonly number[]) => (woken.push(ids), between(woken.length))
  await runJob({ ...world.world, wake }, id)
  return woken
}

describe('working on a job', () => {
  test.each([
    [99, [99]],
    [100, [100, 0]],
    [101, [100, 1]],
  ])('of %d accounts takes a hundred at once, and reports which', async (number, slices) => {
    const world = await makeWorld()
    const ids = await accounts(world, number)
    const woken = await run(world, await aJob(world, ids))
    expect(woken.map((some) => some?.length)).toEqual(slices)
    expect(woken.flat()).toEqual(ids)
    expect(await jobs(world)).toEqual([
      { status: 'done', done: number, failed: 0, claimedUntil: null, endTime: world.clock.at },
    ])
  })

  test('takes back what was done last at first', async () => {
    const world = await makeWorld()
    const ids = await accounts(world, 3)
    const id = await aJob(world, ids)
    await run(world, id)
    await world.db.updateTable('job').set({ status: 'undoing', endTime: null }).execute()
    expect(await run(world, id)).toEqual([ids.toReversed()])
    expect(await jobs(world)).toMatchObject([{ status: 'undone', done: 0, failed: 0 }])
    const items = await world.db.selectFrom('jobItem').select('status').execute()
    expect(items).toEqual(Array(3).fill({ status: 'undone' }))
  })

  test.each<Action>([
    { kind: 'setGroup', groupId: 0 },
    { kind: 'mail', title: 'News', content: 'All is well' },
    { kind: 'deleteUser' },
  ])('lets all ports be where it was about people: $kind', async (action) => {
    const world = await makeWorld()
    const { id } = await world.person()
    expect(await run(world, await aJob(world, [id], { action }))).toEqual([undefined])
    expect(await jobs(world)).toMatchObject([{ status: 'done', done: 1 }])
  })

  test('writes mails one a second also after the first hundred, and after what failed', async () => {
    const world = await makeWorld()
    const ids: number[] = []
    for (let made = 0; made < 102; made += 1) {
      const email = made === 0 || made === 100 ? `nowhere${made}` : `a${made}@example.com`
      ids.push((await world.person({ email })).id)
    }
    const action = { kind: 'mail', title: 'News', content: 'All is well' } as const
    await run(world, await aJob(world, ids, { action }))
    expect(await jobs(world)).toMatchObject([{ status: 'done', done: 100, failed: 2 }])
    const mails = await world.db.selectFrom('mail').select('nextTry').orderBy('id').execute()
    const { at: now } = world.clock
    expect(mails.at(0)).toEqual({ nextTry: now + 1_000 })
    expect(mails.at(-2)).toEqual({ nextTry: now + 99_000 })
    expect(mails.at(-1)).toEqual({ nextTry: now + 101_000 })
  })

  // With one connection, a query between two slices is answered before the second.
  test.skipIf(process.env.TEST_DATABASE_URL)(
    'says with each slice that it is still alive',
    async () => {
      const world = await makeWorld()
      const id = await aJob(world, await accounts(world, 101))
      const { at: began } = world.clock
      const seen: ReturnType<typeof jobs>[] = []
      await run(world, id, () => {
        seen.push(jobs(world))
        world.clock.add(1000)
      })
      expect((await Promise.all(seen)).flat()).toMatchObject([
        { status: 'running', claimedUntil: began + SILENCE, done: 100 },
        { status: 'done', claimedUntil: began + 1000 + SILENCE, done: 101 },
      ])
      expect(await jobs(world)).toMatchObject([{ claimedUntil: null, endTime: began + 1000 }])
    },
  )

  // With one connection, a query between two slices is answered before the second.
  test.skipIf(process.env.TEST_DATABASE_URL)(
    'stops where it was cancelled between two slices',
    async () => {
      const world = await makeWorld()
      const ids = await accounts(world, 150)
      const id = await aJob(world, ids)
      const cancelled: Promise<unknown>[] = []
      const woken = await run(world, id, () => {
        cancelled.push(world.db.updateTable('job').set({ status: 'cancelled' }).execute())
      })
      await Promise.all(cancelled)
      expect(woken).toEqual([ids.slice(0, 100), []])
      expect(await jobs(world)).toMatchObject([{ status: 'cancelled', done: 100 }])
    },
  )

  test.each([
    [1, 0],
    [0, 0],
    [-1, 1],
  ])('that another claims until %d ms from now: %d slices', async (left, slices) => {
    const world = await makeWorld()
    const claimedUntil = world.clock.at + left
    const id = await aJob(world, await accounts(world, 1), { claimedUntil })
    expect(await run(world, id)).toHaveLength(slices)
    if (slices === 0) expect(await jobs(world)).toMatchObject([{ claimedUntil, done: 0 }])
  })

  test.each(['done', 'cancelled', 'undone'])('that is %s begins nothing', async (status) => {
    const world = await makeWorld()
    const id = await aJob(world, await accounts(world, 1), { status })
    expect(await run(world, id)).toEqual([])
    await resumeJobs(world.world)
    expect(world.woken.times).toBe(0)
    expect(await jobs(world)).toMatchObject([{ status, done: 0, endTime: null }])
  })

  test('continues all unfinished jobs, the oldest first', async () => {
    const world = await makeWorld()
    const [one, two] = await accounts(world, 2)
    await aJob(world, [two!])
    await aJob(world, [one!])
    const woken: unknown[] = []
    await resumeJobs({ ...world.world, wake: (ids) => void woken.push(ids) })
    expect(woken).toEqual([[two], [one]])
  })
})

test('a job that stops for an unforeseen reason is taken up again', async () => {
  const world = await makeWorld()
  await aServer(world)
  const error = vi.spyOn(world.log, 'error')
  const id = await anAccount(world, { server: '{' })
  const only: Selection = { of: 'account', ids: [id] }
  const { data } = await begin(world, only, closing)
  const stopped = [{ status: 'running', done: 0, failed: 0, claimedUntil: null, endTime: null }]
  await vi.waitFor(() => expect(error).toHaveBeenCalledOnce())
  expect(await jobs(world)).toEqual(stopped)
  await world.db.updateTable('account').set({ server: null }).execute()
  await resumeJobs(world.world)
  expect(await ended(world, data!.id)).toMatchObject({ status: 'done', done: 1 })

  const storedBefore = world.db.updateTable('jobItem')
  const { before } = await world.db.selectFrom('jobItem').select('before').executeTakeFirstOrThrow()
  await storedBefore.set({ before: '{' }).execute()
  const { response } = await world.as(mainAdmin).POST('/api/admin/job/{jobId}/undo', at(data!.id))
  expect(response.status).toBe(200)
  await vi.waitFor(() => expect(error).toHaveBeenCalledTimes(2))
  expect(await jobs(world)).toMatchObject([{ ...stopped[0], status: 'undoing', done: 1 }])
  await storedBefore.set({ before }).execute()
  await resumeJobs(world.world)
  expect(await ended(world, data!.id)).toMatchObject({ status: 'undone', done: 0 })
  expect(await world.db.selectFrom('ban').selectAll().execute()).toEqual([])
})
