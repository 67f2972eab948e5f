import { describe, expect, test } from 'vitest'
import { anAccount, aServer, months } from '../../support/make.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

describe('an unknown server', () => {
  test.each([
    '/api/admin/flow/{serverId}/lastHour',
    '/api/admin/flow/{serverId}/user',
    '/api/admin/flow/{serverId}/{accountId}',
    '/api/admin/flow/{serverId}/{accountId}/lastConnect',
  ] as const)('has no %s', async (path) => {
    const world = await makeWorld()
    const accountId = await anAccount(world)
    const params = { path: { serverId: 99, accountId } }
    const { response } = await world.as(mainAdmin).GET(path, { params })
    expect(response.status).toBe(404)
  })
})

describe('an account of another group', () => {
  test.each([
    '/api/admin/flow/account/{accountId}',
    '/api/admin/flow/{serverId}/{accountId}',
    '/api/admin/flow/{serverId}/{accountId}/lastConnect',
    '/api/admin/user/{accountId}/lastConnect',
  ] as const)('has no %s for its admins', async (path) => {
    const world = await makeWorld()
    const serverId = await aServer(world)
    const owner = await world.person({ groupId: 1 })
    const accountId = await anAccount(world, { ...months(world, 1), userId: owner.id })
    const params = { path: { serverId, accountId } }
    const ask = async (groupId: number) => {
      const admin = await world.person({ type: 'admin', groupId })
      return (await world.as(admin).GET(path, { params })).response.status
    }
    expect([await ask(1), await ask(2)]).toEqual([200, 403])
  })
})
