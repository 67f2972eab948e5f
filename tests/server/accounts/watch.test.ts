import { describe, expect, test } from 'vitest'
import { noPlane } from '../../../server/engine/noPlane.ts'
import type { Caller } from '../../../server/http/contract.ts'
import type { Attempt } from '../../../server/engine/plane.ts'
import { anAccount, aServer, months } from '../../support/make.ts'
import { openPlane } from '../../support/plane.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const MINE = '/api/user/account/{accountId}/attempts'
const ANY = '/api/admin/account/{accountId}/attempts'

/** A world in which every port is open, with the attempts a test sets. */
async function watched() {
  const requested: [string, number][] = []
  const met = new Map<string, Attempt[] | Promise<Attempt[]>>()
  const attempts = async (key: string, since: number) => {
    requested.push([key, since])
    const all = await (met.get(key) ?? [])
    return all.filter(({ at }) => at > since)
  }
  const plane = { ...openPlane(), attempts }
  const world = await makeWorld({ plane })
  const user = await world.person()
  const server = await aServer(world, { name: 'Tokyo' })
  const id = await anAccount(world, { userId: user.id })
  const since = world.clock.at
  const key = `${server}:${id}`
  const meet = (reason: Attempt['reason'], address: string, after = 1, count = 1) =>
    met.set(key, [{ reason, address, at: since + after, count }])
  const watch = async (
    caller: Caller | null,
    accountId = id,
    query: { since?: number } = { since },
  ) => world.as(caller).GET(MINE, { params: { path: { accountId }, query } })
  const look = async (
    caller: Caller | null,
    accountId = id,
    query: { since?: number } = { since },
  ) => world.as(caller).GET(ANY, { params: { path: { accountId }, query } })
  return { world, plane, user, server, id, since, key, met, meet, requested, watch, look }
}

describe('watchMyAccount', () => {
  test('returns what was seen, on which server, and the verdict', async () => {
    const { user, server, since, meet, watch } = await watched()
    expect((await watch(user)).data).toEqual({
      now: since,
      servers: [
        {
          serverId: server,
          name: 'Tokyo',
          state: 'open',
          until: null,
          watched: true,
          attempts: [],
        },
      ],
      verdict: {
        word: 'absent',
        serverId: null,
        insteadId: null,
        until: null,
        count: 0,
        at: null,
      },
    })
    meet('wrongKey', '127.0.0.1', 1, 3)
    const { data } = await watch(user)
    const seen = { reason: 'wrongKey', at: since + 1, count: 3 }
    expect(data?.servers[0]?.attempts).toEqual([{ ...seen, own: true }])
    expect(data?.verdict).toMatchObject({
      word: 'wrongKey',
      serverId: server,
      count: 3,
      at: since + 1,
    })
    meet('connected', '203.0.113.9')
    const other = await watch(user)
    expect(other.data?.servers[0]?.attempts).toMatchObject([{ reason: 'connected', own: false }])
    expect(other.data?.verdict.word).toBe('fine')
    expect(JSON.stringify(other.data)).not.toContain('203.0.113.9')
  })

  test('lists what is remembered before the watch begins, and judges none of it', async () => {
    const { user, meet, watch } = await watched()
    meet('wrongKey', '127.0.0.1', -5_000)
    const first = await watch(user, undefined, {})
    expect(first.data?.servers[0]?.attempts).toHaveLength(1)
    expect(first.data?.verdict.word).toBe('absent')
    const next = await watch(user)
    expect(next.data?.servers[0]?.attempts).toEqual([])
  })

  test("is refused for another's account, and to people without one", async () => {
    const { world, user, id, watch, requested } = await watched()
    const other = await world.person()
    expect((await watch(other)).response.status).toBe(403)
    expect((await watch(user, 999)).response.status).toBe(403)
    expect((await watch(user, await anAccount(world))).response.status).toBe(403)
    expect((await watch(null)).response.status).toBe(401)
    expect((await watch(mainAdmin)).response.status).toBe(401)
    expect((await watch(user, id, { since: 0.5 })).response.status).toBe(400)
    expect(requested).toEqual([])
  })

  test('names no hidden server and nothing of the machine', async () => {
    const { world, user, server, watch, look, requested, plane, key } = await watched()
    const hidden = await aServer(world, { name: 'Secret', shift: 1_000 })
    await world.db
      .insertInto('tag')
      .values({ type: 'server', key: hidden, name: '#hide' })
      .execute()
    plane.stateOf = () => ({ key, port: 0, open: false, reason: 'port in use' })
    const { data } = await watch(user)
    expect(data?.servers.map(({ serverId, state }) => [serverId, state])).toEqual([
      [server, 'serverDown'],
    ])
    expect(data?.verdict).toMatchObject({ word: 'lineDown', serverId: null })
    expect(requested).toHaveLength(1)
    expect((await look(mainAdmin)).data?.servers).toHaveLength(2)
  })

  test('is about the account first', async () => {
    const { world, user, watch, met } = await watched()
    const ended = await anAccount(world, { ...months(world, 1), userId: user.id })
    world.clock.add(months(world, 1).cycles * 2_592_000_000 * 2)
    met.clear()
    expect((await watch(user, ended)).data?.verdict.word).toBe('expired')
  })
})

describe('watchAccount', () => {
  test('reports the addresses, and not whose they are', async () => {
    const { since, meet, look, requested, key } = await watched()
    meet('refused', '203.0.113.9')
    const { data } = await look(mainAdmin)
    expect(data?.servers[0]?.attempts).toEqual([
      { reason: 'refused', at: since + 1, count: 1, address: '203.0.113.9' },
    ])
    expect(data?.verdict.word).toBe('refused')
    expect(requested).toEqual([[key, since]])
  })

  test('is confined to the group of the admin', async () => {
    const { world, look } = await watched()
    for (const [id, name] of [
      [2, 'Mine'],
      [3, 'Theirs'],
    ] as const)
      await world.db.insertInto('userGroup').values({ id, name, orders: null }).execute()
    const admin = await world.person({ type: 'admin', groupId: 2 })
    const [near, far] = [await world.person({ groupId: 2 }), await world.person({ groupId: 3 })]
    const [own, other] = [
      await anAccount(world, { userId: near.id }),
      await anAccount(world, { userId: far.id }),
    ]
    expect((await look(admin, own)).response.status).toBe(200)
    expect((await look(admin, other)).response.status).toBe(403)
    expect((await look(mainAdmin, other)).response.status).toBe(200)
    expect((await look(mainAdmin, 999)).response.status).toBe(403)
    expect((await look(near, own)).response.status).toBe(401)
    expect((await look(null, own)).response.status).toBe(401)
  })

  test('says so where a server reveals nothing: without the question, refusing it, or too slow', async () => {
    const { plane, met, key, look } = await watched()
    const reported = async () => {
      const { data } = await look(mainAdmin)
      return [data?.servers[0]?.watched, data?.verdict.word]
    }
    expect(await reported()).toEqual([true, 'absent'])
    met.set(key, Promise.reject(new Error('away')))
    expect(await reported()).toEqual([false, 'unwatched'])
    met.set(key, new Promise(() => {}))
    expect(await reported()).toEqual([false, 'unwatched'])
    Object.assign(plane, { attempts: noPlane().attempts })
    expect(await reported()).toEqual([false, 'unwatched'])
  })
})

describe('a WireGuard server', () => {
  const MINUTE = 60_000
  const endpoint = '203.0.113.9:51820'

  /** The same on a WireGuard server, whose devices shook hands so long before the watch began, ms. */
  async function tunnelled(...ages: (number | undefined)[]) {
    const parts = await watched()
    await parts.world.db.updateTable('server').set({ type: 'WireGuard' }).execute()
    await parts.world.db.updateTable('account').set({ port: 30_777 }).execute()
    parts.plane.peers = async () =>
      ages.map((age, deviceId) => ({
        deviceId,
        up: 1,
        down: 1,
        ...(age !== undefined && { endpoint, handshakeAt: parts.since - age }),
      }))
    return parts
  }

  test('is seen by handshakes: a tunnel that is up is connected', async () => {
    const { look, since } = await tunnelled(2 * MINUTE)
    const { data } = await look(mainAdmin)
    expect(data?.servers[0]?.attempts).toEqual([
      { reason: 'connected', at: since - 2 * MINUTE, count: 1, address: '203.0.113.9' },
    ])
    expect(data?.verdict.word).toBe('fine')
  })

  test('claims nothing of a device that has not shaken hands lately', async () => {
    const { watch, user } = await tunnelled(3 * MINUTE, undefined)
    expect((await watch(user)).data?.verdict.word).toBe('noHandshake')
  })

  test('reports to the owner whether it is their own network, and no address', async () => {
    const { watch, user } = await tunnelled(MINUTE)
    const [attempt] = (await watch(user)).data?.servers[0]?.attempts ?? []
    expect(attempt).toMatchObject({ reason: 'connected', own: false })
    expect(attempt).not.toHaveProperty('address')
  })

  test('says so where its devices are unknown', async () => {
    const { look, plane } = await tunnelled(MINUTE)
    plane.peers = () => Promise.reject(new Error('away'))
    expect((await look(mainAdmin)).data?.verdict.word).toBe('unwatched')
  })
})
