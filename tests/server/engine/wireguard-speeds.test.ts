import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { changeOf, heldFor, speedRules } from '../../../server/engine/wireguard/speeds.ts'
import { adopted, newEntry, speedsIn, suspend } from '../../../server/engine/wireguard/peerTable.ts'
import { eventually } from '../../support/shadowsocks.ts'
import {
  aDevice,
  anAccount,
  aStage,
  connect,
  download,
  get,
  hasTunnels,
  type Network,
} from '../../support/tunnels.ts'

const NAME = 'sluice-wg1'
const TABLE = 'sluice_wg1_speed'
const one = (address: string, speed = {}, key = '1:5') => ({ address, key, speed })

describe('the rules of speeds', () => {
  test('hold all addresses of an account to one limit each way, and nobody else', () => {
    const held = heldFor([
      one('10.100.0.2', { up: 8, down: 16 }),
      one('fd10:100::2', { up: 8, down: 16 }),
      one('10.100.0.3', { down: 16 }, '1:6'),
      one('10.100.0.4', { up: 0, down: 0 }, '1:7'),
    ])
    const rules = speedRules(NAME, held)
    expect(rules.match(/limit \w+ \{\n {4}.*/g)).toEqual([
      'limit up_1_5_8 {\n    rate over 1000 bytes/second burst 131072 bytes',
      'limit down_1_5_16 {\n    rate over 2000 bytes/second burst 131072 bytes',
      'limit down_1_6_16 {\n    rate over 2000 bytes/second burst 131072 bytes',
    ])
    expect(rules.match(/elements = .*/g)).toEqual([
      'elements = { 10.100.0.2 : "up_1_5_8" }',
      'elements = { fd10:100::2 : "up_1_5_8" }',
      'elements = { 10.100.0.2 : "down_1_5_16", 10.100.0.3 : "down_1_6_16" }',
      'elements = { fd10:100::2 : "down_1_5_16" }',
    ])
    // However many there are: four rules, of which a packet meets two.
    expect(rules.match(/ drop$/gm)).toHaveLength(4)
  })

  test('change for those alone who change', () => {
    const others = [one('10.100.0.3', { down: 16 }, '1:6')]
    const before = heldFor([...others, one('10.100.0.2', { up: 8, down: 16 })])
    const faster = heldFor([...others, one('10.100.0.2', { up: 8, down: 32 })])
    expect(changeOf(TABLE, before, faster).split('\n')).toEqual([
      `add limit inet ${TABLE} down_1_5_32 { rate over 4000 bytes/second burst 131072 bytes; }`,
      `delete element inet ${TABLE} down4 { 10.100.0.2 }`,
      `add element inet ${TABLE} down4 { 10.100.0.2 : "down_1_5_32" }`,
      `delete limit inet ${TABLE} down_1_5_16`,
      '',
    ])
    expect(changeOf(TABLE, faster, heldFor(others)).split('\n')).toEqual([
      `delete element inet ${TABLE} up4 { 10.100.0.2 }`,
      `delete element inet ${TABLE} down4 { 10.100.0.2 }`,
      `delete limit inet ${TABLE} up_1_5_8`,
      `delete limit inet ${TABLE} down_1_5_32`,
      '',
    ])
    expect(changeOf(TABLE, faster, faster)).toBe('')
  })

  test('stay for who is on the way out, and for whom no order has named yet', () => {
    const peer = { deviceId: 0, publicKey: 'a', addresses: ['10.100.0.2'] }
    const raw = { ...peer, publicKey: 'b', addresses: ['10.100.0.3'], handshake: 0, rx: 0, tx: 0 }
    const [leaving, found] = [newEntry('1:5', peer), adopted(raw, ['b', '1:6', 0, 0, 0])]
    Object.assign(leaving, { isApplied: true, speed: { up: 8 } })
    const of = () => speedsIn([leaving, found])
    expect(of()).toEqual({ limited: [one('10.100.0.2', { up: 8 })], kept: ['10.100.0.3'] })
    suspend(leaving)
    expect(of()).toEqual({ limited: [], kept: ['10.100.0.2', '10.100.0.3'] })
    leaving.isApplied = true
    expect(of()).toEqual({ limited: [], kept: ['10.100.0.3'] })
    const before = heldFor([one('10.100.0.2', { up: 8 }), one('10.100.0.3', { up: 8 }, '1:6')])
    expect([...heldFor([], before, ['10.100.0.3']).up]).toEqual([['10.100.0.3', 'up_1_6_8']])
  })
})

const rulesIn = (machine: Network) => machine.run('nft', 'list', 'ruleset').stdout
/** How many limits there are for an account, by speed. */
const limitsIn = (machine: Network) =>
  [...rulesIn(machine).matchAll(/limit ((?:up|down)_\w+) \{/g)].map(([, name = '']) =>
    name.replace(/_\d+_/, ' '),
  )

describe.skipIf(!hasTunnels)('the speed of a WireGuard account', { tags: ['long'] }, () => {
  const [UP, DOWN] = [4_000, 8_000]
  const bytes = (kbits: number) => kbits * 125

  /** Bytes a second of a download of so many seconds, and of an upload of as many bytes as take so long. */
  const downloads = (home: Network, seconds: number, site = '9.9.1.2') =>
    Number(
      home.run(
        ...([
          'curl',
          '-sg',
          '-o',
          '/dev/null',
          '-m',
          `${seconds}`,
          '-w',
          '%{speed_download}',
        ] as const),
        `http://${site}/9000000000`,
      ).stdout,
    )
  function uploads(home: Network, seconds: number, kbits: number, site = '9.9.1.2'): number {
    const size = seconds * bytes(kbits)
    const send = `head -c ${size} /dev/zero | curl -sg -X POST -H Expect: -o /dev/null -m 120 -w '%{time_total}' -T - http://${site}/`
    return size / Number(home.run('sh', '-c', send).stdout)
  }
  /** The first second is free: what a bucket holds. */
  const isNear = (got: number, kbits: number) => {
    expect(got).toBeLessThan(bytes(kbits) * 1.1)
    expect(got).toBeGreaterThan(bytes(kbits) * 0.8)
  }

  test('holds both ways, in both families, for all of its devices together', async () => {
    const { engine, places, server } = await aStage(2)
    const [home, other] = places as [Network, Network]
    const [device, second] = [aDevice(30), aDevice(31, 1)]
    const free = aDevice(32)
    await engine.link.change(
      [
        {
          ...anAccount(server.tunnel, 5, [device.peer, second.peer]),
          speed: { up: UP, down: DOWN },
        },
        anAccount(server.tunnel, 6, [free.peer]),
      ],
      [],
    )
    connect(home, device, server, '9.9.2.1')
    isNear(downloads(home, 20), DOWN)
    isNear(uploads(home, 20, UP), UP)
    isNear(downloads(home, 20, '[2620:9:9:1::2]'), DOWN)
    isNear(uploads(home, 20, UP, '[2620:9:9:1::2]'), UP)
    const tunnel = connect(other, second, server, '9.9.3.1')
    const [one, two] = [home, other].map((place) => download(place, 'http://9.9.1.2/9000000000'))
    await pause(20_000)
    isNear((one!.got.bytes + two!.got.bytes) / 20, DOWN)
    one!.stop()
    two!.stop()
    tunnel.down()
    connect(other, free, server, '9.9.3.1')
    expect(downloads(other, 3)).toBeGreaterThan(bytes(DOWN) * 3)
  })

  test('changes under open connections, outlives the engine, and ends with the account', async () => {
    const { machine, engine, places, server } = await aStage()
    const [home] = places as [Network]
    const device = aDevice(30)
    const account = anAccount(server.tunnel, 5, [device.peer])
    const order = (speed?: { up?: number; down?: number }) =>
      engine.link.change([{ ...account, ...(speed && { speed }) }], [])
    await order({ up: UP, down: DOWN })
    expect(limitsIn(machine)).toEqual([`up 5_${UP}`, `down 5_${DOWN}`])
    connect(home, device, server, '9.9.2.1')
    const { got, stop } = download(home, 'http://9.9.1.2/9000000000')
    /** Bytes a second from now on, once what was saved up has passed. */
    const rate = async (ms: number) => {
      await pause(2_000)
      const from = got.bytes
      await pause(ms)
      return ((got.bytes - from) / ms) * 1_000
    }
    isNear(await rate(6_000), DOWN)
    await order({ down: 2 * DOWN })
    expect(limitsIn(machine)).toEqual([`down 5_${2 * DOWN}`])
    isNear(await rate(6_000), 2 * DOWN)
    await order({ down: DOWN })
    isNear(await rate(6_000), DOWN)
    // Without an engine nothing changes, nor while the next one begins.
    engine.kill()
    const [between] = await Promise.all([rate(6_000), engine.start('bbbbbbbb')])
    // What is saved up begins anew with the next engine.
    expect(between).toBeLessThan(bytes(DOWN) * 1.4)
    expect(limitsIn(machine)).toEqual([`down 5_${DOWN}`])
    await order()
    expect(rulesIn(machine)).not.toContain('_speed')
    expect(await rate(1_000)).toBeGreaterThan(bytes(2 * DOWN))
    expect(got.isOver).toBe(false)
    stop()
    // Rules that other software throws out are there again, as slow as they were.
    await order({ down: DOWN })
    machine.run('nft', 'flush', 'ruleset')
    await eventually(() => limitsIn(machine).length === 1, 10_000)
    isNear(downloads(home, 8), DOWN * 1.05)
    await order({ down: DOWN })
    await engine.link.change([], [account.key])
    expect(rulesIn(machine)).not.toContain('_speed')
    await order({ down: DOWN })
    await engine.link.end()
    expect(rulesIn(machine)).not.toContain('sluice')
  })

  test('is that of its plan after the quota, from the byte on, until it is paid for', async () => {
    const { machine, engine, places, server } = await aStage()
    const [home] = places as [Network]
    const device = aDevice(30)
    const account = anAccount(server.tunnel, 5, [device.peer])
    const slow = { up: 1_000, down: 1_000 }
    await engine.link.change([{ ...account, slow, budget: 20_000_000 }], [])
    connect(home, device, server, '9.9.2.1')
    const { got, stop } = download(home, 'http://9.9.1.2/9000000000')
    await eventually(() => limitsIn(machine).length === 2, 30_000)
    await eventually(() => engine.low.includes(account.key))
    expect(engine.states).toEqual([])
    // It is asked for more, and there is none.
    await engine.link.change([{ ...account, slow, budget: 0 }], [])
    await pause(3_000)
    const from = got.bytes
    await pause(8_000)
    isNear((got.bytes - from) / 8, 1_000)
    await engine.link.change([{ ...account, slow, budget: 1_000_000_000 }], [])
    expect(limitsIn(machine)).toEqual([])
    expect(got.isOver).toBe(false)
    stop()
    expect(downloads(home, 3)).toBeGreaterThan(bytes(DOWN))
  })

  test('is set for a thousand at a time', async () => {
    const { machine, engine, server } = await aStage()
    const accounts = Array.from({ length: 1_000 }, (_, at) => {
      const publicKey = randomBytes(32).toString('base64')
      const addresses = [
        `10.100.${(at >> 8) + 2}.${at & 255}`,
        `fd10:100::${(at + 4_096).toString(16)}`,
      ]
      const speed = { up: UP, down: DOWN }
      return {
        ...anAccount(server.tunnel, at + 10, [{ deviceId: 0, publicKey, addresses }]),
        speed,
      }
    })
    const watch = spawn('ip', machine.command('nft', 'monitor'), {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const seen: string[] = []
    watch.stdout.on('data', (data: Buffer) => seen.push(String(data)))
    await pause(500)
    const began = performance.now()
    await engine.link.change(accounts, [])
    console.log(`1,000 accounts with speeds: ${Math.round(performance.now() - began)} ms`)
    expect(limitsIn(machine)).toHaveLength(2_000)
    const single = performance.now()
    await engine.link.change([{ ...accounts[7]!, speed: { down: 1 } }], [])
    console.log(`one of them: ${Math.round(performance.now() - single)} ms`)
    expect(limitsIn(machine)).toHaveLength(1_999)
    // The kernel numbers its transactions: one for the rules of the interface, one for all limits. What
    // watches them is slow where thousands change at once.
    const generations = () =>
      seen.join('').match(/^# new generation \d+ by process \d+ \(nft\)/gm)?.length
    await expect.poll(generations, { timeout: 20_000 }).toBe(3)
    watch.kill()
    await engine.link.change(
      [],
      accounts.map(({ key }) => key),
    )
    expect(rulesIn(machine)).not.toContain('_speed')
    expect(get(machine, 'http://9.9.1.2/1')).toContain('200')
  })
})
