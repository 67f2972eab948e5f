import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { gateRules } from '../../../server/engine/wireguard/gates.ts'
import { engineFolder } from '../../support/engine.ts'
import { eventually } from '../../support/shadowsocks.ts'
import {
  aDevice,
  anAccount,
  anEngineIn,
  aNetwork,
  aSiteIn,
  aStage,
  aTunnel,
  connect,
  download,
  get,
  hasTunnels,
  join2,
  type Network,
} from '../../support/tunnels.ts'

const PAGE = 'https://shop.example/user/account'

describe('the rules of the way back', () => {
  const GATED = { addresses: ['10.100.0.2', 'fd10:100::2'], homes: [], answers: undefined }

  test('hold by two looks, however many there are', () => {
    const homes = [
      { address: '192.0.2.1', port: 443 },
      { address: '2001:db8::1', port: 8443 },
    ]
    const rules = gateRules('sluice-wg1', { ...GATED, homes, answers: { http: 4_000, dns: 4_001 } })
    expect(rules.match(/elements = .*/g)).toEqual([
      'elements = { 10.100.0.2 }',
      'elements = { fd10:100::2 }',
      'elements = { 192.0.2.1 . 443 }',
      'elements = { 2001:db8::1 . 8443 }',
    ])
    expect(rules).toContain('tcp dport 80 redirect to :4000')
    expect(rules).toContain('udp dport 53 redirect to :4001')
    expect(rules.match(/ct original zone set 4001/g)).toHaveLength(2)
    // What other software has led to itself is none of these.
    expect(rules.match(/ct reply proto-src 400[01] accept/g)).toHaveLength(2)
  })

  test('lead nowhere before anything is known', () => {
    const rules = gateRules('sluice-wg1', GATED)
    expect(rules).not.toMatch(/redirect|dnat/)
    expect(rules.match(/elements = .*/g)).toHaveLength(2)
    expect(rules).toContain('reject with tcp reset')
  })
})

/**
 * Asks a name server, from a port of its own or from any, and answers with the head of what it says;
 * nothing within two seconds.
 */
const ask = (home: Network, server: string, { from = 0, port = 53 } = {}) =>
  home
    .run(
      process.execPath,
      '-e',
      `const socket = require('node:dgram').createSocket('${server.includes(':') ? 'udp6' : 'udp4'}')
      socket.on('error', () => process.exit())
      socket.bind(${from})
      socket.on('message', (said) => { console.log(said.toString('hex', 0, 8)); process.exit() })
      socket.send(Buffer.from('123401000001000000000000076578616d706c6503636f6d0000010001', 'hex'), ${port}, '${server}')
      setTimeout(() => process.exit(), 2000)`,
    )
    .stdout.trim()

/** The answer of `startNames`. */
const NAMES = '6e616d6573'

/** A name server in a network, and a program at port 7000 that goes on sending to who has asked it once. */
async function startNames(network: Network) {
  const child = spawn(
    'ip',
    network.command(
      process.execPath,
      '-e',
      `const open = (port, answer) => {
        const socket = require('node:dgram').createSocket({ type: 'udp6', ipv6Only: false })
        socket.on('message', (_, { port, address }) => answer((text) => socket.send(text, port, address)))
        return new Promise((resolve) => socket.bind(port, resolve))
      }
      const all = [open(53, (send) => send('names')), open(7000, (send) => setInterval(send, 50, 'flow'))]
      Promise.all(all).then(() => console.log('there'))`,
    ),
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  await once(child.stdout, 'data')
}

/** Counts what passes to peers from port 7000, and to that from them, behind all rules of an interface. */
const WITNESS = `table inet witness {
  chain through {
    type filter hook forward priority 300; policy accept;
    oifname "sluice-wg*" udp sport 7000 counter
    iifname "sluice-wg*" udp dport 7000 counter
  }
  chain in {
    type filter hook input priority 300; policy accept;
    iifname "sluice-wg*" udp dport 7000 counter
  }
}`
function witness(machine: Network) {
  machine.run('nft', WITNESS)
  return () => {
    const text = machine.run('nft', 'list', 'table', 'inet', 'witness').stdout
    const [down = 0, ...up] = [...text.matchAll(/counter packets (\d+)/g)].map(([, count]) =>
      Number(count),
    )
    return { down, up: up.reduce((sum, count) => sum + count, 0) }
  }
}

const exitOf = (home: Network, url: string) =>
  home.run('curl', '-sg', '-m', '5', '-o', '/dev/null', url).status

describe.skipIf(!hasTunnels)('the way back on WireGuard', { tags: ['long'] }, () => {
  test('leads to the shop alone, is billed to nobody, and opens with the payment', async () => {
    const { machine, engine, out, places, server } = await aStage()
    const [home] = places as [Network]
    for (const port of [8_081, 8_082]) await aSiteIn(out, port)
    const device = aDevice(30)
    const account = anAccount(server.tunnel, 5, [device.peer])
    const nobody = `${server.tunnel.serverId}:0`
    const wayBack = { places: ['9.9.1.2:8081', '[2620:9:9:1::2]:8081'], page: PAGE }
    const ended = { ...account, budget: 0, wayBack }
    connect(home, device, server, '9.9.2.1')
    await engine.link.change([account], [])
    expect(get(home, 'http://9.9.1.2:8082/1')).toContain('200')
    const elsewhere = download(home, 'http://9.9.1.2:8082/paced/900000000')
    const shop = download(home, 'http://9.9.1.2:8081/paced/900000000')
    await eventually(() => elsewhere.got.bytes > 0 && shop.got.bytes > 0)
    expect(await engine.link.change([ended], [])).toEqual([{ key: account.key, state: 'open' }])
    await eventually(() => get(home, 'http://9.9.1.2:8081/1', 2).includes('200'))
    await pause(1_500)
    const billed = engine.sumOf(account.key)
    const [far, near] = [elsewhere.got.bytes, shop.got.bytes]

    expect(get(home, 'http://[2620:9:9:1::2]:8081/1')).toContain('200')
    for (const place of ['9.9.1.2', '9.9.4.4', '[2620:9:9:1::2]']) {
      const answer = get(home, `http://${place}/1`, 5)
      expect(answer).toMatch(/^HTTP\/1\.1 302 /)
      expect(answer).toContain(`Location: ${PAGE}\r\n`)
    }
    // An answer with nothing in it: the name is there again as soon as the account is.
    expect(ask(home, '8.8.8.8')).toBe('1234818000010000')
    expect(ask(home, '2620:fe::9')).toBe('1234818000010000')
    // Refused at once, and not waited for: another port of the shop, another place, the machine.
    for (const url of ['http://9.9.1.2:8082/1', 'https://9.9.4.4/', 'http://9.9.2.1:8081/'])
      expect([url, exitOf(home, url)]).toEqual([url, 7])
    expect(exitOf(home, 'http://[2620:9:9:1::2]:8082/1')).toBe(7)
    await pause(1_500)
    expect(elsewhere.got.bytes).toBe(far)
    expect(shop.got.bytes).toBeGreaterThan(near)
    elsewhere.stop()
    expect(engine.sumOf(account.key)).toBe(billed)
    expect(engine.sumOf(nobody)).toBeGreaterThan(0)

    // Nor does it lead farther, or cost anybody, while one engine follows another.
    engine.kill()
    expect(exitOf(home, 'http://9.9.1.2:8082/1')).toBe(7)
    await engine.start('bbbbbbbb')
    await eventually(() => get(home, 'http://9.9.4.4/1', 2).includes('302'))
    expect(exitOf(home, 'http://9.9.1.2:8082/1')).toBe(7)
    expect(engine.sumOf(account.key)).toBe(billed)
    shop.stop()

    await engine.link.change([account], [])
    expect(get(home, 'http://9.9.1.2:8082/1', 1)).toContain('200')
    expect(get(home, 'http://9.9.1.2/1', 1)).toContain('200')
    const rules = () => machine.run('nft', 'list', 'ruleset').stdout
    expect(rules()).not.toMatch(/_gate|_speed/)
    await eventually(() => engine.sumOf(account.key) > billed)

    await engine.link.change([ended], [])
    await engine.link.change([], [account.key])
    expect(rules()).not.toMatch(/_gate|_speed/)
    expect(exitOf(home, 'http://9.9.1.2:8081/1')).not.toBe(0)
  })

  test('is all that datagrams have, also from a port that asked before, and they are free at once after', async () => {
    const { machine, engine, out, places, server } = await aStage()
    const [home] = places as [Network]
    await Promise.all([aSiteIn(out, 8_081), startNames(out)])
    const passed = witness(machine)
    const device = aDevice(30)
    const account = anAccount(server.tunnel, 5, [device.peer])
    const wayBack = { places: ['9.9.1.2:8081'], page: PAGE }
    connect(home, device, server, '9.9.2.1')
    await engine.link.change([account], [])
    const asked = ['9.9.1.2', '2620:9:9:1::2']
    const own = { from: 4_053 }
    const askAll = () => asked.map((place) => ask(home, place, own))
    await eventually(() => askAll().every((said) => said === NAMES))
    expect(ask(home, '9.9.1.2', { port: 7_000 })).toBe('666c6f77')
    await eventually(() => passed().down > 10)

    await engine.link.change([{ ...account, budget: 0, wayBack }], [])
    await eventually(() => get(home, 'http://9.9.1.2:8081/1', 2).includes('200'))
    const flowed = passed()
    expect(askAll()).toEqual(['1234818000010000', '1234818000010000'])
    for (const place of [...asked, '9.9.2.1', '10.100.0.1'])
      expect([place, ask(home, place, { port: 7_000 })]).toEqual([place, ''])
    expect(passed()).toEqual(flowed)
    // Another engine answers at other ports.
    engine.kill()
    await engine.start('bbbbbbbb')
    await engine.link.change([{ ...account, budget: 0, wayBack }], [])
    await eventually(() => get(home, 'http://9.9.1.2:8081/1', 2).includes('200'))
    expect(askAll()).toEqual(['1234818000010000', '1234818000010000'])

    await engine.link.change([account], [])
    expect(askAll()).toEqual([NAMES, NAMES])
    await eventually(() => passed().down > flowed.down)
  })

  test('closes where the rules cannot be had, also later, and is there again with the next order', async () => {
    const [machine, out, home] = [aNetwork('s'), aNetwork('i'), aNetwork('c')]
    join2(machine, out, 1, true)
    join2(machine, home, 2)
    await Promise.all([aSiteIn(out, 80), startNames(out)])
    const dir = engineFolder()
    const refuses = join(dir, 'refuses')
    // A kernel that has no more room for the rules of the gate.
    const program = `#!/bin/sh
[ "$1 $2" = "-f -" ] || exec /usr/sbin/nft "$@"
rules=$(cat)
if [ -e ${refuses} ]; then case "$rules" in *_gate\\ {*) exit 1;; esac; fi
echo "$rules" | exec /usr/sbin/nft -f -
`
    writeFileSync(join(dir, 'nft'), program, { mode: 0o755 })
    const under = ['env', `PATH=${dir}:${process.env.PATH}`]
    const engine = anEngineIn(machine, {}, { under })
    await engine.start()
    const server = aTunnel()
    const device = aDevice(30)
    const account = anAccount(server.tunnel, 5, [device.peer])
    const ended = { ...account, budget: 0, wayBack: { places: ['9.9.1.2:80'], page: PAGE } }
    const isHome = () => get(home, 'http://9.9.1.2/1', 2).includes('200')
    const isAway = () => ask(home, '9.9.1.2', { port: 7_000 }) !== ''
    connect(home, device, server, '9.9.2.1')
    await engine.link.change([account], [])
    await eventually(isAway)
    writeFileSync(refuses, '')
    const failed = { key: account.key, state: 'error', reason: 'failed' }
    expect(await engine.link.change([ended], [])).toEqual([failed])
    expect([isHome(), isAway()]).toEqual([false, false])
    rmSync(refuses)
    expect(await engine.link.change([ended], [])).toMatchObject([{ state: 'open' }])
    await eventually(isHome)
    expect(isAway()).toBe(false)
    const table = `sluice_wg${server.tunnel.serverId}_gate`
    const isHeld = () =>
      machine.run('nft', 'list', 'chain', 'inet', table, 'from').stdout.includes('@gated4')
    // Some flush the rules of all tables, and leave these with their sets.
    machine.run('nft', 'flush', 'table', 'inet', table)
    expect(isHeld()).toBe(false)
    await eventually(isHeld)
    expect([isHome(), isAway()]).toEqual([true, false])
    writeFileSync(refuses, '')
    machine.run('nft', 'flush', 'ruleset')
    const isFenced = () => machine.run('nft', 'list', 'ruleset').stdout.includes('chain outward')
    engine.states.length = 0
    await eventually(isFenced)
    await eventually(() => engine.states.length > 0)
    expect(engine.states).toMatchObject([failed])
    await eventually(() => !isHome())
    expect(isAway()).toBe(false)
    rmSync(refuses)
    await engine.link.change([account], [])
    await eventually(isAway)
  })
})
