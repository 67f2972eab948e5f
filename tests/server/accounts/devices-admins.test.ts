import { describe, expect, test } from 'vitest'
import type { PeerSight } from '../../../server/engine/plane.ts'
import { anAccount } from '../../support/make.ts'
import {
  addMine,
  aTunnelCustomer,
  aTunnelPlane,
  aTunnelServer,
  listMine,
  MINE,
  OURS,
} from '../../support/wireguard.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

type World = Awaited<ReturnType<typeof makeWorld>>

describe('listDevices', () => {
  test('reports who is connected by the age of the handshake, and admins where from', async () => {
    const sights: Record<string, PeerSight[]> = {}
    const { world, serverId, user, accountId, path } = await aTunnelCustomer(sights)
    const { data: phone } = await addMine(world, user, accountId, 'Phone')
    const at = world.clock.at
    const said = (deviceId: number, age: number) => ({
      deviceId,
      endpoint: '203.0.113.9:4711',
      handshakeAt: at - age,
      up: 1,
      down: 2,
    })
    sights[`${serverId}:${accountId}`] = [said(0, 180_000), said(phone!.id, 179_999)]
    const [own, other] = (await world.as(mainAdmin).GET(OURS, { params: { path } })).data ?? []
    expect([own?.isConnected, own?.lastHandshake]).toEqual([false, at - 180_000])
    expect([other?.isConnected, other?.lastHandshake]).toEqual([true, at - 179_999])
    expect(other?.servers[0]?.endpoint).toBe('203.0.113.9:4711')
    const mine = await listMine(world, user, accountId)
    expect(mine?.[1]?.servers[0]).toMatchObject({ endpoint: null, handshakeAt: at - 179_999 })
  })

  test('goes without what a server does not report', async () => {
    const fake = aTunnelPlane()
    const plane = { ...fake.plane, peers: async () => Promise.reject(new Error('engine away')) }
    const world = await makeWorld({ plane })
    await aTunnelServer(world)
    const path = { accountId: await anAccount(world) }
    const { data } = await world.as(mainAdmin).GET(OURS, { params: { path } })
    expect(data?.[0]).toMatchObject({ isConnected: false, lastHandshake: null })
  })
})

type Calls = ReturnType<typeof callsOf>
type Client = ReturnType<World['as']>

/** What all calls about a device of an account need. */
const callsOf = (accountId: number, deviceId: number) => {
  const of = { params: { path: { accountId } } }
  const one = { params: { path: { accountId, deviceId } } }
  const key = { params: { path: { accountId, deviceId: 0 } } }
  const body = { name: 'Hers' }
  return { of, one, key, body }
}

describe.each<[string, (as: Client, calls: Calls) => Promise<{ response: Response }>]>([
  ['addDevice', (as, { of, body }) => as.POST(OURS, { ...of, body })],
  ['renameDevice', (as, { one, body }) => as.PUT(`${OURS}/{deviceId}`, { ...one, body })],
  ['removeDevice', (as, { one }) => as.DELETE(`${OURS}/{deviceId}`, one)],
  ['renewKey', (as, { key }) => as.POST(`${OURS}/{deviceId}/key`, key)],
])('%s', (_name, call) => {
  test('is for admins of the group, and not of another', async () => {
    const { world, user, accountId } = await aTunnelCustomer()
    const { data: phone } = await addMine(world, user, accountId, 'Phone')
    const calls = callsOf(accountId, phone!.id)
    const before = await world.db.selectFrom('device').selectAll().execute()
    const rival = await world.person({ type: 'admin', groupId: 3 })
    expect((await call(world.as(rival), calls)).response.status).toBe(404)
    expect((await call(world.as(user), calls)).response.status).toBe(401)
    expect(await world.db.selectFrom('device').selectAll().execute()).toEqual(before)
    const admin = await world.person({ type: 'admin', groupId: 2 })
    expect((await call(world.as(admin), calls)).response.status).toBe(200)
  })
})

describe('an admin', () => {
  test('does the same for accounts of the group, which is written down', async () => {
    const { world, accountId } = await aTunnelCustomer()
    const admin = await world.person({ type: 'admin', groupId: 2 })
    const as = world.as(admin)
    const { of, key } = callsOf(accountId, 0)
    const { data } = await as.POST(OURS, { ...of, body: { name: 'Phone' } })
    const { one, body } = callsOf(accountId, data!.id)
    expect((await as.PUT(`${OURS}/{deviceId}`, { ...one, body })).response.status).toBe(200)
    expect((await as.GET(OURS, of)).data?.map(({ name }) => name)).toEqual(['', 'Hers'])
    const renewed = await as.POST(`${OURS}/{deviceId}/key`, key)
    expect(renewed.data?.id).toBe(0)
    expect((await as.DELETE(`${OURS}/{deviceId}`, one)).response.status).toBe(200)
    const { data: audit } = await world.as(mainAdmin).GET('/api/admin/audit')
    const entries = audit?.entries.filter(({ actorId }) => actorId === admin.id)
    expect(entries?.map((one) => [one.operation, one.before, one.after])).toEqual([
      ['removeDevice', { devices: ['Hers'] }, {}],
      ['renewKey', { publicKey: '•••', privateKey: '•••' }, expect.any(Object)],
      ['renameDevice', { devices: ['Phone'] }, { devices: ['Hers'] }],
      ['addDevice', {}, expect.objectContaining({ devices: ['Phone'] })],
    ])
    expect(JSON.stringify(audit)).not.toContain(data?.privateKey)
  })

  test('of another group, and another customer, find nothing', async () => {
    const { world, user, accountId } = await aTunnelCustomer()
    const { data: phone } = await addMine(world, user, accountId, 'Phone')
    const rival = await world.person({ type: 'admin', groupId: 3 })
    const neighbour = await world.person({ groupId: 2 })
    const { of, one, key, body } = callsOf(accountId, phone!.id)
    const [as, other] = [world.as(rival), world.as(neighbour)]
    const replies = await Promise.all([
      as.GET(OURS, of),
      as.POST(OURS, { ...of, body }),
      as.PUT(`${OURS}/{deviceId}`, { ...one, body }),
      as.DELETE(`${OURS}/{deviceId}`, one),
      as.POST(`${OURS}/{deviceId}/key`, key),
      other.GET(MINE, of),
      other.POST(MINE, { ...of, body }),
      other.PUT(`${MINE}/{deviceId}`, { ...one, body }),
      other.DELETE(`${MINE}/{deviceId}`, one),
      other.POST(`${MINE}/{deviceId}/key`, key),
    ])
    expect(replies.map(({ response }) => response.status)).toEqual(replies.map(() => 404))
    // Under one's own account, another person's device does not exist.
    const own = await anAccount(world, { userId: neighbour.id })
    const through = callsOf(own, phone!.id)
    const renamed = await other.PUT(`${MINE}/{deviceId}`, { ...through.one, body })
    const removed = await other.DELETE(`${MINE}/{deviceId}`, through.one)
    expect([renamed.response.status, removed.response.status]).toEqual([404, 404])
    expect((await listMine(world, user, accountId))?.[1]?.name).toBe('Phone')
  })
})
