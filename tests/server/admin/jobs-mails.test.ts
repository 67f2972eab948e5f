import { describe, expect, test } from 'vitest'
import { type Action, begin, done, JOB, type Selection, undone } from '../../support/jobs.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

type World = Awaited<ReturnType<typeof makeWorld>>

const news: Action = { kind: 'mail', title: 'News', content: 'All is well' }
const toGold: Action = { kind: 'setGroup', groupId: 3 }
const these = (...people: { id: number }[]): Selection => ({
  of: 'user',
  ids: people.map(({ id }) => id),
})
const groupOf = async ({ db }: World, { id }: { id: number }) =>
  (await db.selectFrom('user').select('groupId').where('id', '=', id).executeTakeFirst())?.groupId

/** Two groups, and a user in the first. */
async function makeGroups() {
  const world = await makeWorld()
  for (const [id, name] of [
    [2, 'Silver'],
    [3, 'Gold'],
  ] as const)
    await world.db.insertInto('userGroup').values({ id, name, orders: null }).execute()
  return { world, ann: await world.person({ groupId: 2, email: 'ann@example.com' }) }
}

describe('a mail to many', () => {
  test('is written to each address, once for each job', async () => {
    const world = await makeWorld()
    const ann = await world.person({ email: 'ann@example.com' })
    const job = await done(world, these(ann), news)
    const mails = await world.db.selectFrom('mail').selectAll().execute()
    expect(mails).toMatchObject([
      {
        kind: 'user',
        recipient: 'ann@example.com',
        userId: ann.id,
        subject: 'News',
        content: 'All is well',
        status: 'waiting',
        effect: `job:${job.id}:${ann.id}`,
        createTime: world.clock.at,
        nextTry: world.clock.at,
      },
    ])
  })

  test('is not sent to people without an address, and takes no second for them', async () => {
    const world = await makeWorld()
    const people = [await world.person({ email: 'telegram42' }), await world.person()] as const
    const { data } = await world
      .as(mainAdmin)
      .POST(`${JOB}/preview`, { body: { selection: these(...people), action: news } })
    const failure = { id: people[0].id, label: 'telegram42', problem: 'has no mail address' }
    expect(data).toMatchObject({ total: 2, problems: 1 })
    expect(data?.sample[0]).toEqual(failure)
    const job = await done(world, these(...people), news)
    expect(job).toMatchObject({ done: 1, failed: 1, failures: [failure] })
    const mails = await world.db.selectFrom('mail').select(['userId', 'nextTry']).execute()
    // The second of the job, though the first mail of it.
    expect(mails).toEqual([{ userId: people[1].id, nextTry: world.clock.at + 1000 }])
  })

  test('is stopped only where it waits', async () => {
    const world = await makeWorld()
    const [ann, bob] = [await world.person(), await world.person()]
    const first = await done(world, these(ann), news)
    const second = await done(world, these(ann, bob), news)
    await world.db
      .updateTable('mail')
      .set({ status: 'failed' })
      .where('effect', '=', `job:${second.id}:${ann.id}`)
      .execute()
    const { failures } = await undone(world, second.id)
    expect(failures.map(({ id, problem }) => [id, problem])).toEqual([[ann.id, 'sent already']])
    const mails = world.db.selectFrom('mail').select(['effect', 'status', 'nextTry']).orderBy('id')
    const { at: now } = world.clock
    expect(await mails.execute()).toEqual([
      { effect: `job:${first.id}:${ann.id}`, status: 'waiting', nextTry: now },
      { effect: `job:${second.id}:${ann.id}`, status: 'failed', nextTry: now },
      { effect: `job:${second.id}:${bob.id}`, status: 'cancelled', nextTry: null },
    ])
  })
})

describe('another group for many', () => {
  test('is taken back to the group of before', async () => {
    const { world, ann } = await makeGroups()
    const bob = await world.person({ groupId: 2 })
    const job = await done(world, these(ann), toGold)
    expect([await groupOf(world, ann), await groupOf(world, bob)]).toEqual([3, 2])
    expect(await undone(world, job.id)).toMatchObject({ failed: 0 })
    expect([await groupOf(world, ann), await groupOf(world, bob)]).toEqual([2, 2])
  })

  test('stays where someone was moved since, or the group of before is gone', async () => {
    const { world, ann } = await makeGroups()
    const bob = await world.person({ email: 'bob@example.com' })
    const job = await done(world, these(ann, bob), toGold)
    await world.db.updateTable('user').set({ groupId: 0 }).where('id', '=', bob.id).execute()
    await world.db.deleteFrom('userGroup').where('id', '=', 2).execute()
    const { failures } = await undone(world, job.id)
    expect(failures).toEqual([
      { id: ann.id, label: 'ann@example.com', problem: 'changed since' },
      { id: bob.id, label: 'bob@example.com', problem: 'changed since' },
    ])
    expect([await groupOf(world, ann), await groupOf(world, bob)]).toEqual([3, 0])
  })

  test('is not taken back from someone who is gone', async () => {
    const { world, ann } = await makeGroups()
    const job = await done(world, these(ann), toGold)
    await world.db.deleteFrom('user').where('id', '=', ann.id).execute()
    const { failures } = await undone(world, job.id)
    expect(failures).toEqual([{ id: ann.id, label: 'ann@example.com', problem: 'gone' }])
  })

  test('is refused, also as a preview, for an unknown group', async () => {
    const { world, ann } = await makeGroups()
    const action: Action = { kind: 'setGroup', groupId: 4 }
    const body = { selection: these(ann), action }
    const requested = await world.as(mainAdmin).POST(`${JOB}/preview`, { body })
    expect(requested.response.status).toBe(403)
    expect((await begin(world, these(ann), action)).response.status).toBe(403)
    expect(await world.db.selectFrom('job').select('id').execute()).toEqual([])
  })
})
