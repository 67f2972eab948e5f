import { connect, createServer, type Server } from 'node:net'
import { once } from 'node:events'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { openBoard } from '../../../server/fleet/health/board.ts'
import { makeLook } from '../../../server/fleet/health/looking.ts'
import type { Trials } from '../../../server/fleet/health/seeing.ts'
import { freePort } from '../../support/freePort.ts'
import { anAccount, aServer } from '../../support/make.ts'
import { aPlane } from '../../support/plane.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const HOUR = 3_600_000

describe('the lights of a server with several names', () => {
  const ok: Trials = { console: { ok: true, ms: 9 } }
  const no: Trials = { console: { ok: false, ms: 9, reason: 'silent' } }

  /** A server of three names, which answer as a test sets. */
  async function looked(type: 'Shadowsocks' | 'WireGuard' = 'Shadowsocks') {
    const { plane } = aPlane()
    const world = await makeWorld({ plane })
    const board = openBoard(() => world.clock.at)
    plane.alive = async () => true
    const said = new Map<string, Trials>()
    const asked: string[] = []
    let busy = 0
    let most = 0
    const attempt = async (_server: unknown, _ports: unknown, name: string) => {
      asked.push(name)
      busy += 1
      most = Math.max(most, busy)
      await new Promise((resolve) => setTimeout(resolve, 5))
      busy -= 1
      return said.get(name) ?? ok
    }
    const look = makeLook({ ...world.world, board, attempt, pulseOf: () => ({}) })
    const spares = '["b.example","c.example"]'
    const keys = type === 'WireGuard' ? { privateKey: 'x', wgPort: 51_820 } : {}
    const id = await aServer(world, { type, host: 'a.example', spares, ...keys })
    return { world, board, look, said, asked, id, most: () => most }
  }

  test('are of each of them', async () => {
    const { board, look, asked, id, most } = await looked()
    await look()
    expect(asked.toSorted()).toEqual(['a.example', 'b.example', 'c.example'])
    expect(most()).toBe(3)
    expect(board.of(id)).toMatchObject({ handshake: { state: 'green' }, names: { length: 3 } })
  })

  test('say which name is red; all of them red is a red server', async () => {
    const first = await looked()
    first.said.set('a.example', no)
    await first.look()
    expect(first.board.of(first.id)).toMatchObject({
      handshake: { state: 'amber', cause: 'someNames' },
      names: [
        { name: 'a.example', state: 'red', cause: 'silent' },
        { name: 'b.example', state: 'green', cause: null },
        { name: 'c.example', state: 'green', cause: null },
      ],
    })
    const other = await looked()
    for (const name of ['a.example', 'b.example', 'c.example']) other.said.set(name, no)
    await other.look()
    expect(other.board.of(other.id).handshake).toMatchObject({ state: 'red', cause: 'silent' })
  })

  test('look at once when the names have changed, and at nothing else before a minute', async () => {
    const { world, look, asked, id } = await looked()
    await look()
    await look()
    expect(asked).toHaveLength(3)
    await world.db.updateTable('server').set({ host: 'b.example', spares: null }).execute()
    await look()
    expect(asked.slice(3)).toEqual(['b.example'])
    expect(id).toBe(1)
  })

  test('of WireGuard are looked at one after the other: a key says hello in one place', async () => {
    const { look, asked, most } = await looked('WireGuard')
    await look()
    expect(asked).toEqual(['a.example', 'b.example', 'c.example'])
    expect(most()).toBe(1)
  })
})

/** What a name leads to: a port that takes connections, until it is closed. */
async function aName(host: string, port: number): Promise<Server> {
  const server = createServer((socket) => socket.end())
  server.listen(port, host)
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return server
}

/** Whether a connection comes about. */
const answers = (host: string, port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ host, port })
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
    socket.on('close', () => resolve(false))
    socket.unref()
  })

describe('a burnt name', () => {
  test('is left by 300 apps within a minute of its end; the console sees who has fetched since', async () => {
    const world = await makeWorld()
    const port = await freePort()
    const [burnt, next] = ['127.0.0.21', '127.0.0.22']
    const first = await aName(burnt, port)
    await aName(next, port)
    const id = await aServer(world, { host: burnt, spares: JSON.stringify([next]) })
    const tokens = Array.from({ length: 300 }, (_one, at) => at.toString(16).padStart(32, '0'))
    for (const subscribe of tokens) await anAccount(world, { subscribe })

    /** An app: what it has fetched, and how often it looks and fetches, by what it was told. */
    async function anApp(token: string) {
      const fetchIt = async () => {
        const url = `/api/user/account/subscribe/${token}?type=mihomo&ip=0&flow=0`
        const { payload, headers } = await world.app.inject({ url })
        const profile = parse(payload)
        const group = profile['proxy-groups'].find(
          ({ type }: { type: string }) => type === 'fallback',
        )
        const members: string[] = group?.proxies ?? [profile.proxies[0].name]
        const hosts = members.map(
          (name) => profile.proxies.find((one: { name: string }) => one.name === name).server,
        ) as string[]
        const updateMs = Number(headers['profile-update-interval']) * HOUR
        return { hosts, checkMs: (group?.interval ?? 3_600) * 1_000, updateMs }
      }
      let profile = await fetchIt()
      let used = profile.hosts[0]!
      const check = async () => {
        for (const host of profile.hosts) if (await answers(host, port)) return void (used = host)
      }
      return {
        check,
        update: async () => void (profile = await fetchIt()),
        profile: () => profile,
        used: () => used,
      }
    }
    const apps = await Promise.all(tokens.map(anApp))
    await Promise.all(apps.map((app) => app.check()))
    expect(new Set(apps.map((app) => app.used()))).toEqual(new Set([burnt]))

    // It is blocked, and the operator says so half a minute later.
    await new Promise((resolve) => first.close(resolve))
    world.clock.add(30_000)
    const way = { params: { path: { serverId: id } } }
    const admin = world.as(mainAdmin)
    const { data } = await admin.POST('/api/admin/server/{serverId}/name/blocked', {
      ...way,
      body: { name: burnt },
    })
    expect(data).toBe('success')
    const seen = async () =>
      (await admin.GET('/api/admin/server/{serverId}/name/followers', way)).data!
    expect(await seen()).toMatchObject({ total: 300, fetched: 0 })

    // Each looks once within its interval: that is the minute.
    expect(Math.max(...apps.map((app) => app.profile().checkMs))).toBeLessThanOrEqual(60_000)
    world.clock.add(60_000)
    await Promise.all(apps.map((app) => app.check()))
    expect(new Set(apps.map((app) => app.used()))).toEqual(new Set([next]))

    // They fetch when their time has come, half a day at most; the console counts them.
    expect(new Set(apps.map((app) => app.profile().updateMs))).toEqual(new Set([12 * HOUR]))
    await Promise.all(apps.slice(0, 120).map((app) => app.update()))
    expect(await seen()).toMatchObject({ fetched: 120, waiting: { length: 100 } })
    await Promise.all(apps.slice(120).map((app) => app.update()))
    expect(await seen()).toMatchObject({ fetched: 300, waiting: [] })
    expect(new Set(apps.flatMap((app) => app.profile().hosts))).toEqual(new Set([next]))
  })
})
