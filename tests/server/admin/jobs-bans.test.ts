import { describe, expect, test } from 'vitest'
import { done, type Selection, undone } from '../../support/jobs.ts'
import { anAccount, aServer } from '../../support/make.ts'
import { makeWorld } from '../../support/world.ts'

const HOUR = 3_600_000
const all: Selection = { of: 'account', query: {} }

/** An account that may use two of three servers, and one that may use all. */
async function aBannedWorld() {
  const world = await makeWorld()
  const servers = [await aServer(world), await aServer(world), await aServer(world)] as const
  const id = await anAccount(world, { server: `[${servers[0]},${servers[2]}]` })
  const only: Selection = { of: 'account', ids: [id] }
  const bans = () =>
    world.db
      .selectFrom('ban')
      .select(['accountId', 'serverId', 'until'])
      .orderBy('accountId')
      .orderBy('serverId')
      .execute()
  const aBan = (serverId: number, until: number, accountId = id) =>
    world.db.insertInto('ban').values({ accountId, serverId, until }).execute()
  return { world, servers, id, only, bans, aBan }
}

describe('a ban of many', () => {
  test('holds on the servers an account may use, and on all where it may use all', async () => {
    const { world, servers, id, bans } = await aBannedWorld()
    const free = await anAccount(world)
    const until = world.clock.at + HOUR
    await done(world, all, { kind: 'ban', time: HOUR })
    expect(await bans()).toEqual([
      { accountId: id, serverId: servers[0], until },
      { accountId: id, serverId: servers[2], until },
      ...servers.map((serverId) => ({ accountId: free, serverId, until })),
    ])
  })

  test('takes the place of those before, and 0 lifts them, of these accounts alone', async () => {
    const { world, servers, id, only, bans, aBan } = await aBannedWorld()
    const other = await anAccount(world)
    await aBan(servers[1], 5, other)
    await aBan(servers[1], 5)
    const until = world.clock.at + 1
    const job = await done(world, only, { kind: 'ban', time: 1 })
    const ofOther = { accountId: other, serverId: servers[1], until: 5 }
    expect(await bans()).toEqual([
      { accountId: id, serverId: servers[0], until },
      { accountId: id, serverId: servers[2], until },
      ofOther,
    ])
    await undone(world, job.id)
    expect(await bans()).toEqual([{ accountId: id, serverId: servers[1], until: 5 }, ofOther])
    const lifted = await done(world, only, { kind: 'ban', time: 0 })
    expect(await bans()).toEqual([ofOther])
    expect(await undone(world, lifted.id)).toMatchObject({ failed: 0 })
    expect(await bans()).toEqual([{ accountId: id, serverId: servers[1], until: 5 }, ofOther])
  })

  test.each([
    ['was lifted on one server', 0, true],
    ['was moved on one server', 1, true],
    ['holds as it was', undefined, false],
  ])('that %s is taken back: %s', async (_how, until, isChanged) => {
    const { world, servers, id, only, bans } = await aBannedWorld()
    const job = await done(world, only, { kind: 'ban', time: HOUR })
    const ban = world.db.updateTable('ban').where('serverId', '=', servers[2])
    if (until === 0) await world.db.deleteFrom('ban').where('serverId', '=', servers[2]).execute()
    else if (until) await ban.set({ until }).execute()
    const before = await bans()
    const { failures } = await undone(world, job.id)
    expect(failures.map((failure) => [failure.id, failure.problem])).toEqual(
      isChanged ? [[id, 'changed since']] : [],
    )
    expect(await bans()).toEqual(isChanged ? before : [])
  })

  test.each([
    [1, 'changed since'],
    [0, undefined],
  ])('that was lifted %d ms before its end: %s', async (left, problem) => {
    const { world, only } = await aBannedWorld()
    const job = await done(world, only, { kind: 'ban', time: HOUR })
    await world.db.deleteFrom('ban').execute()
    world.clock.add(HOUR - left)
    const { failures } = await undone(world, job.id)
    expect(failures[0]?.problem).toBe(problem)
  })

  test('is not restored on a server that is gone', async () => {
    const { world, servers, id, only, bans, aBan } = await aBannedWorld()
    await aBan(servers[0], 5)
    await aBan(servers[1], 6)
    const job = await done(world, only, { kind: 'ban', time: 0 })
    await world.db.deleteFrom('server').where('id', '=', servers[0]).execute()
    expect(await undone(world, job.id)).toMatchObject({ failed: 0 })
    expect(await bans()).toEqual([{ accountId: id, serverId: servers[1], until: 6 }])
  })
})
