/** @module-tag long */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { safeLink, sip002Link } from '#rules/links.ts'
import { parseShadowsocksLink } from '../../support/shadowsocksLink.ts'
import { mihomoFile, singboxFile } from '#rules/tunnelProfiles.ts'
import { clientFile } from '../../../scripts/clientPrograms.mjs'
import { schemaOfProgram } from '../../../scripts/singboxSchema.mjs'
import { mihomo } from '../../../server/accounts/subscriptions/mihomo.ts'
import { singbox } from '../../../server/accounts/subscriptions/singbox.ts'
import { anAccount, aServer } from '../../support/make.ts'
import { desiredPort, startTarget, startTestEngine } from '../../support/engine.ts'
import { freePort } from '../../support/freePort.ts'
import {
  fetchThrough,
  folderWith,
  hasClient,
  refusalOf,
  sendThrough,
  startWatched,
} from '../../support/realClients.ts'
import { eventually } from '../../support/shadowsocks.ts'
import { MIHOMO_TEMPLATES, SINGBOX_TEMPLATES } from '../../support/templates.ts'
import { makeWorld } from '../../support/world.ts'

const TOKEN = 'c0ffee'.padEnd(32, '0')
/** Names that mean something to YAML, to lists, and to the programs themselves. */
const NAMES = [
  'DIRECT',
  'REJECT',
  'reject-drop',
  'PASS',
  'COMPATIBLE',
  'GLOBAL',
  'Auto',
  'Proxy',
  'direct',
  'dns',
  'block',
  'null',
  'yes',
  '1e3',
  '- a: b',
  '#x, {y} [z] = w | ?',
  '"quoted" \'too\'',
  '100%',
  '维护中',
  '维护中',
  '🇭🇰 香港 | IPLC #1',
]
const SIGNS = [...' !"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'].map((sign) => `a${sign}b`)
const PASSWORDS = [...SIGNS, ' lead and trail ', 'aB3/xY+9zQ==', 'a:b@c/d?e#f', 'pä密🔑']
const KEY = Buffer.alloc(32, 7).toString('base64')

async function shop(password = 'secret', changes = {}) {
  const world = await makeWorld()
  for (const name of NAMES) await aServer(world, { name, host: '2001:db8::1', ...changes })
  await aServer(world, {
    type: 'WireGuard',
    name: 'PASS-RULE',
    host: '192.0.2.1',
    net: '10.100.0.0/16',
    key: KEY,
    wgPort: 51820,
    net6: 'fd10:100::/64',
    dns: null,
    mtu: 1280,
  })
  await anAccount(world, { port: 5000, password, subscribe: TOKEN, privateKey: KEY })
  const read = async (type: string) => {
    const url = `/api/user/account/subscribe/${TOKEN}?type=${type}&ip=0&flow=1`
    return (await world.app.inject({ url })).payload
  }
  return { world, read }
}

/** An engine with a port, and a profile that leads there and listens at a port of this test. */
async function away(type: 'clash' | 'mihomo' | 'singbox') {
  const engine = startTestEngine()
  const door = await desiredPort({ password: 'a/b+c=' })
  await engine.apply([door])
  const world = await makeWorld()
  await aServer(world, { name: 'One', host: '127.0.0.1' })
  const { port, password } = door
  await anAccount(world, { port, password, subscribe: TOKEN })
  const url = `/api/user/account/subscribe/${TOKEN}?type=${type}&ip=0&flow=0`
  const { payload } = await world.app.inject({ url })
  const listen = await freePort()
  if (type !== 'singbox')
    return { engine, door, listen, text: stringify({ ...parse(payload), 'mixed-port': listen }) }
  const profile = JSON.parse(payload)
  // A tunnel of the whole machine is for the machine of a customer.
  const inbounds = [{ type: 'mixed', tag: 'in', listen: '127.0.0.1', listen_port: listen }]
  return { engine, door, listen, text: JSON.stringify({ ...profile, inbounds }) }
}

const start = (type: string, text: string, listen: number) =>
  type === 'singbox'
    ? startWatched(
        clientFile('sing-box'),
        ['run', '-c', join(folderWith('config.json', text), 'config.json')],
        listen,
      )
    : startWatched(clientFile('mihomo'), ['-d', folderWith('config.yaml', text)], listen)

const page = () =>
  startTarget((socket) =>
    socket.once('data', () => socket.end('HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nhi')),
  )

/** A client's connection through an engine, of which the client asks nobody in clear. */
async function keepsNames(type: 'clash' | 'mihomo' | 'singbox') {
  const { engine, door, listen, text } = await away(type)
  const { asked } = await start(type, text, listen)
  const web = await page()
  // A program listens some time before it is ready.
  await eventually(
    async () => (await fetchThrough(listen, `http://localhost:${web.port}/`)) === 'hi',
  )
  await fetchThrough(listen, 'http://visited.example/')
  const met = async () => (await engine.attempts(door.key, 0)).map(({ reason }) => reason)
  // The name arrived where it was to be resolved.
  await eventually(async () => (await met()).includes('noName'))
  return { asked, listen }
}

describe.skipIf(!hasClient('mihomo'))('mihomo', () => {
  test.each(['clash', 'mihomo'])('takes %s with no network, all servers in it', async (type) => {
    const { read } = await shop()
    const text = await read(type)
    expect(refusalOf('mihomo', text)).toBeUndefined()
    const names = parse(text).proxies.map(({ name }: { name: string }) => name)
    expect(names.length).toBeGreaterThanOrEqual(NAMES.length)
    expect(new Set(names).size).toBe(names.length)
  })

  test('takes the file of a device', () => {
    const tunnel = { host: '2001:db8::1', port: 1, privateKey: KEY, publicKey: KEY }
    const addresses = ['10.100.0.2', 'fd10:100::2']
    const file = mihomoFile(NAMES.map((name) => ({ name, ...tunnel, addresses })))
    expect(refusalOf('mihomo', file)).toBeUndefined()
  })

  test.each(['clash', 'mihomo'] as const)('resolves no name of TCP by itself: %s', async (type) => {
    const { asked } = await keepsNames(type)
    expect(asked()).toEqual([])
  })

  test('resolves names of UDP through the tunnel', async () => {
    const { asked, listen } = await keepsNames('mihomo')
    await sendThrough(listen, 'udp.example', 9)
    // What was asked in clear would have come before this page.
    const web = await page()
    expect(await fetchThrough(listen, `http://localhost:${web.port}/`)).toBe('hi')
    expect(asked()).toEqual([])
  })

  test('reads every link of a list, whatever is in the password', async () => {
    const engine = startTestEngine()
    const doors = await Promise.all(
      PASSWORDS.map(async (password, at) => desiredPort({ key: `1:${at}`, password })),
    )
    await engine.apply(doors)
    const links = doors.map((door, at) => `${safeLink({ ...door, host: '127.0.0.1' })}#p${at}`)
    const folder = folderWith('list.txt', Buffer.from(links.join('\r\n')).toString('base64'))
    const [listen, control] = [await freePort(), await freePort()]
    const config = {
      'mixed-port': listen,
      'external-controller': `127.0.0.1:${control}`,
      'proxy-providers': { list: { type: 'file', path: join(folder, 'list.txt') } },
      'proxy-groups': [{ name: 'All', type: 'select', use: ['list'] }],
      rules: ['MATCH,All'],
    }
    process.env.SAFE_PATHS = folder
    await start('mihomo', stringify(config), listen)
    const web = await page()
    const url = encodeURIComponent(`http://127.0.0.1:${web.port}/`)
    for (const [at, password] of PASSWORDS.entries()) {
      const query = `http://127.0.0.1:${control}/proxies/p${at}/delay?timeout=9000&url=${url}`
      const answer = await eventually(async () => {
        const reply = await fetch(query).catch(() => undefined)
        return reply && { status: reply.status, text: await reply.text() }
      })
      expect({ password, answer }).toMatchObject({ password })
      expect((await engine.counters()).get(`1:${at}`)?.down ?? 0, password).toBeGreaterThan(0)
    }
  })
})

/** Both: a template we take is one that the program takes, and the other way round. */
const NODE = {
  id: 1,
  type: 'Shadowsocks' as const,
  name: 'One',
  host: '192.0.2.1',
  port: 1,
  ratio: 1,
  method: 'aes-256-gcm',
  password: '0123',
  sni: null,
  clash: {},
}

describe.skipIf(!hasClient('mihomo') || !hasClient('sing-box'))('a template', () => {
  test.each(MIHOMO_TEMPLATES)('for mihomo is taken by both or by none: $what', ({ text, at }) => {
    const written = mihomo({ nodes: [NODE], template: text })
    expect(refusalOf('mihomo', written) === undefined).toBe(at === undefined)
  })

  test.each(SINGBOX_TEMPLATES)('for sing-box is taken by both or by none: $what', (tried) => {
    const written = singbox({ nodes: [NODE], singbox: undefined, template: tried.text })
    const isTaken = tried.at === undefined || tried.onlyWhenRun === true
    expect(refusalOf('sing-box', written) === undefined).toBe(isTaken)
  })

  test('is compared with what the pinned sing-box reads', async () => {
    const file = new URL(
      '../../../server/accounts/subscriptions/singboxSchema.json',
      import.meta.url,
    )
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(schemaOfProgram())
  })
})

describe.skipIf(!hasClient('sing-box'))('sing-box', () => {
  test('takes its profile with no network, all servers in it', async () => {
    const { read } = await shop()
    const profile = JSON.parse(await read('singbox'))
    // This build has no WireGuard: its sources cannot be had.
    const tunnels = new Set(profile.endpoints.map(({ tag }: { tag: string }) => tag))
    const without = (list: string[]) => list?.filter((tag) => !tunnels.has(tag))
    const outbounds = profile.outbounds.map((one: { outbounds?: string[] }) =>
      one.outbounds ? { ...one, outbounds: without(one.outbounds) } : one,
    )
    const text = JSON.stringify({ ...profile, endpoints: [], outbounds })
    expect(refusalOf('sing-box', text)).toBeUndefined()
    const tags = profile.outbounds.map(({ tag }: { tag: string }) => tag)
    expect(new Set(tags).size).toBe(tags.length)
  })

  test('knows every field of the file of a device', () => {
    const tunnel = { host: '2001:db8::1', port: 1, privateKey: KEY, publicKey: KEY }
    const file = singboxFile([{ name: 'One', ...tunnel, addresses: ['10.100.0.2'] }])
    expect(refusalOf('sing-box', file)).toMatch(/WireGuard is not included in this build/)
  })

  test('resolves no name by itself', async () => {
    const { asked } = await keepsNames('singbox')
    expect(asked()).toEqual([])
  })

  test.each(PASSWORDS)('carries %j', async (password) => {
    const { read } = await shop(password)
    const found = JSON.parse(await read('singbox')).outbounds.find(
      ({ type }: { type: string }) => type === 'shadowsocks',
    )
    expect(found.password).toBe(password)
  })

  test.each([
    ['multiplexing', { multiplex: { enabled: true, protocol: 'smux' } }],
    ['multiplexing', { multiplex: { enabled: true, protocol: 'yamux' } }],
    ['multiplexing', { multiplex: { enabled: true, protocol: 'h2mux' } }],
    ['udpOverTcp', { udp_over_tcp: { enabled: true, version: 1 } }],
    ['udpOverTcp', { udp_over_tcp: { enabled: true, version: 2 } }],
  ])('is noted for %s where that is on: %j', async (reason, option) => {
    const { engine, door, listen, text } = await away('singbox')
    const profile = JSON.parse(text)
    const outbounds = profile.outbounds.map((one: { type: string }) =>
      one.type === 'shadowsocks' ? { ...one, ...option } : one,
    )
    // Its group would wait for a measurement, which needs a network.
    const route = { ...profile.route, rules: [], final: 'One' }
    await start('singbox', JSON.stringify({ ...profile, outbounds, route }), listen)
    const met = async () => (await engine.attempts(door.key, 0)).map((one) => one.reason)
    await eventually(async () => {
      if (reason === 'udpOverTcp') await sendThrough(listen, 'udp.example', 9)
      else await fetchThrough(listen, 'http://visited.example/')
      return (await met()).includes(reason as 'multiplexing')
    })
  })
})

describe.skipIf(!hasClient('xray'))('Xray', () => {
  test('is noted for multiplexing where that is on', async () => {
    const { engine, door, listen } = await away('mihomo')
    const { port, method, password } = door
    const servers = [{ address: '127.0.0.1', port, method, password }]
    const config = {
      inbounds: [{ listen: '127.0.0.1', port: listen, protocol: 'socks' }],
      outbounds: [
        { protocol: 'shadowsocks', settings: { servers }, mux: { enabled: true, concurrency: 8 } },
      ],
    }
    const file = join(folderWith('config.json', JSON.stringify(config)), 'config.json')
    await startWatched(clientFile('xray'), ['run', '-c', file], listen)
    await fetchThrough(listen, 'http://visited.example/')
    const met = async () => (await engine.attempts(door.key, 0)).map((one) => one.reason)
    await eventually(async () => (await met()).includes('multiplexing'))
    expect(await met()).not.toContain('noName')
  })
})

describe.skipIf(!hasClient('shadowsocks-rust', 'ssurl'))('shadowsocks-rust', () => {
  const ssurl = (link: string) => {
    const file = clientFile('shadowsocks-rust', 'ssurl')
    const { stdout, stderr } = spawnSync(file, ['-d', link], { encoding: 'utf8' })
    // JSON with bare names, which is YAML.
    return stdout ? parse(stdout) : stderr
  }

  test.each(PASSWORDS)('reads %j in a scanned, a listed and a copied link', (password) => {
    for (const host of ['a.example', '2001:db8::1']) {
      const access = { method: 'aes-256-gcm', password, host, port: 5000 }
      for (const link of [safeLink(access), sip002Link(access, 'One #1')]) {
        const read = ssurl(link)
        expect(read.servers?.[0] ?? read, link).toMatchObject({
          password,
          server: host,
          server_port: 5000,
          method: 'aes-256-gcm',
        })
        expect(parseShadowsocksLink(link)).toMatchObject({ password, host })
      }
    }
  })

  test('takes the servers of SIP008', async () => {
    const { read } = await shop('a/b+c=')
    const folder = folderWith('config.json', await read('sip008'))
    const listen = await freePort()
    const words = ['-c', join(folder, 'config.json'), '--local-addr', `127.0.0.1:${listen}`]
    await startWatched(clientFile('shadowsocks-rust', 'sslocal'), words, listen)
  })
})
