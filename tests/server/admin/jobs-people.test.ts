import { describe, expect, test } from 'vitest'
import type { Tables } from '../../../server/database/tables.ts'
import { begin, done, JOB, type Selection, undone } from '../../support/jobs.ts'
import { aMessage, anAccount, anOrder, aServer } from '../../support/make.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

type World = Awaited<ReturnType<typeof makeWorld>>
type Person = { id: number }

const action = { kind: 'deleteUser' } as const
const these = (...people: Person[]): Selection => ({ of: 'user', ids: people.map(({ id }) => id) })

const preview = async (world: World, selection: Selection) =>
  (await world.as(mainAdmin).POST(`${JOB}/preview`, { body: { selection, action } })).data

const SNAPSHOT_TABLES = [
  ['user', 'id'],
  ['message', 'id'],
  ['conversation', 'userId'],
  ['messageRead', 'userId'],
  ['refCode', 'id'],
  ['referral', 'id'],
  ['macAccount', 'id'],
  ['secondFactor', 'userId'],
  ['recoveryCode', 'codeHash'],
  ['passkey', 'id'],
] as const

/** Everything that is anybody's. */
async function everything({ db }: World) {
  const tables: Partial<Record<keyof Tables, unknown[]>> = {}
  for (const [table, order] of SNAPSHOT_TABLES)
    tables[table] = await db
      .selectFrom(table as 'user')
      .selectAll()
      .orderBy(order as 'id')
      .execute()
  return tables
}

const aCode = async ({ db }: World, { id: sourceUserId }: Person, code: string) =>
  (
    await db
      .insertInto('refCode')
      .values({ code, sourceUserId, maxUser: 3, createTime: 5 })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

const invite = ({ db }: World, codeId: number, { id: userId }: Person) =>
  db.insertInto('referral').values({ codeId, userId, createTime: 6 }).execute()

const aDevice = ({ db }: World, { id: userId }: Person, mac: string, serverId: number | null) =>
  db
    .insertInto('macAccount')
    .values({ mac, userId, accountId: null, serverId, createTime: 7 })
    .execute()

/** A person with one of everything a person can have. */
async function furnished(world: World) {
  const { db } = world
  const [ann, inviter, invited] = [await world.person(), await world.person(), await world.person()]
  const { id: userId } = ann
  await db
    .updateTable('user')
    .set({ telegram: '777', comment: 'Nice' })
    .where('id', '=', userId)
    .execute()
  for (let at = 0; at < 1200; at += 1) await aMessage(world, ann, { content: `Hello ${at}` })
  await db.insertInto('messageRead').values({ userId, side: 'admin', messageId: 3 }).execute()
  await invite(world, await aCode(world, inviter, '111'), ann)
  await invite(world, await aCode(world, ann, '222'), invited)
  await aDevice(world, ann, '0123456789ab', await aServer(world))
  await db
    .insertInto('secondFactor')
    .values({ userId, totp: 'sealed', confirmed: 1, lastStep: 9, createTime: 8 })
    .execute()
  await db.insertInto('recoveryCode').values({ userId, codeHash: 'hash', usedTime: null }).execute()
  await db
    .insertInto('passkey')
    .values({
      userId,
      credentialId: 'key',
      publicKey: 'public',
      counter: 4,
      createTime: 8,
      lastUsed: null,
    })
    .execute()
  await world.cookieOf(ann)
  return { ann, inviter, invited }
}

describe('undoJob of deleted users', () => {
  test('restores a person in full, who logs in again', async () => {
    const world = await makeWorld()
    const { ann } = await furnished(world)
    const before = await everything(world)
    const job = await done(world, these(ann), action)
    expect(job).toMatchObject({ of: 'user', total: 1, done: 1, failed: 0, mayUndo: true })
    const gone = await everything(world)
    expect(gone.message).toEqual([])
    expect(gone.referral).toEqual([])
    expect(gone.user).toHaveLength(before.user!.length - 1)
    expect(await undone(world, job.id)).toMatchObject({ status: 'undone', failed: 0 })
    expect(await everything(world)).toEqual(before)
    expect((await world.as(ann).GET('/api/user/order')).response.status).toBe(401)
  })

  test.each(['inviter first', 'invited first'])('restores invitations: %s', async (way) => {
    const world = await makeWorld()
    const [one, two] = [await world.person(), await world.person()]
    const [inviter, invited] = way === 'inviter first' ? [one, two] : [two, one]
    await invite(world, await aCode(world, inviter, '111'), invited)
    const before = await everything(world)
    const job = await done(world, these(one, two), action)
    await undone(world, job.id)
    expect(await everything(world)).toEqual(before)
  })

  test('does not when someone else logs in by that name, and leaves others what they took', async () => {
    const world = await makeWorld()
    const ann = await world.person({ email: 'ann@example.com', groupId: 4 })
    const bob = await world.person({ email: 'bob@example.com', groupId: 4 })
    await world.db.updateTable('user').set({ telegram: '777' }).where('id', '=', bob.id).execute()
    const serverId = await aServer(world)
    await aDevice(world, bob, '0123456789ab', serverId)
    await aDevice(world, bob, 'ba9876543210', serverId)
    const code = await aCode(world, bob, '111')
    const job = await done(world, these(ann, bob), action)

    const other = await world.person({ email: 'ann@example.com' })
    await world.db.updateTable('user').set({ telegram: '777' }).where('id', '=', other.id).execute()
    await aDevice(world, other, '0123456789ab', serverId)
    await world.db.updateTable('macAccount').set({ serverId: null }).execute()
    await world.db.deleteFrom('server').execute()
    const taken = await undone(world, job.id)
    expect(taken).toMatchObject({ status: 'undone', failed: 1 })
    expect(taken.failures).toEqual([
      { id: ann.id, label: 'ann@example.com', problem: 'name taken' },
    ])
    const { user, macAccount, refCode } = await everything(world)
    expect(user).toEqual([
      expect.objectContaining({ id: 1 }),
      expect.objectContaining({ id: bob.id, telegram: null, groupId: 0 }),
      expect.objectContaining({ id: other.id, telegram: '777' }),
    ])
    expect(macAccount).toEqual([
      expect.objectContaining({ userId: bob.id, mac: 'ba9876543210', serverId: null }),
      expect.objectContaining({ userId: other.id, mac: '0123456789ab' }),
    ])
    expect(refCode).toEqual([expect.objectContaining({ id: code })])
  })
})

describe('createJob that deletes users', () => {
  test('is refused for each in the words of the single call, and says so beforehand', async () => {
    const world = await makeWorld()
    const [owner, payer, free] = [await world.person(), await world.person(), await world.person()]
    await anAccount(world, { userId: owner.id })
    await anOrder(world, payer, { status: 'TRADE_SUCCESS' })
    await anOrder(world, free)
    const single = async ({ id: userId }: Person) =>
      (
        await world
          .as(mainAdmin)
          .DELETE('/api/admin/user/{userId}', { params: { path: { userId } } })
      ).error
    const words = [await single(owner), await single(payer)]
    expect(words).toEqual(['account with this user exists', 'unfinished order exists'])

    const requested = await preview(world, these(owner, payer, free))
    expect(requested).toMatchObject({ total: 3, problems: 2 })
    expect(requested?.admins).toBeUndefined()
    expect(requested?.sample.map(({ problem }) => problem)).toEqual([...words, undefined])
    expect((await everything(world)).user).toHaveLength(4)

    const job = await done(world, these(owner, payer, free), action)
    expect(job).toMatchObject({ done: 1, failed: 2 })
    expect(job.failures.map(({ id, problem }) => [id, problem])).toEqual([
      [owner.id, words[0]],
      [payer.id, words[1]],
    ])
    const { user } = await everything(world)
    expect(user).toHaveLength(3)
    expect(await world.db.selectFrom('placedOrder').selectAll().execute()).toHaveLength(2)
  })

  test('never reaches the main admin, and reports how many other admins are among them', async () => {
    const world = await makeWorld()
    const colleague = await world.person({ type: 'admin' })
    const ann = await world.person()
    // Not even as the owner of an account, which only a hand in the database makes of them.
    await anAccount(world, { userId: 1 })
    for (const selection of [
      these({ id: 1 }),
      { of: 'user', query: { search: 'main@' } },
    ] satisfies Selection[]) {
      expect(await preview(world, selection)).toMatchObject({ total: 0 })
      expect((await begin(world, selection, action)).error).toBe('nothing selected')
    }
    const owners = await done(world, { of: 'account', query: {} }, action)
    expect(owners).toMatchObject({ done: 0, failed: 1, failures: [{ problem: 'main admin' }] })

    const all: Selection = { of: 'user', query: {} }
    expect(await preview(world, all)).toMatchObject({ total: 2, admins: 1 })
    await done(world, all, action)
    expect((await everything(world)).user).toEqual([expect.objectContaining({ id: 1 })])
    expect([colleague.id, ann.id]).not.toContain(1)
  })

  test('is the main admin’s alone', async () => {
    const world = await makeWorld()
    const admin = await world.person({ type: 'admin', groupId: 2 })
    const mine = await world.person({ groupId: 2 })
    for (const [caller, status] of [
      [admin, 403],
      [mine, 401],
    ] as const) {
      const body = { selection: these(mine), action }
      expect((await world.as(caller).POST(JOB, { body })).response.status).toBe(status)
      expect((await world.as(caller).POST(`${JOB}/preview`, { body })).response.status).toBe(status)
    }
    expect((await everything(world)).user).toHaveLength(3)
  })

  test('deletes nobody who received an account at that moment', async () => {
    const world = await makeWorld()
    const people: Person[] = []
    for (let at = 0; at < 30; at += 1) people.push(await world.person())
    const accountIds: number[] = []
    for (let at = 0; at < 30; at += 1) accountIds.push(await anAccount(world))
    const [job] = await Promise.all([
      done(world, these(...people), action),
      ...people.map(({ id: userId }, at) =>
        world.as(mainAdmin).PUT('/api/admin/user/{userId}/{accountId}', {
          params: { path: { userId, accountId: accountIds[at]! } },
        }),
      ),
    ])
    const owners = await world.db
      .selectFrom('account')
      .select('userId')
      .where('userId', 'is not', null)
      .execute()
    const left = new Set(
      (await world.db.selectFrom('user').select('id').execute()).map(({ id }) => id),
    )
    expect(owners.filter(({ userId }) => !left.has(userId!))).toEqual([])
    expect(job.done + job.failed).toBe(30)
    expect(job.failed).toBe(owners.length)
  })

  test('is logged: the job, and each person deleted and restored', async () => {
    const world = await makeWorld()
    const ann = await world.person({ email: 'ann@example.com', passwordHash: 'a hash' })
    const job = await done(world, these(ann), action)
    await undone(world, job.id)
    const { data } = await world.as(mainAdmin).GET('/api/admin/audit')
    const ofAnn = data!.entries.filter(({ subject }) => subject === 'user')
    expect(ofAnn).toMatchObject([
      { operation: 'undoJob', label: 'ann@example.com', before: null, actor: 'main@example.com' },
      { operation: 'deleteUser', label: 'ann@example.com', after: null, subjectId: ann.id },
    ])
    expect(ofAnn[1]?.before).toMatchObject({ username: 'ann@example.com', passwordHash: '•••' })
    expect(JSON.stringify(data)).not.toContain('a hash')
    expect(data!.entries.find(({ operation }) => operation === 'createJob')).toMatchObject({
      subject: 'job',
      subjectId: job.id,
      after: { action, total: 1 },
      undoneTime: world.clock.at,
    })
    const another = await done(world, these(await world.person()), action)
    const { data: later } = await world.as(mainAdmin).GET('/api/admin/audit')
    const begun = later!.entries.find(({ operation }) => operation === 'createJob')
    expect(begun?.subjectId).toBe(another.id)
    expect(begun).not.toHaveProperty('undoneTime')
  })
})
