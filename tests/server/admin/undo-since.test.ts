import { describe, expect, test } from 'vitest'
import type { Body } from '#contract'
import { kindOf } from '../../../server/admin/jobs/actions.ts'
import { done, ended, type Selection, undone } from '../../support/jobs.ts'
import { anAccount, anOrder, aPlan, aServer, months } from '../../support/make.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

type World = Awaited<ReturnType<typeof makeWorld>>

const these = (of: 'account' | 'user', ...ids: number[]): Selection => ({ of, ids })

/** Imports a table to its end. */
async function imported(world: World, of: Body<'createImport'>['of'], table: string) {
  const body = { of, table, expected: table.split('\n').length - 1 }
  const { data } = await world.as(mainAdmin).POST('/api/admin/import', { body })
  return ended(world, data!.id)
}
const problems = async (world: World, job: { id: number }) =>
  (await undone(world, job.id)).failures.map(({ problem }) => problem)
const accounts = ({ db }: World) => db.selectFrom('account').selectAll().orderBy('id').execute()
const change = ({ db }: World, changes: object) => db.updateTable('account').set(changes).execute()

const aDevice = (accountId: number, number: number, publicKey: string) => ({
  accountId,
  number,
  publicKey,
  name: publicKey,
  presharedKey: 'sealed',
  privateKey: '',
  createTime: 5,
})

describe('an imported account', () => {
  async function anImportedAccount() {
    const world = await makeWorld()
    await aPlan(world, { name: 'Month', type: 3, cycle: 2, flow: 5000 })
    await world.person({ email: 'owner@example.com' })
    const job = await imported(world, 'account', 'port,user,plan\n7001,owner@example.com,Month')
    expect(job).toMatchObject({ done: 1 })
    return { world, job, id: (await accounts(world))[0]!.id }
  }

  test.each([
    { port: 7002 },
    { password: 'another' },
    { userId: null },
    { orderId: 0 },
    { type: 1 },
    { server: '[]' },
    { flow: 5001 },
    // It was paid for, or moved, or both.
    { expireTime: 1 },
    { cycles: 3 },
    { cycleStart: 1 },
    { autoRemove: 1 },
    { multiServerFlow: 1 },
  ])('stays where it has %j since', async (changes) => {
    const { world, job } = await anImportedAccount()
    await change(world, changes)
    const before = await accounts(world)
    expect(await problems(world, job)).toEqual(['changed since'])
    expect(await accounts(world)).toEqual(before)
  })

  test('stays where traffic was bought for it, or a device connects by it', async () => {
    for (const table of ['flowPack', 'device'] as const) {
      const { world, job, id } = await anImportedAccount()
      const pack = { accountId: id, flow: 9, createTime: 5 }
      if (table === 'flowPack') await world.db.insertInto('flowPack').values(pack).execute()
      else
        await world.db
          .insertInto('device')
          .values(aDevice(id, 1, 'key'))
          .execute()
      expect(await problems(world, job)).toEqual(['changed since'])
      expect(await world.db.selectFrom(table).select('accountId').execute()).toHaveLength(1)
    }
  })

  test('goes where it was only used, and where others were changed', async () => {
    const { world, job, id } = await anImportedAccount()
    const other = await anAccount(world, { port: 7002 })
    const pack = { accountId: other, flow: 9, createTime: 5 }
    await world.db.insertInto('flowPack').values(pack).execute()
    await world.db
      .insertInto('device')
      .values(aDevice(other, 1, 'key'))
      .execute()
    const flow = { accountId: id, serverId: 1, up: 3, down: 4, bucket: world.clock.at }
    await world.db.insertInto('flowHour').values(flow).execute()
    world.clock.add(60_000)
    expect(await problems(world, job)).toEqual([])
    expect((await accounts(world)).map(({ port }) => port)).toEqual([7002])
  })

  test('that is gone is not deleted twice', async () => {
    const { world, job } = await anImportedAccount()
    await world.db.deleteFrom('account').execute()
    expect(await problems(world, job)).toEqual(['gone'])
  })
})

describe('an imported user', () => {
  const people = ({ db }: World) =>
    db.selectFrom('user').select('email').where('id', '>', 1).orderBy('id').execute()

  test.each([
    ['logged in', 'changed since'],
    ['was moved to another group', 'changed since'],
    ['placed an order', 'changed since'],
    ['placed an order that was given back', 'changed since'],
    ['has an account', 'account with this user exists'],
  ])('who %s since stays', async (what, problem) => {
    const world = await makeWorld()
    const job = await imported(world, 'user', 'email\na@example.com')
    const { id } = await world.db
      .selectFrom('user')
      .select('id')
      .where('email', '=', 'a@example.com')
      .executeTakeFirstOrThrow()
    const changed = (changes: object) =>
      world.db.updateTable('user').set(changes).where('id', '=', id).execute()
    if (what === 'logged in') await changed({ lastLogin: 1 })
    if (what.includes('group')) await changed({ groupId: 2 })
    if (what.includes('order')) await anOrder(world, { id }, { refunded: 999, status: 'FINISH' })
    if (what.includes('account')) await anAccount(world, { userId: id })
    expect(await problems(world, job)).toEqual([problem])
    expect(await people(world)).toEqual([{ email: 'a@example.com' }])
  })

  test('goes where others did all of it', async () => {
    const world = await makeWorld()
    const other = await world.person({ email: 'b@example.com' })
    const job = await imported(world, 'user', 'email\na@example.com')
    await world.db.updateTable('user').set({ lastLogin: 1 }).where('id', '=', other.id).execute()
    await anOrder(world, other)
    await anAccount(world, { userId: other.id })
    expect(await problems(world, job)).toEqual([])
    expect(await people(world)).toEqual([{ email: 'b@example.com' }])
  })
})

describe('an import that is confined to no group', () => {
  const row = { port: 7001, password: null, user: null, orderId: 0, server: null, type: 1, flow: 0 }
  const ofAccount = { ...row, expire: null, cycles: 1, autoRemove: 0, multiServerFlow: 0 }
  const ofUser = {
    email: 'a@example.com',
    password: null,
    groupId: 0,
    createTime: null,
    comment: '',
  }

  test.each([
    ['importAccounts', ofAccount],
    ['importUsers', ofUser],
  ] as const)('%s goes on for the main admin alone', async (kind, input) => {
    const world = await makeWorld()
    const admin = await world.person({ type: 'admin' })
    const run = (actorId: number) =>
      world.db.transaction().execute((tx) => {
        const action = { kind }
        const about = { id: 1, action, actorId, isUndo: false, effect: 'job:1:1', position: 0 }
        const context = { tx, now: world.clock.at, consolePort: 6080, input, prepared: '' }
        return kindOf(action as never).run({ ...context, ...about } as never)
      })
    for (const actorId of [admin.id, 999])
      expect(await run(actorId)).toEqual({ problem: 'not permitted' })
    expect(await accounts(world)).toEqual([])
    expect(await run(mainAdmin.id)).toHaveProperty('before')
  })
})

describe('the devices of a restored person', () => {
  test('log in to the accounts that are free or theirs, and to no one else’s by now', async () => {
    const world = await makeWorld()
    const { db } = world
    const [ann, bob] = [await world.person(), await world.person()]
    const ids = {
      free: await anAccount(world),
      given: await anAccount(world),
      gone: await anAccount(world),
    }
    const serverId = await aServer(world)
    const names = ['free', 'given', 'gone'] as const
    for (const [at, name] of names.entries()) {
      const device = { userId: ann.id, accountId: ids[name], serverId, createTime: 7 }
      await db
        .insertInto('macAccount')
        .values({ ...device, mac: `00000000000${at}` })
        .execute()
    }
    const job = await done(world, these('user', ann.id), { kind: 'deleteUser' })
    await db.updateTable('account').set({ userId: bob.id }).where('id', '=', ids.given).execute()
    await db.deleteFrom('account').where('id', '=', ids.gone).execute()
    expect(await problems(world, job)).toEqual([])
    const devices = await db.selectFrom('macAccount').selectAll().orderBy('mac').execute()
    expect(devices.map(({ userId, accountId }) => [userId, accountId])).toEqual([
      [ann.id, ids.free],
      [ann.id, null],
      [ann.id, null],
    ])
    expect(devices.every((device) => device.serverId === serverId)).toBe(true)
  })

  test('keep no server that is gone', async () => {
    const world = await makeWorld()
    const ann = await world.person()
    const servers = [await aServer(world), await aServer(world)]
    for (const [at, serverId] of servers.entries())
      await world.db
        .insertInto('macAccount')
        .values({
          mac: `00000000000${at}`,
          userId: ann.id,
          accountId: null,
          serverId,
          createTime: 7,
        })
        .execute()
    const job = await done(world, these('user', ann.id), { kind: 'deleteUser' })
    await world.db.deleteFrom('server').where('id', '=', servers[0]!).execute()
    expect(await problems(world, job)).toEqual([])
    const rows = await world.db.selectFrom('macAccount').select('serverId').orderBy('mac').execute()
    expect(rows).toEqual([{ serverId: null }, { serverId: servers[1] }])
  })
})

describe('the invitations of a restored person', () => {
  test('are those whose other side is still there', async () => {
    const world = await makeWorld()
    const { db } = world
    const [ann, inviter, left, gone] = [
      await world.person(),
      await world.person(),
      await world.person(),
      await world.person(),
    ]
    const code = async (sourceUserId: number, text: string) =>
      (
        await db
          .insertInto('refCode')
          .values({ code: text, sourceUserId, maxUser: 3, createTime: 5 })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id
    const [theirs, own] = [await code(inviter.id, '111'), await code(ann.id, '222')]
    for (const [codeId, userId] of [
      [theirs, ann.id],
      [own, left.id],
      [own, gone.id],
    ] as const)
      await db.insertInto('referral').values({ codeId, userId, createTime: 6 }).execute()
    const job = await done(world, these('user', ann.id), { kind: 'deleteUser' })
    await db.deleteFrom('refCode').where('id', '=', theirs).execute()
    await db.deleteFrom('user').where('id', '=', gone.id).execute()
    expect(await problems(world, job)).toEqual([])
    const rows = await db.selectFrom('referral').select(['codeId', 'userId']).execute()
    expect(rows).toEqual([{ codeId: own, userId: left.id }])
  })
})

describe('a restored account', () => {
  test('has its devices again, but for those whose place another has by now', async () => {
    const world = await makeWorld()
    const { db } = world
    const id = await anAccount(world, { port: 5001, flow: 5, ...months(world, 1) })
    await db
      .insertInto('device')
      .values([aDevice(id, 1, 'one'), aDevice(id, 2, 'two')])
      .execute()
    const flow = { accountId: id, deviceId: 0, up: 1, down: 2, lastSeen: 3 }
    await db.insertInto('deviceFlow').values(flow).execute()
    const job = await done(world, these('account', id), { kind: 'delete' })
    expect(await db.selectFrom('device').selectAll().execute()).toEqual([])
    const other = await anAccount(world, { port: 5002 })
    await db
      .insertInto('device')
      .values(aDevice(other, 7, 'two'))
      .execute()
    expect(await problems(world, job)).toEqual([])
    const devices = db.selectFrom('device').select(['accountId', 'publicKey']).orderBy('publicKey')
    expect(await devices.execute()).toEqual([
      { accountId: id, publicKey: 'one' },
      { accountId: other, publicKey: 'two' },
    ])
    expect(await db.selectFrom('deviceFlow').selectAll().execute()).toEqual([flow])
  })

  test('belongs to nobody where its owner is gone, and still to the one it had', async () => {
    const world = await makeWorld()
    const [ann, bob] = [await world.person(), await world.person()]
    const ids = [
      await anAccount(world, { userId: ann.id }),
      await anAccount(world, { userId: bob.id }),
    ]
    const job = await done(world, these('account', ...ids), { kind: 'delete' })
    await world.db.deleteFrom('user').where('id', '=', ann.id).execute()
    expect(await problems(world, job)).toEqual([])
    expect((await accounts(world)).map(({ userId }) => userId)).toEqual([null, bob.id])
  })
})
