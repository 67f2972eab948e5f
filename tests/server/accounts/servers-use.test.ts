import { describe, expect, test } from 'vitest'
import { type Action, done, type Selection, undone } from '../../support/jobs.ts'
import { anAccount, aPlan, aServer } from '../../support/make.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

/** Two servers; accounts on the first alone, on both, on all, and on the second alone. */
async function twoServers() {
  const world = await makeWorld()
  const leaving = await aServer(world, { name: 'leaving' })
  const staying = await aServer(world, { name: 'staying' })
  const only = await anAccount(world, { port: 40_001, server: `[${leaving}]` })
  const both = await anAccount(world, { port: 40_002, server: `[${leaving},${staying}]` })
  const all = await anAccount(world, { port: 40_003, server: null })
  const other = await anAccount(world, { port: 40_004, server: `[${staying}]` })
  const listOf = async (id: number) =>
    (
      await world.db
        .selectFrom('account')
        .select('server')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).server
  const useOf = (serverId: number) =>
    world.as(mainAdmin).GET('/api/admin/server/{serverId}/use', { params: { path: { serverId } } })
  return { world, leaving, staying, only, both, all, other, listOf, useOf }
}

describe('getServerUse', () => {
  test('counts the accounts that depend on a server, by the servers they would have left', async () => {
    const { world, leaving, useOf } = await twoServers()
    await aPlan(world, { name: 'Month', server: `[${leaving}]` })
    await aPlan(world, { name: 'All', server: null })
    expect((await useOf(leaving)).data).toEqual({
      onlyHere: 1,
      alsoElsewhere: 1,
      everywhere: 1,
      lastServer: false,
      plans: ['Month'],
    })
  })

  test('takes a server that is gone for none, and says where it is the last', async () => {
    const { world, leaving, staying, useOf } = await twoServers()
    await world
      .as(mainAdmin)
      .DELETE('/api/admin/server/{serverId}', { params: { path: { serverId: staying } } })
    expect((await useOf(leaving)).data).toMatchObject({
      onlyHere: 2,
      alsoElsewhere: 0,
      lastServer: true,
    })
    expect((await useOf(staying)).response.status).toBe(404)
  })
})

describe('moveServers', () => {
  const on = (serverId: number): Selection => ({
    of: 'account',
    query: { filter: { expired: true, unexpired: true, unlimit: true, serverId } },
  })

  test('moves everyone who names the server, and leaves all others', async () => {
    const { world, leaving, staying, only, both, all, other, listOf } = await twoServers()
    const action: Action = { kind: 'moveServers', from: leaving, server: [staying] }
    const preview = await world
      .as(mainAdmin)
      .POST('/api/admin/job/preview', { body: { selection: on(leaving), action } })
    expect(preview.data).toMatchObject({ total: 2, problems: 0 })
    const job = await done(world, on(leaving), action)
    expect(job).toMatchObject({ done: 2, failed: 0 })
    expect(await Promise.all([only, both, all, other].map(listOf))).toEqual([
      `[${staying}]`,
      `[${staying}]`,
      null,
      `[${staying}]`,
    ])
    await undone(world, job.id)
    expect(await Promise.all([only, both].map(listOf))).toEqual([
      `[${leaving}]`,
      `[${leaving},${staying}]`,
    ])
  })

  test('leaves accounts that do not name it, however they were selected', async () => {
    const { world, leaving, staying, all, other, listOf } = await twoServers()
    const job = await done(
      world,
      { of: 'account', ids: [all, other] },
      { kind: 'moveServers', from: leaving, server: [staying] },
    )
    expect(job).toMatchObject({ done: 0, failed: 2 })
    expect(job.failures.map(({ problem }) => problem)).toEqual(['not there', 'not there'])
    expect(await listOf(all)).toBe(null)
  })

  test('is refused to the same server, and to unknown ones', async () => {
    const { world, leaving } = await twoServers()
    for (const server of [[leaving], [99]]) {
      const { response } = await world.as(mainAdmin).POST('/api/admin/job', {
        body: { selection: on(leaving), action: { kind: 'moveServers', from: leaving, server } },
      })
      expect(response.status).toBe(403)
    }
  })
})
