import { describe, expect, test } from 'vitest'
import { selectCandidates } from '../../../server/fleet/plane/candidates.ts'
import { selectDesired } from '../../../server/fleet/plane/desired.ts'
import { startFollowed } from '../../../server/fleet/plane/followed.ts'
import { noPlane } from '../../../server/engine/noPlane.ts'
import { anAccount, aServer, months } from '../../support/make.ts'
import { aPlane } from '../../support/plane.ts'
import { makeWorld } from '../../support/world.ts'

const DAY = 86_400_000
const EVERY = { from: 0, to: 2 ** 31 - 1 }

async function aFollower() {
  const fake = aPlane()
  const world = await makeWorld({ plane: fake.plane })
  const queue = { meanwhile: <T>(work: () => Promise<T>) => work(), pending: () => new Map() }
  const followed = startFollowed({ ...world.world, queue })
  const look = async (among: Parameters<typeof followed.look>[0] = EVERY) => {
    const { ids, answer } = await followed.look(among)
    await answer
    return ids
  }
  return { ...fake, ...followed, look, world }
}

describe('what is followed', () => {
  test('returns the accounts due at a moment, each once', async () => {
    const { world, look, due, next } = await aFollower()
    await aServer(world)
    const now = world.clock.at
    const at = (expireTime: number) => anAccount(world, { ...months(world, 1), expireTime })
    expect([next(), due(now)]).toEqual([Infinity, []])
    const [late, soon] = [await at(now + 20), await at(now + 10)]
    await anAccount(world)
    await look()
    expect(next()).toBe(now + 10)
    expect(due(now + 9)).toEqual([])
    expect(due(now + 10)).toEqual([soon])
    expect(next()).toBe(now + 20)
    world.clock.set(now + 10)
    await look([soon])
    expect(due(now + 19)).toEqual([])
    expect(due(now + 30)).toEqual([late])
    expect(next()).toBe(Infinity)
  })

  test('drops accounts without a port now or later, and keeps those that will have one', async () => {
    const { world, look, ids } = await aFollower()
    await aServer(world)
    const open = await anAccount(world)
    const later = await anAccount(world, {
      ...months(world, 1),
      cycleStart: world.clock.at + DAY,
    })
    await anAccount(world, { active: 0 })
    expect(await look()).toEqual([open, later])
    expect(ids()).toEqual([open, later])
    await world.db.deleteFrom('account').where('id', '=', open).execute()
    expect(await look([open, 99])).toEqual([open, 99])
    expect(ids()).toEqual([later])
  })

  test('sends the plane no orders where nothing opens or closes', async () => {
    const { world, look, applied } = await aFollower()
    await aServer(world)
    const gone = await anAccount(world)
    await look([99])
    expect(applied).toEqual([])
    await look()
    await world.db.deleteFrom('account').execute()
    await look([gone])
    // The second one opens nothing and closes one.
    expect(applied).toEqual([[expect.objectContaining({ budget: null })], []])
  })

  test('leaves a paused server alone where others of the account change', async () => {
    const { world, look, ports } = await aFollower()
    const [paused, other] = [await aServer(world), await aServer(world, { shift: 1_000 })]
    const limited = { ...months(world, 1), flow: 500 }
    const account = await anAccount(world, { ...limited, port: 20_000, password: 'old' })
    await look()
    expect(ports.get(`${paused}:${account}`)).toMatchObject({ password: 'old', budget: 500 })
    const tag = { type: 'server', key: paused, name: '#pause' }
    await world.db.insertInto('tag').values(tag).execute()
    await world.db.updateTable('account').set({ password: 'new' }).execute()
    await look([account])
    // Quotas are not checked there.
    const frozen = { port: 20_000, password: 'old', budget: null }
    expect(ports.get(`${paused}:${account}`)).toMatchObject(frozen)
    expect(ports.get(`${other}:${account}`)).toMatchObject({ password: 'new', budget: 500 })
  })

  test('keeps the ports of a paused server for hundreds of accounts that are there', async () => {
    const { world, look, open } = await aFollower()
    const server = await aServer(world)
    const ids: number[] = []
    for (let at = 0; at < 502; at += 1) ids.push(await anAccount(world, { port: 20_000 + at }))
    await look()
    const tag = { type: 'server', key: server, name: '#_pause' }
    await world.db.insertInto('tag').values(tag).execute()
    await world.db.updateTable('account').set({ active: 0 }).execute()
    const gone = [ids[0]!, ids[501]!]
    await world.db.deleteFrom('account').where('id', 'in', gone).execute()
    await look(ids)
    expect(open()).toEqual(ids.slice(1, -1).map((id) => `${server}:${id}`))
  })
})

describe('an account that may have ports', () => {
  test('is banned on one server and not on another', async () => {
    const world = await makeWorld()
    const [one, two] = [await aServer(world), await aServer(world, { shift: 1 })]
    const accountId = await anAccount(world)
    const until = world.clock.at + 1
    await world.db.insertInto('ban').values({ accountId, serverId: one, until }).execute()
    const keys = async (now: number) =>
      (await selectDesired(world.db, [accountId], now)).get(accountId)?.ports.map(({ key }) => key)
    expect(await keys(until - 1)).toEqual([`${two}:${accountId}`])
    expect(await keys(until)).toEqual([`${one}:${accountId}`, `${two}:${accountId}`])
  })

  test('has none on a number that is no port', async () => {
    const world = await makeWorld()
    await aServer(world, { shift: -20 })
    await aServer(world, { shift: 10 })
    const ids: number[] = []
    for (const port of [20, 21, 65_525, 65_526]) ids.push(await anAccount(world, { port }))
    const wishes = await selectDesired(world.db, ids, world.clock.at)
    const found = ids.map((id) => wishes.get(id)?.ports.map(({ port }) => port))
    expect(found).toEqual([[30], [1, 31], [65_505, 65_535], [65_506]])
  })

  test('is found by number or in a range, both ends included, until the moment it ends', async () => {
    const world = await makeWorld()
    const server = await aServer(world)
    const now = world.clock.at
    const [one, two, three] = [
      await anAccount(world),
      await anAccount(world, { expireTime: now + 1 }),
      await anAccount(world),
    ]
    await anAccount(world, { active: 0 })
    const found = async (among: Parameters<typeof selectCandidates>[2], at = now) =>
      (await selectCandidates(world.db, [server], among, { now: at, since: at })).map(
        ({ id }) => id,
      )
    expect(await found(EVERY)).toEqual([one, two, three])
    expect(await found({ from: one, to: two })).toEqual([one, two])
    expect(await found({ from: two, to: two })).toEqual([two])
    expect(await found([three, one])).toEqual([one, three])
    expect(await found(EVERY, now + 1)).toEqual([one, three])
    expect(await selectCandidates(world.db, [], EVERY, { now, since: now })).toEqual([])
  })

  test('is counted again only when traffic of its cycle stands in another one', async () => {
    const world = await makeWorld()
    const server = await aServer(world)
    const account = await anAccount(world, { ...months(world, 3), flow: 100 })
    const from = world.clock.at
    const row = { accountId: account, serverId: server, cycleFrom: from - DAY, bytes: 60 }
    const counted = async (lastSeen: number) => {
      await world.db.deleteFrom('usage').execute()
      await world.db
        .insertInto('usage')
        .values({ ...row, lastSeen })
        .execute()
      await selectCandidates(world.db, [server], [account], { now: from, since: from })
      return world.db.selectFrom('usage').select(['cycleFrom', 'bytes']).execute()
    }
    expect(await counted(from - 1)).toEqual([{ cycleFrom: from - DAY, bytes: 60 }])
    expect(await counted(from)).toEqual([{ cycleFrom: from, bytes: 0 }])
  })
})

describe('a console without an engine', () => {
  test('reports for every requested port that the engine is off', async () => {
    const plane = noPlane()
    const one = { key: '1:1', port: 20_000, method: '', password: '', budget: null }
    const off = { key: '1:1', port: 20_000, open: false, reason: 'engine is off' }
    expect(await plane.change([one], [])).toEqual([off])
    expect([plane.states(), plane.stateOf('1:1'), plane.stateOf('1:2')]).toEqual([
      [off],
      off,
      undefined,
    ])
    expect(await plane.change([], ['1:1'])).toEqual([])
    expect([plane.states(), plane.stateOf('1:1')]).toEqual([[], undefined])
    expect([await plane.alive(), await plane.clients('1:1')]).toEqual([false, []])
    expect(await plane.counters()).toEqual(new Map())
  })
})
