import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { gateRules } from '../../../server/engine/wireguard/gates.ts'
import { eventually } from '../../support/shadowsocks.ts'
import {
  aDevice,
  anAccount,
  aSiteIn,
  aStage,
  connect,
  download,
  get,
  hasTunnels,
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
  })

  test('lead nowhere before anything is known', () => {
    const rules = gateRules('sluice-wg1', GATED)
    expect(rules).not.toContain('redirect')
    expect(rules.match(/elements = .*/g)).toHaveLength(2)
    expect(rules).toContain('reject with tcp reset')
  })
})

/** Asks a name server, and answers with the head of what it says; nothing within two seconds. */
const ask = (home: Network, server: string) =>
  home
    .run(
      process.execPath,
      '-e',
      `const socket = require('node:dgram').createSocket('${server.includes(':') ? 'udp6' : 'udp4'}')
      socket.on('message', (said) => { console.log(said.toString('hex', 0, 8)); process.exit() })
      socket.send(Buffer.from('123401000001000000000000076578616d706c6503636f6d0000010001', 'hex'), 53, '${server}')
      setTimeout(() => process.exit(), 2000)`,
    )
    .stdout.trim()

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
})
