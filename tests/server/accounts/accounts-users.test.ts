import { describe, expect, test } from 'vitest'
import { anAccount, aServer } from '../../support/make.ts'
import { openPlane } from '../../support/plane.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const PATH = '/api/admin/accountsOfUsers'

describe('listAccountsOfUsers', () => {
  test('shows how the accounts of these users stand, and no secret of them', async () => {
    const world = await makeWorld({ plane: openPlane() })
    await aServer(world)
    const [ann, bob] = [await world.person(), await world.person()]
    const first = await anAccount(world, { userId: ann.id, port: 5001, password: 'Secret01' })
    const second = await anAccount(world, { userId: ann.id, port: 5002 })
    await anAccount(world, { userId: bob.id, port: 5003 })
    await anAccount(world, { port: 5004 })
    const ask = (userIds: number[]) => world.as(mainAdmin).POST(PATH, { body: { userIds } })
    const { data } = await ask([ann.id, 999])
    expect(data?.map(({ id, userId, port }) => [id, userId, port])).toEqual([
      [second, ann.id, 5002],
      [first, ann.id, 5001],
    ])
    expect(data?.[0]).toMatchObject({ state: 'unlimited', connection: { state: 'open', open: 1 } })
    expect(JSON.stringify(data)).not.toContain('Secret01')
    expect((await ask([])).data).toEqual([])
    expect((await ask(Array.from({ length: 101 }, (_, id) => id + 1))).response.status).toBe(400)
  })

  test('shows an admin of a group nothing of other groups', async () => {
    const world = await makeWorld()
    const [own, other] = [await world.person({ groupId: 2 }), await world.person({ groupId: 3 })]
    const id = await anAccount(world, { userId: own.id, port: 5001 })
    await anAccount(world, { userId: other.id, port: 5002 })
    const admin = await world.person({ type: 'admin', groupId: 2 })
    const body = { userIds: [own.id, other.id] }
    const { data } = await world.as(admin).POST(PATH, { body })
    expect(data?.map((one) => one.id)).toEqual([id])
    expect((await world.as(own).POST(PATH, { body })).response.status).toBe(401)
    expect((await world.as(null).POST(PATH, { body })).response.status).toBe(401)
  })
})
