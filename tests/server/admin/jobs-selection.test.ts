import { describe, expect, test } from 'vitest'
import { removeOldJobItems } from '../../../server/admin/jobs/store.ts'
import {
  type Action,
  at,
  begin,
  done,
  ended,
  JOB,
  ONE,
  type Selection,
} from '../../support/jobs.ts'
import { anAccount, aServer, months } from '../../support/make.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

type World = Awaited<ReturnType<typeof makeWorld>>

const DAY = 86_400_000
const closing: Action = { kind: 'ban', time: 1000 }
const mailing: Action = { kind: 'mail', title: 'News', content: 'All is well' }

const preview = async (world: World, selection: Selection, action: Action = closing) => {
  const body = { selection, action }
  const { data, error } = await world.as(mainAdmin).POST(`${JOB}/preview`, { body })
  return data ?? { error, total: undefined, sample: undefined }
}
const found = async (world: World, selection: Selection, action: Action) =>
  (await preview(world, selection, action)).sample?.map(({ id }) => id)

/** Accounts of three people: two in a group, one of them an admin, and one in no group. */
async function makePeople() {
  const world = await makeWorld()
  const ann = await world.person({ groupId: 3, email: 'ann@example.com' })
  const bob = await world.person({ groupId: 3, email: 'bob@example.com', type: 'admin' })
  const cid = await world.person({ email: 'cid@example.com' })
  const own = ({ id: userId }: { id: number }) => anAccount(world, { userId })
  const accounts = { ann: await own(ann), bob: await own(bob), cid: await own(cid) }
  const nobodys = await anAccount(world, { password: 'ann' })
  await world.db.updateTable('user').set({ comment: 'Ring ANN' }).where('id', '=', cid.id).execute()
  return { world, ann: ann.id, bob: bob.id, cid: cid.id, accounts, nobodys }
}

describe('previewJob', () => {
  test.each<[string, NonNullable<Selection['query']>, ('ann' | 'bob' | 'cid')[]]>([
    ['all', {}, ['ann', 'bob', 'cid']],
    ['of any group', { group: -1 }, ['ann', 'bob', 'cid']],
    ['of no group', { group: 0 }, ['cid']],
    ['of a group', { group: 3 }, ['ann', 'bob']],
    ['of no kind in particular', { type: [] }, ['ann', 'bob', 'cid']],
    ['admins', { type: ['admin'] }, ['bob']],
    ['customers', { type: ['normal'] }, ['ann', 'cid']],
    ['by name', { search: ' BOB@ ' }, ['bob']],
    ['by name or comment', { search: 'ann' }, ['ann', 'cid']],
    ['of a group, by comment', { search: 'ann', group: 0 }, ['cid']],
  ])('finds people, and the accounts of people: %s', async (_which, query, names) => {
    const people = await makePeople()
    const { world, accounts } = people
    const selection: Selection = { of: 'user', query }
    expect(await found(world, selection, mailing)).toEqual(names.map((name) => people[name]))
    expect(await found(world, selection, closing)).toEqual(names.map((name) => accounts[name]))
  })

  test('finds accounts, and the owners of accounts: by number, search and filter', async () => {
    const { world, ann, bob, accounts, nobodys } = await makePeople()
    const both = async (selection: Omit<Selection, 'of'>) => [
      await found(world, { of: 'account', ...selection }, closing),
      await found(world, { of: 'account', ...selection }, mailing),
    ]
    expect(await both({ ids: [accounts.bob, nobodys, 99] })).toEqual([
      [accounts.bob, nobodys],
      [bob],
    ])
    expect(await both({ query: { search: 'ann' } })).toEqual([[accounts.ann, nobodys], [ann]])
    const filter = { expired: true, unexpired: true, unlimit: true, noUser: true }
    const nobody = { ...filter, hasUser: false } as never
    expect(await both({ query: { filter: nobody } })).toEqual([[nobodys], []])
  })

  test('shows twenty, and counts where it cannot be done among them', async () => {
    const world = await makeWorld()
    for (let made = 0; made < 20; made += 1) await anAccount(world, { port: 5001 + made })
    const all: Selection = { of: 'account', query: {} }
    const action: Action = { kind: 'extend', time: 5 }
    expect(await preview(world, all, action)).toMatchObject({ total: 20, problems: 20 })
    await anAccount(world, { port: 5021 })
    const shown = await preview(world, all, action)
    expect(shown).toMatchObject({ total: 21, problems: 20 })
    expect(shown.sample?.map(({ label }) => Number(label))).toEqual(
      Array.from({ length: 20 }, (_, number) => 5001 + number),
    )
  })

  test('counts and shows also beyond the first thousand numbers', async () => {
    const world = await makeWorld()
    const made: number[] = []
    for (let number = 0; number < 25; number += 1) made.push(await anAccount(world))
    const nobody = Array.from({ length: 985 }, (_, number) => 100_000 + number)
    // Fifteen in the first thousand, and ten after it.
    const ids = [...made.slice(0, 15), ...nobody, ...made.slice(15)]
    const shown = await preview(world, { of: 'account', ids })
    expect(shown.total).toBe(25)
    expect(shown.sample?.map(({ id }) => id)).toEqual(made.slice(0, 20))
    const job = await done(world, { of: 'account', ids }, closing)
    expect(job).toMatchObject({ total: 25, done: 25 })
  })

  test.each([{ of: 'account' }, { of: 'user', ids: [1], query: {} }])(
    'says what a selection must have: %j',
    async (selection) => {
      const world = await makeWorld()
      const message = 'body/selection must have either ids or query'
      for (const path of [JOB, `${JOB}/preview`] as const) {
        const body = { selection: selection as Selection, action: closing }
        const { response, error } = await world.as(mainAdmin).POST(path, { body })
        expect(response.status).toBe(400)
        expect(JSON.stringify(error)).toContain(message)
      }
    },
  )

  test('refuses servers of which one is unknown', async () => {
    const world = await makeWorld()
    const known = await aServer(world)
    await anAccount(world, { server: '[]' })
    const all: Selection = { of: 'account', query: {} }
    const choose = (server: number[] | null): Action => ({ kind: 'setServers', server })
    expect((await preview(world, all, choose([known, 99]))).total).toBeUndefined()
    expect((await begin(world, all, choose([known, 99]))).response.status).toBe(403)
    for (const server of [[known], [], null])
      expect((await preview(world, all, choose(server))).total).toBe(1)
  })
})

describe('createJob', () => {
  test('does it once to an owner of several accounts, however far apart they are named', async () => {
    const world = await makeWorld()
    const { id: userId } = await world.person()
    const [first, last] = [await anAccount(world, { userId }), await anAccount(world, { userId })]
    const nobody = Array.from({ length: 1000 }, (_, number) => 100_000 + number)
    const job = await done(world, { of: 'account', ids: [first, ...nobody, last] }, mailing)
    expect(job).toMatchObject({ of: 'user', total: 1, done: 1 })
    expect(await world.db.selectFrom('mail').select('userId').execute()).toEqual([{ userId }])
  })

  test('begins where as many match as were shown', async () => {
    const world = await makeWorld()
    await anAccount(world)
    const all: Selection = { of: 'account', query: {} }
    expect((await begin(world, all, closing, 0)).error).toBe('selection changed')
    const { data } = await begin(world, all, closing, 1)
    expect(data).toMatchObject({ status: 'running', total: 1, done: 0, failures: [] })
    expect(await ended(world, data!.id)).toMatchObject({ status: 'done', endTime: world.clock.at })
  })
})

describe('what is stored of jobs', () => {
  test('lists fifty jobs, and two hundred failures in order', async () => {
    const world = await makeWorld()
    for (let made = 0; made < 201; made += 1) await anAccount(world, { port: 20_000 + made })
    const all: Selection = { of: 'account', query: {} }
    const { id, failures } = await done(world, all, { kind: 'extend', time: 5 })
    expect(failures.map(({ label }) => Number(label))).toEqual(
      Array.from({ length: 200 }, (_, number) => 20_000 + number),
    )
    const row = await world.db.selectFrom('job').selectAll().executeTakeFirstOrThrow()
    const more = Array.from({ length: 50 }, (_, number) => ({ ...row, id: id + 1 + number }))
    await world.db.insertInto('job').values(more).execute()
    const { data } = await world.as(mainAdmin).GET(JOB)
    expect(data?.map((job) => job.id)).toEqual(more.map((job) => job.id).toReversed())
    expect(data?.[0]).not.toHaveProperty('failures')
  })

  test.each([
    [30 * DAY, true],
    [30 * DAY + 1, false],
  ])('can be taken back after %d ms: %s', async (time, isStored) => {
    const world = await makeWorld()
    await anAccount(world, months(world, 1))
    const job = await done(world, { of: 'account', query: {} }, { kind: 'extend', time: 5 })
    world.clock.add(time)
    await removeOldJobItems(world.db, world.clock.at)
    expect(await world.db.selectFrom('jobItem').selectAll().execute()).toHaveLength(
      isStored ? 1 : 0,
    )
    const { data } = await world.as(mainAdmin).GET(ONE, at(job.id))
    expect(data?.mayUndo).toBe(isStored)
    const undo = await world.as(mainAdmin).POST('/api/admin/job/{jobId}/undo', at(job.id))
    expect(undo.response.status).toBe(isStored ? 200 : 403)
    if (isStored) expect(await ended(world, job.id)).toMatchObject({ status: 'undone', done: 0 })
  })

  test.each([
    ['done', true],
    ['cancelled', true],
    ['undone', false],
    ['running', false],
    ['undoing', false],
  ] as const)('can be taken back when it is %s: %s', async (status, may) => {
    const world = await makeWorld()
    await anAccount(world, months(world, 1))
    const job = await done(world, { of: 'account', query: {} }, closing)
    await world.db.updateTable('job').set({ status }).execute()
    const read = async () => (await world.as(mainAdmin).GET(ONE, at(job.id))).data
    expect((await read())?.mayUndo).toBe(may)
    world.clock.add(31 * DAY)
    await removeOldJobItems(world.db, world.clock.at)
    const isWorkedOn = status === 'running' || status === 'undoing'
    const left = await world.db.selectFrom('jobItem').selectAll().execute()
    expect(left).toHaveLength(isWorkedOn ? 1 : 0)
  })

  test('of which nothing was done has nothing to take back', async () => {
    const world = await makeWorld()
    await anAccount(world)
    const job = await done(world, { of: 'account', query: {} }, { kind: 'extend', time: 5 })
    expect(job).toMatchObject({ done: 0, failed: 1, mayUndo: false })
    const undo = await world.as(mainAdmin).POST('/api/admin/job/{jobId}/undo', at(job.id))
    expect(undo.response.status).toBe(403)
    expect((await world.as(mainAdmin).GET(ONE, at(job.id))).data?.status).toBe('done')
  })
})
