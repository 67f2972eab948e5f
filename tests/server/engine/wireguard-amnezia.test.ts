/** @module-tag long */
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { parse } from 'yaml'
import type { Amnezia } from '#rules/amnezia.ts'
import { digestOf } from '../../../server/engine/protocol/digest.ts'
import { selectDesired } from '../../../server/fleet/plane/desired.ts'
import { initiate } from '../../../server/engine/wireguard/initiation.ts'
import { commandDevice } from '../../../server/engine/wireguard/kernel.ts'
import { isTunnel } from '../../../server/engine/wireguard/valid.ts'
import { AMNEZIA, anAmneziaProgram, SPELLED } from '../../support/amneziaStandIn.ts'
import { engineFolder } from '../../support/engine.ts'
import { anAccount } from '../../support/make.ts'
import { eventually } from '../../support/shadowsocks.ts'
import {
  aDevice,
  aKey,
  anAccount as anOrder,
  aStage,
  aTunnel,
  connect,
  get,
  hasTunnels,
  type Network,
} from '../../support/tunnels.ts'
import { aTunnelPlane, aTunnelServer } from '../../support/wireguard.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const SERVER = '/api/admin/server/{serverId}'
const TOKEN = '0123456789abcdef0123456789abcdef'

describe('an AmneziaWG server', () => {
  test('is asked of its machine, and what it changes is kept until it is taken off', async () => {
    const { plane, requested, say } = aTunnelPlane({ backend: 'amneziawg' })
    const world = await makeWorld({ plane })
    const serverId = await aTunnelServer(world, { amnezia: AMNEZIA })
    expect(requested).toMatchObject([{ isAmnezia: true }])
    const change = async (amnezia?: Amnezia | null) => {
      const body = { type: 'WireGuard' as const, name: 'Tunnel', address: '192.0.2.1' }
      const params = { path: { serverId } }
      const sent = { ...body, ...(amnezia !== undefined && { amnezia }) }
      const { error } = await world.as(mainAdmin).PUT(SERVER, { params, body: sent })
      const { data } = await world.as(mainAdmin).GET(SERVER, { params })
      return [error, data?.amnezia]
    }
    expect(await change()).toEqual([undefined, AMNEZIA])
    const others = { ...AMNEZIA, jc: 6 }
    expect(await change(others)).toEqual([undefined, others])
    // Other numbers need nothing of the machine.
    expect(requested).toHaveLength(1)
    expect(await change({ ...AMNEZIA, s2: 86 })).toEqual([
      'body/amnezia/s1 + 56 must not be s2',
      others,
    ])
    expect(await change({ ...AMNEZIA, h1: 1_000_002 })).toEqual([
      'body/amnezia/h1 to h4 must differ',
      others,
    ])
    say({ backend: 'userspace' })
    expect(await change(null)).toEqual([undefined, null])
    expect(requested).toHaveLength(2)
    // An older engine leaves the wish out, and would carry WireGuard.
    expect(await change(AMNEZIA)).toEqual(['amneziawg missing', null])
    say({ state: 'noAmnezia' })
    expect(await change(AMNEZIA)).toEqual(['amneziawg missing', null])
    const body = { nodeId: null, wgPort: 51_820, net: '10.100.0.0/16', serverId, isAmnezia: true }
    const check = await world.as(mainAdmin).POST('/api/admin/server/wireguard', { body })
    expect(check.data?.state).toBe('noAmnezia')
  })

  test('reaches its engine and the devices that can use it', async () => {
    const { plane } = aTunnelPlane({ backend: 'amneziawg' })
    const world = await makeWorld({ plane })
    await aTunnelServer(world, { amnezia: AMNEZIA, name: 'Hidden' })
    const user = await world.person({ groupId: 2 })
    const accountId = await anAccount(world, { userId: user.id, subscribe: TOKEN })
    const { ports } = (await selectDesired(world.db, [accountId], world.clock.at)).get(accountId)!
    expect(ports[0]?.tunnel).toMatchObject({ amnezia: AMNEZIA })
    const mine = await world.as(user).GET('/api/user/server')
    expect(mine.data).toMatchObject([{ name: 'Hidden', amnezia: AMNEZIA }])
    const read = async (type: string) =>
      (await world.app.inject({ url: `/api/user/account/subscribe/${TOKEN}?type=${type}` })).payload
    expect(parse(await read('mihomo')).proxies).toMatchObject([
      { name: 'Hidden', 'amnezia-wg-option': AMNEZIA },
    ])
    expect(JSON.parse(await read('singbox')).endpoints).toEqual([])
  })
})

describe('what AmneziaWG is told', () => {
  test('goes to awg as its arguments, and its dump is read', async () => {
    const dir = engineFolder()
    const told = join(dir, 'told')
    const dump = ['own=', 'pub=', '51820', ...Object.values(AMNEZIA), 'off'].join('\\t')
    const peer = ['peer=', '(none)', '203.0.113.5:4000', '10.100.0.5/32', '7', '8', '9', 'off']
    const script = `#!/bin/sh\necho "$@" >> ${told}\n[ "$3" != dump ] || printf '${dump}\\n${peer.join('\\t')}\\n'\n`
    writeFileSync(join(dir, 'awg'), script)
    chmodSync(join(dir, 'awg'), 0o755)
    vi.stubEnv('PATH', `${dir}${delimiter}${process.env.PATH}`)
    onTestFinished(() => void vi.unstubAllEnvs())
    const device = commandDevice('awg', 'sluice-wg3')
    await device.disguise(AMNEZIA)
    expect(await device.read()).toEqual({
      listenPort: 51_820,
      privateKey: 'own=',
      peers: [
        {
          publicKey: 'peer=',
          endpoint: '203.0.113.5:4000',
          addresses: ['10.100.0.5'],
          handshake: 7,
          rx: 8,
          tx: 9,
        },
      ],
    })
    expect(readFileSync(told, 'utf8').split('\n')[0]).toBe(
      `set sluice-wg3 ${SPELLED.replaceAll('=', ' ')}`,
    )
  })

  test('is part of an order, which is none with numbers that cannot be', () => {
    const { tunnel } = aTunnel({ amnezia: AMNEZIA })
    expect(isTunnel(tunnel)).toBe(true)
    expect(isTunnel({ ...tunnel, amnezia: { ...AMNEZIA, h2: 1_000_001 } })).toBe(false)
    const digest = (amnezia: Amnezia) => digestOf([anOrder({ ...tunnel, amnezia }, 5, [])])
    expect(digest({ ...AMNEZIA })).toBe(digest(AMNEZIA))
    expect(digest({ ...AMNEZIA, h4: 9 })).not.toBe(digest(AMNEZIA))
  })

  test('disguises the handshake a server is tried with', () => {
    const { publicKey } = aKey()
    const { privateKey } = aKey()
    const { packet, judge } = initiate({ publicKey, privateKey, at: 1, amnezia: AMNEZIA })
    expect([packet.length, packet.readUInt32LE(AMNEZIA.s1)]).toEqual([148 + 30, AMNEZIA.h1])
    const cookie = Buffer.alloc(64)
    cookie.writeUInt32LE(AMNEZIA.h3)
    packet.copy(cookie, 4, AMNEZIA.s1 + 4, AMNEZIA.s1 + 8)
    expect(judge(cookie)).toBe('busy')
    cookie.writeUInt32LE(3)
    expect(judge(cookie)).toBeUndefined()
  })
})

describe.skipIf(!hasTunnels)('an engine with a program that stands in for amneziawg-go', () => {
  test('tells it the numbers, charges what passes, and changes to WireGuard and back', async () => {
    const { told } = anAmneziaProgram()
    const { engine, places } = await aStage()
    const [home] = places as [Network]
    const plain = aTunnel()
    const tunnel = { ...plain.tunnel, amnezia: AMNEZIA }
    const device = aDevice(30)
    const [hidden, open] = [tunnel, plain.tunnel].map((one) => anOrder(one, 5, [device.peer]))
    const wanted = { listenPort: 51_820, net: '10.100.0.0/16', isAmnezia: true }
    expect(await engine.link.checkTunnel(wanted)).toMatchObject({
      state: 'ready',
      backend: 'amneziawg',
    })
    expect(await engine.link.change([hidden!], [])).toMatchObject([{ state: 'open' }])
    expect(told()).toEqual([`sluice-wg${tunnel.serverId} ${SPELLED}`])
    const fetch = (bytes: number) => {
      const client = connect(home, device, plain, '9.9.2.1')
      expect(get(home, `http://9.9.1.2/${bytes}`)).toContain('200')
      return client
    }
    const first = fetch(2_000_000)
    // Another protocol is another interface, and what passed until now is not lost with the old one.
    expect(await engine.link.change([open!], [])).toMatchObject([{ state: 'open' }])
    await eventually(() => engine.sumOf(open!.key) > 2_000_000)
    first.down()
    const before = engine.sumOf(open!.key)
    const second = fetch(1_000_000)
    engine.kill()
    second.down()
    await eventually(() => engine.pids().length === 0)
    await engine.start('bbbbbbbb')
    expect(await engine.link.change([hidden!], [])).toMatchObject([{ state: 'open' }])
    await eventually(() => engine.sumOf(hidden!.key) > before + 1_000_000)
    expect(told()).toHaveLength(2)
    fetch(1_000)
    await eventually(() => engine.sumOf(hidden!.key) > before + 1_001_000)
    await engine.link.end()
  }, 60_000)
})
