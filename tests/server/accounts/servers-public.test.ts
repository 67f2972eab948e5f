import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { selectDesired } from '../../../server/fleet/plane/desired.ts'
import { aNewServer, anAccount, aServer } from '../../support/make.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const TOKEN = 'c0ffee'.padEnd(32, '0')
const ONE = '/api/admin/server/{serverId}'
const at = (serverId: number) => ({ params: { path: { serverId } } })
const plain = (text: string) => Buffer.from(text, 'base64').toString()
type World = Awaited<ReturnType<typeof makeWorld>>

async function read(world: World, type: string) {
  const url = `/api/user/account/subscribe/${TOKEN}?type=${type}&ip=0&flow=0`
  const { payload } = await world.app.inject({ url })
  return payload
}

describe('the address of a server', () => {
  test.each([
    ['https://nat.example.com', 'without a scheme'],
    ['203.0.113.9:10080', 'without a port'],
    ['[2001:db8::1]:443', 'without a port'],
    ['a.example:2001:db8::1', 'in brackets'],
    ['a,b', 'must be a host name'],
  ])('is refused where it is none, with a sentence: %s', async (address, sentence) => {
    const world = await makeWorld()
    const admin = world.as(mainAdmin)
    const made = await admin.POST('/api/admin/server', { body: aNewServer({ address }) })
    expect(made.response.status).toBe(400)
    expect(JSON.stringify(made.error)).toContain(sentence)
    const id = await aServer(world)
    const changed = await admin.PUT(ONE, { ...at(id), body: aNewServer({ address }) })
    expect(changed.response.status).toBe(400)
  })

  test.each(['2001:db8::1', '[2001:db8::1]', '192.0.2.1:[2001:db8::1]'])(
    'may be IPv6, which every format writes as its programs read it: %s',
    async (address) => {
      const world = await makeWorld()
      const admin = world.as(mainAdmin)
      const body = aNewServer({ address })
      const { response } = await admin.POST('/api/admin/server', { body })
      expect(response.status).toBe(200)
      await anAccount(world, { port: 5000, password: 'a/b', subscribe: TOKEN })
      for (const type of ['shadowrocket', 'potatso'])
        expect(plain(await read(world, type))).toMatch(/^ss:\/\/[\w-]+@\[2001:db8::1\]:5000#Tokyo$/)
      const ssr = plain(plain(await read(world, 'ssr')).slice('ssr://'.length))
      expect(ssr).toMatch(/^\[2001:db8::1\]:5000:origin:/)
      expect(await read(world, 'mellow')).toContain('@[2001:db8::1]:5000')
      expect(await read(world, 'quantumultx')).toMatch(/^shadowsocks=\[2001:db8::1\]:5000,/)
      for (const type of ['surge', 'loon'])
        expect(await read(world, type)).toMatch(/, ?2001:db8::1, ?5000,/)
      for (const type of ['outline', 'sip008', 'singbox'])
        expect(await read(world, type)).toMatch(/"server": ?"2001:db8::1"/)
      for (const type of ['clash', 'mihomo'])
        expect(parse(await read(world, type)).proxies[0].server).toBe('2001:db8::1')
    },
  )

  test('is in brackets in a link of Trojan, too', async () => {
    const world = await makeWorld()
    const node = { plane: 'manager' as const, driver: 'ssmgr' as const }
    await aServer(world, { ...node, type: 'Trojan', host: '2001:db8::1', tjPort: 443 })
    await anAccount(world, { port: 5000, password: 'a/b', subscribe: TOKEN })
    expect(plain(await read(world, 'shadowrocket'))).toBe(
      'trojan://5000%3Aa%2Fb@[2001:db8::1]:443#Tokyo',
    )
  })
})

describe('a public port beside the one of the server', () => {
  test('is what clients are given, and not what is opened', async () => {
    const world = await makeWorld()
    const admin = world.as(mainAdmin)
    const { data } = await admin.POST('/api/admin/server', {
      body: aNewServer({ shift: 7, publicShift: 10_000 }),
    })
    const serverId = data!.serverId
    await anAccount(world, { port: 5000, subscribe: TOKEN })
    expect(parse(await read(world, 'clash')).proxies[0].port).toBe(15_007)
    expect(JSON.parse(await read(world, 'outline')).server_port).toBe(15_007)
    const wanted = await selectDesired(world.db, { from: 1, to: 9 }, world.clock.at)
    expect([...wanted.values()].flatMap(({ ports }) => ports)).toMatchObject([{ port: 5_007 }])
    const { data: seen } = await admin.GET(ONE, at(serverId))
    expect(seen).toMatchObject({ shift: 7, publicShift: 10_000 })
    // An older console sends none, and changes nothing about it.
    await admin.PUT(ONE, { ...at(serverId), body: aNewServer({ shift: 7 }) })
    expect((await admin.GET(ONE, at(serverId))).data?.publicShift).toBe(10_000)
    await admin.PUT(ONE, { ...at(serverId), body: aNewServer({ shift: 7, publicShift: 0 }) })
    expect(parse(await read(world, 'clash')).proxies[0].port).toBe(5_007)
  })

  test('stays a port, of accounts and of tunnels', async () => {
    const world = await makeWorld()
    const admin = world.as(mainAdmin)
    await anAccount(world, { port: 5000 })
    const tried = async (body: Parameters<typeof aNewServer>[0]) =>
      (await admin.POST('/api/admin/server', { body: aNewServer(body) })).response.status
    expect(await tried({ publicShift: 60_536 })).toBe(403)
    expect(await tried({ publicShift: -5_000 })).toBe(403)
    expect(await tried({ publicShift: 60_535 })).toBe(200)
    const trojan = { type: 'Trojan' as const, plane: 'manager' as const, port: 1, password: 'x' }
    expect(await tried({ ...trojan, tjPort: 443, publicShift: -443 })).toBe(400)
  })
})
