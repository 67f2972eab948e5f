import { describe, expect, test } from 'vitest'
import { MAILED_LIFETIME_MS } from '../../../server/messaging/codes.ts'
import {
  findResetLink,
  insertResetLink,
  removeOldResetLinks,
  removeResetLink,
  removeUnmailedLink,
} from '../../../server/messaging/links.ts'
import { networkHash } from '../../../server/http/limits/shared.ts'
import {
  isKnownNetwork,
  recordNetwork,
  removeOldNetworks,
} from '../../../server/people/session/networks.ts'
import {
  changeSessionEnd,
  findSession,
  removeOtherSessions,
  removeSession,
  removeSessionsOf,
  replaceSession,
} from '../../../server/people/session/store.ts'
import { newLoginLink, removeOldLoginTokens } from '../../../server/people/login/telegram.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const MINUTE = 60_000
const DAY = 86_400_000
type World = Awaited<ReturnType<typeof makeWorld>>

describe('a reset link', () => {
  const links = ({ db }: World) =>
    db.selectFrom('resetLink').selectAll().orderBy('createTime').execute()

  test('stays for ten minutes, then makes room for another, of the same person', async () => {
    const world = await makeWorld()
    const { id } = await world.person()
    const keep = (userId: number, tokenHash: string, now: number) =>
      insertResetLink(world.db, { userId, tokenHash, now })
    expect(await keep(1, 'a', 0)).toBe(true)
    expect(await keep(id, 'b', 1)).toBe(true)
    expect(await keep(1, 'c', MAILED_LIFETIME_MS - 1)).toBe(false)
    expect(await links(world)).toMatchObject([{ tokenHash: 'a' }, { tokenHash: 'b' }])
    expect(await keep(1, 'c', MAILED_LIFETIME_MS)).toBe(true)
    expect(await links(world)).toEqual([
      { userId: id, tokenHash: 'b', createTime: 1 },
      { userId: 1, tokenHash: 'c', createTime: MAILED_LIFETIME_MS },
    ])
  })

  test('is found while it is good, and used up once', async () => {
    const world = await makeWorld()
    const { id } = await world.person()
    await insertResetLink(world.db, { userId: 1, tokenHash: 'a', now: 0 })
    await insertResetLink(world.db, { userId: id, tokenHash: 'b', now: 0 })
    const find = (token: string, now: number) => findResetLink(world.db, token, now)
    expect(await find('a', MAILED_LIFETIME_MS - 1)).toBe(1)
    expect(await find('b', 1)).toBe(id)
    expect([await find('a', MAILED_LIFETIME_MS), await find('c', 1)]).toEqual([
      undefined,
      undefined,
    ])
    expect(await removeResetLink(world.db, 'c')).toBe(false)
    expect(await removeResetLink(world.db, 'a')).toBe(true)
    expect(await removeResetLink(world.db, 'a')).toBe(false)
    expect(await links(world)).toMatchObject([{ tokenHash: 'b' }])
  })

  test('is forgotten when its mail could not go, or its time is over', async () => {
    const world = await makeWorld()
    const people = [mainAdmin, await world.person(), await world.person()]
    for (const [at, { id: userId }] of people.entries())
      await insertResetLink(world.db, { userId, tokenHash: `${at}`, now: 9 + at })
    await removeUnmailedLink(world.db, 1, 10)
    expect(await links(world)).toHaveLength(3)
    await removeOldResetLinks(world.db, 10 + MAILED_LIFETIME_MS)
    expect(await links(world)).toMatchObject([{ tokenHash: '2' }])
    await removeUnmailedLink(world.db, people[2]!.id, 11)
    expect(await links(world)).toEqual([])
  })
})

describe('a network', () => {
  test('is known of one person for ninety days after the last login', async () => {
    const world = await makeWorld()
    const { id } = await world.person()
    const here = { ...world.world, client: '192.0.2.1' }
    const start = world.clock.at
    await recordNetwork(here, 1)
    expect(await isKnownNetwork(here, 1)).toBe(true)
    expect(await isKnownNetwork(here, id)).toBe(false)
    expect(await isKnownNetwork({ ...here, client: '192.0.2.2' }, 1)).toBe(false)
    world.clock.add(90 * DAY - 1)
    expect(await isKnownNetwork(here, 1)).toBe(true)
    world.clock.add(1)
    expect(await isKnownNetwork(here, 1)).toBe(false)
    world.clock.set(start + DAY)
    await recordNetwork(here, 1)
    const rows = await world.db.selectFrom('knownNetwork').selectAll().execute()
    expect(rows).toEqual([{ userId: 1, network: networkHash(here), lastTime: start + DAY }])
  })

  test('is forgotten after that, and not before', async () => {
    const world = await makeWorld()
    const row = (lastTime: number) => ({ userId: 1, network: `${lastTime}`, lastTime })
    await world.db
      .insertInto('knownNetwork')
      .values([row(9), row(10), row(11)])
      .execute()
    await removeOldNetworks(world.db, 10 + 90 * DAY)
    const rows = await world.db.selectFrom('knownNetwork').selectAll().execute()
    expect(rows).toEqual([row(11)])
  })
})

describe('sessions', () => {
  async function three() {
    const world = await makeWorld()
    const other = await world.person({ groupId: 4 })
    const session = { createTime: 0, expireTime: 100 }
    const mine = { ...session, userId: 1 }
    await world.db
      .insertInto('session')
      .values([
        { ...mine, id: 'a' },
        { ...mine, id: 'b' },
        { ...session, userId: other.id, id: 'c' },
      ])
      .execute()
    const client = { auth: '', p256dh: '', createTime: 0 }
    for (const [userId, sessionId] of [
      [1, 'a'],
      [1, 'b'],
      [1, null],
      [other.id, 'c'],
      [other.id, null],
    ] as const) {
      const endpoint = `https://push.example.com/${userId === 1 ? 1 : 2}${sessionId ?? 'x'}`
      const row = { ...client, userId, sessionId, endpoint }
      await world.db.insertInto('pushClient').values(row).execute()
    }
    const left = async () => {
      const sessions = await world.db.selectFrom('session').select('id').orderBy('id').execute()
      const clients = await world.db
        .selectFrom('pushClient')
        .select(['endpoint', 'sessionId'])
        .orderBy('endpoint')
        .execute()
      const names = clients.map(
        ({ endpoint, sessionId }) => `${endpoint.split('/').at(-1)}:${sessionId}`,
      )
      return [sessions.map(({ id }) => id).join(), names.join()]
    }
    return { ...world, other, left }
  }

  test('identify their person until their very end', async () => {
    const { db, other } = await three()
    const nobody = { seenId: null, seenType: null, seenGroup: null, seenSince: null, byMac: 0 }
    const person = { id: other.id, type: 'normal', groupId: 4, rights: null }
    const found = { ...person, ...nobody, expireTime: 100 }
    expect(await findSession(db, 'c', 99)).toEqual(found)
    expect(await findSession(db, 'c', 100)).toBeUndefined()
    expect(await findSession(db, 'd', 99)).toBeUndefined()
    await changeSessionEnd(db, 'c', 101)
    expect(await findSession(db, 'c', 100)).toEqual({ ...found, expireTime: 101 })
    expect(await findSession(db, 'a', 100)).toBeUndefined()
  })

  test('end one by one, with what their browsers were notified of', async () => {
    const { db, left } = await three()
    await removeSession(db, 'a')
    expect(await left()).toEqual(['b,c', '1b:b,1x:null,2c:c,2x:null'])
  })

  test('of one person end together', async () => {
    const { db, left } = await three()
    await removeSessionsOf(db, 1)
    expect(await left()).toEqual(['c', '2c:c,2x:null'])
  })

  test('of one person end but for one', async () => {
    const { db, left } = await three()
    await removeOtherSessions(db, 1, 'b')
    expect(await left()).toEqual(['b,c', '1b:b,2c:c,2x:null'])
    await removeOtherSessions(db, 1)
    expect(await left()).toEqual(['c', '2c:c,2x:null'])
  })

  test('go on as another, to which their browsers move', async () => {
    const { db, left } = await three()
    await replaceSession(db, 'a', { id: 'd', userId: 1, createTime: 1, expireTime: 2 })
    expect(await left()).toEqual(['b,c,d', '1a:d,1b:b,1x:null,2c:c,2x:null'])
    const row = db.selectFrom('session').selectAll().where('id', '=', 'd')
    expect(await row.execute()).toEqual([
      { id: 'd', userId: 1, createTime: 1, expireTime: 2, userAgent: '', byMac: 0 },
    ])
  })
})

describe('a link from the messaging service', () => {
  const tokens = ({ db }: World) =>
    db.selectFrom('telegramToken').select(['userId', 'kind', 'createTime']).orderBy('createTime')

  test('takes the place of the person’s last one, and of nothing else', async () => {
    const world = await makeWorld()
    const [user, other] = [await world.person(), await world.person()]
    const link = await newLoginLink(world.world, user.id)
    expect(link).toMatch(/^http:\/\/test\/home\/login\/telegram\/[0-9a-f]{64}$/)
    const start = world.clock.at
    const bind = { tokenHash: 'b', kind: 'bind', userId: user.id, createTime: start + 1 } as const
    await world.db.insertInto('telegramToken').values(bind).execute()
    world.clock.add(2)
    await newLoginLink(world.world, other.id)
    world.clock.add(1)
    await newLoginLink(world.world, user.id)
    expect(await tokens(world).execute()).toEqual([
      { userId: user.id, kind: 'bind', createTime: start + 1 },
      { userId: other.id, kind: 'login', createTime: start + 2 },
      { userId: user.id, kind: 'login', createTime: start + 3 },
    ])
    expect(await newLoginLink(world.world, 99)).toBeUndefined()
  })

  test('is forgotten after five minutes; what binds a chat is not', async () => {
    const world = await makeWorld()
    const { id: userId } = await world.person()
    for (const [at, kind] of (['login', 'bind', 'login', 'login'] as const).entries())
      await world.db
        .insertInto('telegramToken')
        .values({ tokenHash: `${at}`, kind, userId, createTime: at })
        .execute()
    await removeOldLoginTokens(world.db, 2 + 5 * MINUTE)
    expect((await tokens(world).execute()).map(({ createTime }) => createTime)).toEqual([1, 3])
  })
})
