import { randomUUID } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Caller } from '../../../server/http/contract.ts'
import { someoneWith } from '../../support/groups.ts'
import { anAccount, aPlan, aServer } from '../../support/make.ts'
import { aPlane } from '../../support/plane.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

type World = Awaited<ReturnType<typeof makeWorld>>

const FILTER = { expired: true, unexpired: true, unlimit: true, mac: true, orderId: 0 }
const PAGE = JSON.stringify({ page: 1, pageSize: 30, search: '', filter: FILTER })

/** Requests the first page of accounts, with the tag of an earlier answer. */
async function askPage(world: World, caller: Caller, tag?: string) {
  const reply = await world.app.inject({
    method: 'POST',
    url: '/api/admin/accountWithPage',
    headers: {
      cookie: await world.cookieOf(caller),
      'content-type': 'application/json',
      ...(tag && { 'if-none-match': tag }),
    },
    payload: PAGE,
  })
  return { status: reply.statusCode, text: reply.payload, tag: String(reply.headers.etag ?? '') }
}

/** A stopped clock caches an answer for ever: only a write can end it. */
let age = 0
beforeEach(() => {
  age = 0
  vi.spyOn(performance, 'now').mockImplementation(() => 1e9 + age)
  return () => vi.restoreAllMocks()
})

describe('a cached page of accounts', () => {
  test('is not sent again to a caller who has it, until it changes', async () => {
    const world = await makeWorld()
    const id = await anAccount(world)
    const first = await askPage(world, mainAdmin)
    expect(first.tag).toMatch(/^"[\w.-]+"$/)
    expect(await askPage(world, mainAdmin, first.tag)).toEqual({ ...first, status: 304, text: '' })
    await world.db.updateTable('account').set({ password: 'other' }).where('id', '=', id).execute()
    const next = await askPage(world, mainAdmin, first.tag)
    expect(next.status).toBe(200)
    expect(next.text).toContain('"other"')
    // Written and reverted: the same content has the same tag.
    await world.db.updateTable('account').set({ password: 'secret' }).where('id', '=', id).execute()
    expect((await askPage(world, mainAdmin, first.tag)).status).toBe(304)
  })

  test('is worked out again when a second has passed, as time alone changes it', async () => {
    const world = await makeWorld()
    const expireTime = world.clock.at + 500
    const cycleStart = expireTime - 30 * 86_400_000
    await anAccount(world, { type: 3, cycleStart, cycles: 1, expireTime })
    const states = async () => {
      const { account } = JSON.parse((await askPage(world, mainAdmin)).text)
      return account.map(({ connection }: { connection: { state: string } }) => connection.state)
    }
    const before = await states()
    world.clock.add(1_000)
    age = 1_000
    expect(await states()).not.toEqual(before)
  })

  test.each([-3_600_000, 3_600_000])(
    'is that of the hour a clock has jumped to: %i ms',
    async (jump) => {
      const world = await makeWorld()
      const expireTime = world.clock.at + jump / 2
      const cycleStart = expireTime - 30 * 86_400_000
      await anAccount(world, { type: 3, cycleStart, cycles: 1, expireTime })
      const before = await askPage(world, mainAdmin)
      world.clock.add(jump)
      const jumped = await askPage(world, mainAdmin, before.tag)
      expect([before, jumped].map(({ text }) => /"state":"(\w+)"/.exec(text)?.[1])).toEqual(
        jump > 0 ? ['open', 'expired'] : ['expired', 'open'],
      )
      world.clock.add(-jump)
      expect((await askPage(world, mainAdmin)).text).toBe(before.text)
    },
  )

  const WRITES: Record<string, (world: World, made: Made) => Promise<unknown>> = {
    account: ({ db }, { accountId }) =>
      db.updateTable('account').set({ flow: 77 }).where('id', '=', accountId).execute(),
    traffic: ({ db, clock }, { accountId, serverId }) =>
      db
        .insertInto('usage')
        .values({ accountId, serverId, cycleFrom: 0, bytes: 99, lastSeen: clock.at })
        .execute(),
    pack: ({ db, clock }, { accountId }) =>
      db.insertInto('flowPack').values({ accountId, flow: 5, createTime: clock.at }).execute(),
    ban: ({ db, clock }, { accountId, serverId }) =>
      db
        .insertInto('ban')
        .values({ accountId, serverId, until: clock.at + 1e6 })
        .execute(),
    plan: ({ db }, { planId }) =>
      db.updateTable('plan').set({ name: 'Renamed' }).where('id', '=', planId).execute(),
    user: ({ db }, { owner }) =>
      db.updateTable('user').set({ email: 'new@example.com' }).where('id', '=', owner.id).execute(),
    server: ({ db }) =>
      db
        .insertInto('server')
        .values({ ...SERVER, name: 'Second' })
        .execute(),
    tag: ({ db }, { serverId }) =>
      db.insertInto('tag').values({ type: 'server', key: serverId, name: '#pause' }).execute(),
    device: ({ db, clock }, { owner, accountId, serverId }) =>
      db
        .insertInto('macAccount')
        .values({
          mac: '0a0b0c0d0e0f',
          userId: owner.id,
          accountId,
          serverId,
          createTime: clock.at,
        })
        .execute(),
    'the end of an account': ({ db }, { accountId }) =>
      db.deleteFrom('account').where('id', '=', accountId).execute(),
    transaction: ({ db }, { accountId }) =>
      db.transaction().execute(async (tx) => {
        await tx.updateTable('account').set({ flow: 78 }).where('id', '=', accountId).execute()
      }),
  }
  const SERVER = {
    type: 'Shadowsocks' as const,
    plane: 'embedded' as const,
    host: '192.0.2.2',
    port: 0,
    method: 'aes-256-gcm',
  }

  test.each(Object.keys(WRITES))('is another one at once after a write: %s', async (what) => {
    const { world, ...made } = await aShop()
    const before = await askPage(world, mainAdmin)
    expect((await askPage(world, mainAdmin, before.tag)).status).toBe(304)
    await WRITES[what]!(world, made)
    expect((await askPage(world, mainAdmin, before.tag)).status).toBe(200)
  })

  test('is another one after a write of another process', async () => {
    const file = join(tmpdir(), `sluice-${randomUUID()}.db`)
    if (process.env.TEST_DATABASE_URL) return
    const world = await makeWorld({ env: { DATABASE_URL: `file:${file}` } })
    const id = await anAccount(world)
    const before = await askPage(world, mainAdmin)
    const other = new DatabaseSync(file)
    other.prepare('update "account" set "password" = ? where "id" = ?').run('elsewhere', id)
    other.close()
    age = 100
    expect((await askPage(world, mainAdmin, before.tag)).text).toContain('elsewhere')
  })
})

type Made = Omit<Awaited<ReturnType<typeof aShop>>, 'world'>

async function aShop() {
  const world = await makeWorld({ plane: aPlane().plane })
  const serverId = await aServer(world)
  const planId = await aPlan(world)
  const owner = await world.person()
  const terms = { type: 3, cycleStart: world.clock.at, cycles: 1, flow: 1_000, orderId: planId }
  const expireTime = world.clock.at + 30 * 86_400_000
  const accountId = await anAccount(world, { ...terms, expireTime, userId: owner.id })
  return { world, serverId, planId, owner, accountId }
}

describe('with warm caches nothing is shown that was forbidden a moment ago', () => {
  const [MINE, THEIRS] = ['mine-mark', 'theirs-mark']

  /** Two groups with an admin each, everyone's pages requested and cached. */
  async function warm() {
    const world = await makeWorld()
    for (const id of [2, 3])
      await world.db
        .insertInto('userGroup')
        .values({ id, name: `G${id}`, orders: null })
        .execute()
    await aServer(world)
    const mine = await someoneWith(world, { groupId: 2, mark: MINE })
    const theirs = await someoneWith(world, { groupId: 3, mark: THEIRS })
    const admin = await world.person({ type: 'admin', groupId: 2 })
    const rival = await world.person({ type: 'admin', groupId: 3 })
    const tags = new Map<number, string>()
    for (let times = 0; times < 2; times += 1)
      for (const caller of [mainAdmin, admin, rival])
        tags.set(caller.id, (await askPage(world, caller)).tag)
    type Change = { groupId?: number; type?: 'normal' | 'admin'; rights?: string }
    const change = (id: number, to: Change) =>
      world.db.updateTable('user').set(to).where('id', '=', id).execute()
    /** The answer to a caller who still has the earlier page. */
    const seen = async (caller: Caller) => {
      const { status, text } = await askPage(world, caller, tags.get(caller.id))
      return { status, mine: text.includes(MINE), theirs: text.includes(THEIRS) }
    }
    return { world, mine, theirs, admin, rival, change, seen, tags }
  }

  test('each sees their own group to begin with', async () => {
    const { world, admin, rival, tags } = await warm()
    expect((await askPage(world, mainAdmin)).text).toMatch(MINE)
    const texts = [(await askPage(world, admin)).text, (await askPage(world, rival)).text]
    expect(texts.map((text) => [text.includes(MINE), text.includes(THEIRS)])).toEqual([
      [true, false],
      [false, true],
    ])
    // The tag of a page one may not see reveals nothing.
    expect((await askPage(world, admin, tags.get(rival.id))).status).toBe(200)
    expect((await askPage(world, admin, tags.get(mainAdmin.id))).status).toBe(200)
  })

  test.each(['user', 'allOrders'])('people and orders of another group: %s', async (list) => {
    const { world, mine, admin, rival, change } = await warm()
    const ask = async (caller: Caller) => {
      const headers = { cookie: await world.cookieOf(caller) }
      const reply = await world.app.inject({ url: `/api/admin/${list}?page=1`, headers })
      return { status: reply.statusCode, mine: reply.payload.includes(MINE) }
    }
    expect([await ask(admin), await ask(rival), await ask(admin)]).toEqual([
      { status: 200, mine: true },
      { status: 200, mine: false },
      { status: 200, mine: true },
    ])
    const guests = world.db.updateTable('user').set({ groupId: 3 })
    await guests.where('email', 'like', `${MINE}%`).execute()
    await change(mine.user.id, { groupId: 3 })
    expect([await ask(admin), await ask(rival)]).toEqual([
      { status: 200, mine: false },
      { status: 200, mine: true },
    ])
    await change(rival.id, { type: 'normal' })
    expect(await ask(rival)).toEqual({ status: 401, mine: false })
  })

  test('an owner who has left the group', async () => {
    const { mine, admin, rival, change, seen } = await warm()
    await change(mine.user.id, { groupId: 3 })
    expect(await seen(admin)).toEqual({ status: 200, mine: false, theirs: false })
    expect(await seen(rival)).toEqual({ status: 200, mine: true, theirs: true })
  })

  test('an admin who was moved to another group', async () => {
    const { admin, change, seen } = await warm()
    await change(admin.id, { groupId: 3 })
    expect(await seen(admin)).toEqual({ status: 200, mine: false, theirs: true })
  })

  test('an admin who is none any more', async () => {
    const { admin, change, seen } = await warm()
    await change(admin.id, { type: 'normal' })
    expect(await seen(admin)).toEqual({ status: 401, mine: false, theirs: false })
  })

  test('passwords and keys, to an admin whose permissions were made less', async () => {
    const { world, admin, change, tags } = await warm()
    const colleague = await world.person({ type: 'admin', groupId: 2 })
    const shown = async (caller: Caller) => {
      const { status, text } = await askPage(world, caller, tags.get(admin.id))
      return { status, listed: text.includes(MINE), secret: text.includes(`${MINE}-password`) }
    }
    expect((await askPage(world, admin)).text).toContain(`${MINE}-password`)
    await change(admin.id, { rights: 'finance' })
    expect(await shown(admin)).toEqual({ status: 200, listed: true, secret: false })
    expect((await askPage(world, colleague)).text).toContain(`${MINE}-password`)
    expect(await shown(admin)).toEqual({ status: 200, listed: true, secret: false })
    await change(admin.id, { rights: 'none any more' })
    expect(await shown(admin)).toEqual({ status: 403, listed: false, secret: false })
  })

  test('an admin whose session was ended', async () => {
    const { world, admin, seen } = await warm()
    await world.db.deleteFrom('session').where('userId', '=', admin.id).execute()
    expect(await seen(admin)).toEqual({ status: 401, mine: false, theirs: false })
  })

  test('an account that was given to someone else, or taken away', async () => {
    const { world, mine, theirs, admin, rival, seen } = await warm()
    const give = (userId: number | null) =>
      world.db.updateTable('account').set({ userId }).where('id', '=', mine.accountId).execute()
    await world.db.deleteFrom('macAccount').execute()
    await give(theirs.user.id)
    expect((await seen(admin)).mine).toBe(false)
    expect((await seen(rival)).mine).toBe(true)
    await give(null)
    expect((await seen(rival)).mine).toBe(false)
  })

  test('an owner who is gone', async () => {
    const { world, mine, admin, seen } = await warm()
    await world.db.deleteFrom('macAccount').execute()
    await world.db
      .updateTable('account')
      .set({ userId: null })
      .where('userId', '=', mine.user.id)
      .execute()
    await world.db.deleteFrom('user').where('id', '=', mine.user.id).execute()
    expect(await seen(admin)).toEqual({ status: 200, mine: false, theirs: false })
  })
})
