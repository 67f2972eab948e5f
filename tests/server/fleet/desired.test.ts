import { describe, expect, test } from 'vitest'
import { grant, selectDesired } from '../../../server/fleet/plane/desired.ts'
import { anAccount, aNode, aServer, months } from '../../support/make.ts'
import { makeWorld } from '../../support/world.ts'

type World = Awaited<ReturnType<typeof makeWorld>>

const EVERY = { from: 0, to: 2 ** 31 - 1 }
const HOUR = 3_600_000
const DAY = 24 * HOUR

/** What ought to be open, as it is sent to the engine. */
async function desired({ db, clock }: World, pending = new Map<string, number>()) {
  const wishes = await selectDesired(db, EVERY, clock.at)
  return [...wishes.values()].flatMap(({ ports }) => grant(ports, pending))
}

describe('selectDesired', () => {
  test('opens the port of each account on each server of this machine it may use', async () => {
    const world = await makeWorld()
    const one = await aServer(world)
    const two = await aServer(world, { shift: 1_000, method: 'chacha20-ietf-poly1305' })
    await aServer(world, { plane: 'manager', port: 6001, password: 'agent' })
    const both = await anAccount(world, { port: 20_000, password: 'a' })
    const second = await anAccount(world, { port: 20_001, server: JSON.stringify([two, two + 10]) })
    await anAccount(world, { server: JSON.stringify([two + 10]) })
    const high = await anAccount(world, { port: 65_000 })
    expect(await desired(world)).toEqual([
      { key: `${one}:${both}`, port: 20_000, method: 'aes-256-gcm', password: 'a', budget: null },
      expect.objectContaining({ key: `${two}:${both}`, port: 21_000 }),
      expect.objectContaining({ key: `${two}:${second}`, method: 'chacha20-ietf-poly1305' }),
      expect.objectContaining({ key: `${one}:${high}`, port: 65_000 }),
    ])
  })

  test('leaves out accounts that are not started, expired, banned or used up', async () => {
    const world = await makeWorld()
    const server = await aServer(world)
    const limited = { ...months(world, 1), flow: 1_000 }
    const open = await anAccount(world, limited)
    const banned = await anAccount(world)
    const used = await anAccount(world, limited)
    await anAccount(world, { active: 0 })
    await anAccount(world, { ...months(world, 1), cycleStart: world.clock.at + HOUR })
    await anAccount(world, { ...limited, expireTime: world.clock.at })
    await world.db
      .insertInto('ban')
      .values({ accountId: banned, serverId: server, until: world.clock.at + HOUR })
      .execute()
    const cycle = { serverId: server, cycleFrom: world.clock.at, lastSeen: 0 }
    await world.db
      .insertInto('usage')
      .values([
        { accountId: open, bytes: 400, ...cycle },
        { accountId: used, bytes: 1_000, ...cycle },
      ])
      .execute()
    expect(await desired(world)).toMatchObject([{ key: `${server}:${open}`, budget: 600 }])

    world.clock.add(HOUR)
    const keys = (await desired(world)).map(({ key }) => key)
    expect(keys).toContain(`${server}:${banned}`)
    expect(keys).toHaveLength(3)
  })

  test('gives what is left of the quota with its packs, by scale, less what is on its way', async () => {
    const world = await makeWorld()
    const one = await aServer(world)
    const two = await aServer(world, { shift: 1, scale: 2 })
    const own = await anAccount(world, { ...months(world, 1), flow: 1_000 })
    const shared = await anAccount(world, { ...months(world, 1), flow: 900, multiServerFlow: 1 })
    const pack = { flow: 100, createTime: world.clock.at }
    await world.db
      .insertInto('flowPack')
      .values({ accountId: shared, ...pack })
      .execute()
    const cycle = { serverId: two, cycleFrom: world.clock.at, lastSeen: 0, bytes: 100 }
    await world.db
      .insertInto('usage')
      .values([
        { accountId: own, ...cycle },
        { accountId: shared, ...cycle },
      ])
      .execute()
    const pending = new Map([[`${one}:${shared}`, 10]])
    const budgets = (await desired(world, pending)).map(({ key, budget }) => [key, budget])
    expect(Object.fromEntries(budgets)).toEqual({
      [`${one}:${own}`]: 1_000,
      [`${two}:${own}`]: 400,
      [`${one}:${shared}`]: 790,
      [`${two}:${shared}`]: 395,
    })
  })

  test('knows when time alone changes something', async () => {
    const world = await makeWorld()
    const now = world.clock.at
    const next = async () =>
      Math.min(...(await selectDesired(world.db, EVERY, now)).values().map(({ next: at }) => at))
    const server = await aServer(world)
    expect(await next()).toBe(Infinity)
    const account = await anAccount(world, { ...months(world, 2), flow: 0 })
    expect(await next()).toBe(now + 60 * DAY)
    await world.db.updateTable('account').set({ flow: 5 }).execute()
    expect(await next()).toBe(now + 30 * DAY)
    await world.db
      .insertInto('ban')
      .values({ accountId: account, serverId: server, until: now + 5 })
      .execute()
    expect(await next()).toBe(now + 5)
    await anAccount(world, { ...months(world, 1), cycleStart: now + 2 })
    expect(await next()).toBe(now + 2)
  })

  test('grants a shared quota in parts, each of which is renewed at half', async () => {
    const world = await makeWorld()
    const [one, two] = [await aServer(world), await aServer(world, { shift: 1 })]
    const terms = { ...months(world, 1), flow: 100_000_000 }
    const shared = await anAccount(world, { ...terms, multiServerFlow: 1 })
    const apart = await anAccount(world, { ...terms, multiServerFlow: 0 })
    const lent = async (pending = 0) =>
      (await desired(world, new Map([[`${one}:${shared}`, pending]])))
        .filter(({ key }) => key.endsWith(`:${shared}`))
        .map(({ budget, lowAt }) => [budget, lowAt])
    expect(await lent()).toEqual([
      [50_000_000, 25_000_000],
      [50_000_000, 25_000_000],
    ])
    // Small parts near the end, all of it last.
    expect(await lent(97_000_000)).toEqual([
      [1_500_000, 750_000],
      [1_500_000, 750_000],
    ])
    expect(await lent(98_500_000)).toEqual([
      [1_048_576, 524_288],
      [1_048_576, 524_288],
    ])
    expect(await lent(99_000_000)).toEqual([
      [1_000_000, undefined],
      [1_000_000, undefined],
    ])
    const own = (await desired(world)).filter(({ key }) => key === `${two}:${apart}`)
    expect(own).toMatchObject([{ budget: 100_000_000, expireAt: terms.expireTime }])
    expect(own[0]).not.toHaveProperty('lowAt')
    expect(own[0]).not.toHaveProperty('carrier')
  })

  test('names the node that carries a port, and leaves out servers nothing carries', async () => {
    const world = await makeWorld()
    const [active, revoked] = [await aNode(world), await aNode(world, { state: 'revoked' })]
    const node = await aServer(world, { plane: 'node', nodeId: active })
    await aServer(world, { plane: 'node', nodeId: revoked })
    await aServer(world, { plane: 'node' })
    await aServer(world, { plane: 'manager', port: 1, password: 'x' })
    await aServer(world, { type: 'WireGuard' })
    await anAccount(world)
    expect(await desired(world)).toMatchObject([{ key: `${node}:1`, carrier: `node:${active}` }])
  })
})
