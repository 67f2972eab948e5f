import { describe, expect, test } from 'vitest'
import { aNewServer, anAccount, aServer, months } from '../support/make.ts'
import { mainAdmin, makeWorld } from '../support/world.ts'

describe('editAccount', () => {
  const ONE = '/api/admin/account/{accountId}'
  const DATA = '/api/admin/account/{accountId}/data'

  async function opened() {
    const world = await makeWorld()
    const accountId = await anAccount(world, { flow: 100, ...months(world, 1) })
    const admin = world.as(mainAdmin)
    const params = { path: { accountId } }
    const read = async () => (await admin.GET(ONE, { params })).data!
    const send = async (body: object) => {
      const { response, error } = await admin.PUT(DATA, { params, body })
      return [response.status, error]
    }
    return { admin, params, read, send }
  }

  test('refuses what came after somebody else’s change, and takes it once that was seen', async () => {
    const { read, send } = await opened()
    const { revision } = await read()
    expect(await send({ flow: 200, revision })).toEqual([200, undefined])
    expect(await send({ port: 50_500, revision })).toEqual([409, 'changed meanwhile'])
    expect(await read()).toMatchObject({ data: { flow: 200 } })
    expect((await read()).port).not.toBe(50_500)
    expect((await send({ port: 50_500, revision: (await read()).revision }))[0]).toBe(200)
  })

  test('minds an end that was moved meanwhile, and not what was used', async () => {
    const { admin, params, read, send } = await opened()
    const { revision } = await read()
    await admin.POST('/api/admin/account/{accountId}/resetFlow', { params })
    expect((await read()).revision).toBe(revision)
    await admin.PUT('/api/admin/account/{accountId}/time', { params, body: { time: 3_600_000 } })
    expect(await send({ flow: 5, revision })).toEqual([409, 'changed meanwhile'])
  })

  test('lets the last change of consoles win that send none', async () => {
    const { send } = await opened()
    await send({ flow: 200 })
    expect(await send({ flow: 300 })).toEqual([200, undefined])
  })

  test('lets one of two through who save at the same moment', async () => {
    const { read, send } = await opened()
    const { revision } = await read()
    const replies = await Promise.all([send({ flow: 1, revision }), send({ flow: 2, revision })])
    expect(replies.map(([status]) => status).sort()).toEqual([200, 409])
  })
})

describe('editServer', () => {
  test('refuses what came after somebody else’s change, and tells others no revision', async () => {
    const world = await makeWorld()
    const serverId = await aServer(world)
    const admin = world.as(mainAdmin)
    const ONE = '/api/admin/server/{serverId}'
    const params = { path: { serverId } }
    const { data } = await admin.GET(ONE, { params })
    const revision = data!.revision
    const send = async (name: string) =>
      (await admin.PUT(ONE, { params, body: { ...aNewServer({ name }), revision } })).response
        .status
    expect(revision).toBeTruthy()
    expect([await send('Osaka'), await send('Kyoto')]).toEqual([200, 409])
    expect((await admin.GET(ONE, { params })).data?.name).toBe('Osaka')
    const other = await world.person({ type: 'admin', groupId: 2 })
    expect((await world.as(other).GET(ONE, { params })).data?.revision).toBeUndefined()
  })
})
