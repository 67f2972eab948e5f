import { appendFileSync, readFileSync, statSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Tunnel } from '../../../server/engine/plane.ts'
import { digestOf } from '../../../server/engine/protocol/digest.ts'
import { refusalsOf } from '../../../server/engine/wireguard/activatePeers.ts'
import { rulesOf } from '../../../server/engine/wireguard/firewall.ts'
import { hexOf, isKey, keyOf } from '../../../server/engine/wireguard/keys.ts'
import { overlappingNetwork } from '../../../server/engine/wireguard/links.ts'
import { gatewayOf, isInside, networkOf } from '../../../server/engine/wireguard/networks.ts'
import { openPace } from '../../../server/engine/wireguard/tunnels.ts'
import { hostOf, take } from '../../../server/engine/wireguard/counters.ts'
import { openState, readState, statePath } from '../../../server/engine/wireguard/state.ts'
import { adopted, newEntry, suspend } from '../../../server/engine/wireguard/peerTable.ts'
import { configureText, openAnswer, setText } from '../../../server/engine/wireguard/uapi.ts'
import { faultOf, isTunnel } from '../../../server/engine/wireguard/valid.ts'
import { confText, readDump } from '../../../server/engine/wireguard/wgText.ts'
import { engineFolder } from '../../support/engine.ts'

const key = (byte: number) => Buffer.alloc(32, byte).toString('base64')
const [A, B, C] = [key(1), key(2), key(3)]
const tunnel: Tunnel = {
  serverId: 3,
  listenPort: 51_820,
  privateKey: A,
  net: '10.100.0.0/16',
  net6: 'fd10:100::/64',
  mtu: 1_420,
}
const raw = (publicKey: string, rx: number, tx: number, addresses = ['10.100.0.5']) => ({
  publicKey,
  rx,
  tx,
  addresses,
  handshake: 0,
  endpoint: '203.0.113.5:4000',
})
const entry = (account: string, publicKey: string, address = '10.100.0.5') =>
  newEntry(account, { deviceId: 0, publicKey, addresses: [address] })

describe('keys', () => {
  test('are 32 bytes of base64, spelled the one right way', () => {
    expect([A, key(0), key(255)].every(isKey)).toBe(true)
    const wrong = [
      A.slice(0, -1),
      `${A}=`,
      ` ${A.slice(1)}`,
      A.replace('=', 'A'),
      `${A.slice(0, 42)}F=`,
    ]
    for (const text of [...wrong, '', `${A}\n`, '-'.repeat(44), 7, undefined])
      expect(isKey(text)).toBe(false)
    expect(keyOf(hexOf(B))).toBe(B)
    expect(hexOf(A)).toBe('01'.repeat(32))
  })
})

describe('networks', () => {
  test.each([
    ['10.100.0.0/16', '10.100.0.1/16'],
    ['10.100.7.9/16', '10.100.0.1/16'],
    ['192.168.255.0/24', '192.168.255.1/24'],
    ['fd10:100::/64', 'fd10:100:0:0:0:0:0:1/64'],
  ])('%s has its gateway at %s', (net, gateway) => {
    expect(gatewayOf(networkOf(net)!)).toBe(gateway)
  })

  test('holds the addresses above its gateway', () => {
    const net = networkOf('10.100.0.0/16')!
    const inside = ['10.100.0.2', '10.100.255.255']
    const outside = [
      '10.100.0.0',
      '10.100.0.1',
      '10.101.0.0',
      '10.99.255.255',
      'fd10::2',
      'x',
      '10.100.0.2/32',
    ]
    expect(inside.every((one) => isInside(one, net))).toBe(true)
    expect(outside.some((one) => isInside(one, net))).toBe(false)
    expect(isInside('fd10:100::2', networkOf('fd10:100::/64')!)).toBe(true)
    for (const text of ['', '10.0.0.0/33', '10.0.0.0/x', '10.0.0/8', 'fd10::/129', '1.2.3.4/'])
      expect(networkOf(text)).toBeUndefined()
  })

  test('are in the way where one holds the other, regardless of the default route', () => {
    const net = networkOf('10.100.0.0/16')!
    const on = (cidr: string) =>
      overlappingNetwork(net, [{ net: cidr, on: 'eth0' }], 'sluice-wg3')?.net
    for (const one of ['10.0.0.0/8', '10.100.128.0/17', '10.100.3.4/32']) expect(on(one)).toBe(one)
    for (const one of ['10.101.0.0/16', 'fd10:100::/64', '0.0.0.0/0', '0.0.0.0/1'])
      expect(on(one)).toBeUndefined()
    expect(
      overlappingNetwork(net, [{ net: '10.100.0.0/16', on: 'sluice-wg3' }], 'sluice-wg3'),
    ).toBeUndefined()
  })
})

describe('the protocol of userspace programs', () => {
  test('is written with one section for each peer', () => {
    const peers = [
      { publicKey: A, presharedKey: B, addresses: ['10.100.0.5', 'fd10:100::5'] },
      { publicKey: C, addresses: [] },
    ]
    expect(setText(peers, [B])).toBe(
      `set=1\npublic_key=${hexOf(A)}\npreshared_key=${hexOf(B)}\nreplace_allowed_ips=true\nallowed_ip=10.100.0.5/32\n` +
        `allowed_ip=fd10:100::5/128\npublic_key=${hexOf(C)}\npreshared_key=${'0'.repeat(64)}\nreplace_allowed_ips=true\n` +
        `public_key=${hexOf(B)}\nremove=true\n\n`,
    )
    expect(configureText(A, 7)).toBe(`set=1\nprivate_key=${hexOf(A)}\nlisten_port=7\n\n`)
  })

  test('is read line by line', () => {
    const answer = openAnswer()
    const lines = `private_key=${hexOf(A)}\nlisten_port=51820\npublic_key=${hexOf(B)}\npreshared_key=${'0'.repeat(64)}\nprotocol_version=1\nendpoint=[2001:db8::5]:4000\nlast_handshake_time_sec=17\nlast_handshake_time_nsec=5\ntx_bytes=9007199254740991\nrx_bytes=8\npersistent_keepalive_interval=0\nallowed_ip=10.100.0.5/32\nallowed_ip=fd10::5/128\npublic_key=${hexOf(C)}\npreshared_key=${hexOf(A)}`
    for (const line of lines.split('\n')) answer.take(line)
    expect(answer.errno).toBeUndefined()
    answer.take('errno=-98')
    expect(answer).toMatchObject({ privateKey: A, listenPort: 51_820, errno: -98 })
    expect(answer.peers).toEqual([
      {
        publicKey: B,
        endpoint: '[2001:db8::5]:4000',
        addresses: ['10.100.0.5', 'fd10::5'],
        handshake: 17,
        rx: 8,
        tx: Number.MAX_SAFE_INTEGER,
      },
      { publicKey: C, presharedKey: A, addresses: [], handshake: 0, rx: 0, tx: 0 },
    ])
  })
})

describe('what wg reads and says', () => {
  test('clears a preshared key by one of zeros', () => {
    expect(
      confText([
        { publicKey: A, addresses: [] },
        { publicKey: B, presharedKey: C, addresses: ['10.1.1.1', 'fd::1'] },
      ]),
    ).toBe(
      `[Peer]\nPublicKey = ${A}\nPresharedKey = ${key(0)}\n\n[Peer]\nPublicKey = ${B}\nPresharedKey = ${C}\nAllowedIPs = 10.1.1.1/32, fd::1/128\n`,
    )
  })

  test('is a line for the device, and one for each peer', () => {
    const dump = `${A}\t${B}\t51820\toff\n${C}\t(none)\t198.51.100.2:59310\t10.1.1.1/32,fd::1/128\t1795194240\t239220\t12858756\toff\n${B}\t${A}\t(none)\t(none)\t0\t0\t0\t25\n`
    expect(readDump(dump)).toEqual({
      listenPort: 51_820,
      privateKey: A,
      peers: [
        {
          publicKey: C,
          presharedKey: undefined,
          endpoint: '198.51.100.2:59310',
          addresses: ['10.1.1.1', 'fd::1'],
          handshake: 1_795_194_240,
          rx: 239_220,
          tx: 12_858_756,
        },
        {
          publicKey: B,
          presharedKey: A,
          endpoint: undefined,
          addresses: [],
          handshake: 0,
          rx: 0,
          tx: 0,
        },
      ],
    })
    expect(readDump('(none)\t(none)\t0\toff\n')).toEqual({
      listenPort: 0,
      privateKey: undefined,
      peers: [],
    })
  })
})

describe('the rules', () => {
  test('drop before they let anything pass', () => {
    const text = rulesOf({
      name: 'sluice-wg3',
      net: '10.100.0.0/16',
      net6: 'fd10:100::/64',
      mtu: 1_420,
      allow: ['10.9.0.0/16'],
      sitePort: 443,
      closedPorts: [25, 465],
    })
    expect(
      text.startsWith(
        'table inet sluice_wg3\ndelete table inet sluice_wg3\ntable inet sluice_wg3 {',
      ),
    ).toBe(true)
    const lines = text.split('\n').map((line) => line.trim())
    const at = (line: string) => lines.indexOf(line)
    expect(at('ip saddr != 10.100.0.0/16 drop')).toBeLessThan(at('ip daddr @allowed4 accept'))
    expect(at('ip daddr @allowed4 accept')).toBeLessThan(at('ip daddr @refused4 drop'))
    for (const protocol of ['tcp', 'udp']) {
      const closed = at(`${protocol} dport { 25, 465 } drop`)
      expect(at('ip daddr @allowed4 accept')).toBeLessThan(closed)
      expect(closed).toBeLessThan(lines.lastIndexOf('chain inward {'))
    }
    expect(lines).toContain('tcp dport 443 accept')
    expect(lines).toContain('oifname != "sluice-wg3" ip6 saddr fd10:100::/64 masquerade')
    expect(text).toContain('64:ff9b::a00:0/104')
    expect(text).toContain('2002:c0a8:0::/32')
    // Whoever is routed to needs no translation, and answers would not find anybody behind one.
    const routed = rulesOf({ name: 'sluice-wg5', ...tunnel, net6: '2a01:4f8:1:2::/64', allow: [] })
    expect(routed).toContain('ip saddr 10.100.0.0/16 masquerade')
    expect(routed).not.toMatch(/ip6 saddr \S+ masquerade/)
    expect(routed).toContain('ip6 saddr != 2a01:4f8:1:2::/64 drop')
    const bare = rulesOf({ name: 'sluice-wg4', net: '10.100.0.0/16', mtu: 1_280, allow: [] })
    expect(bare).toContain('meta nfproto ipv6 drop')
    expect(bare).not.toMatch(/allowed|dport|undefined/)
  })
})

describe('what is in the state', () => {
  test('comes back as it was written, with any shortened form', () => {
    const dir = engineFolder()
    const made = { backend: 'userspace', place: 'here', index: 4, daemon: { pid: 7, start: '9' } }
    const state = openState(dir, 3)
    expect(readState(dir, 3)).toBeUndefined()
    state.begin(undefined)
    expect(readState(dir, 3)).toMatchObject({ made: undefined, isBegun: true })
    state.begin(made)
    state.write([
      [A, '3:5', 0, 1, 2],
      [B, '3:6', 1, 3, 4],
    ])
    state.write([[A, '3:5', 0, 10, 20]], [B])
    appendFileSync(statePath(dir, 3), `\n["${C}","3:7",0,1`)
    expect(statSync(statePath(dir, 3)).mode & 0o777).toBe(0o600)
    const read = readState(dir, 3)!
    expect(read.made).toEqual(made)
    expect([...read.peers.values()]).toEqual([[A, '3:5', 0, 10, 20]])
    for (let count = 0; count < 100; count += 1) read.write([[A, '3:5', 0, count, count]])
    expect(readFileSync(statePath(dir, 3), 'utf8').split('\n').length).toBeLessThan(40)
    expect(readState(dir, 3)?.peers.get(A)).toEqual([A, '3:5', 0, 99, 99])
    read.remove()
    expect(readState(dir, 3)).toBeUndefined()
    expect(read.isBegun).toBe(false)
  })
})

describe('what is charged', () => {
  const written: unknown[] = []
  const state = { write: (peers: readonly unknown[]) => void written.push(...peers) }

  test('is the rise, after it is written down, and once', () => {
    const one = entry('3:5', A)
    const table = new Map([[A, one]])
    expect(take([raw(A, 10, 20), raw(B, 1, 1)], table, state)).toEqual({
      traffic: [{ key: '3:5', deviceId: 0, up: 10, down: 20, client: '203.0.113.5' }],
      unknownPeers: [B],
    })
    expect(written).toEqual([[A, '3:5', 0, 10, 20]])
    expect(take([raw(A, 10, 20)], table, state).traffic).toEqual([])
    // Traffic towards it does not prove that it is there.
    expect(take([raw(A, 10, 25)], table, state).traffic).toEqual([
      { key: '3:5', deviceId: 0, up: 0, down: 5 },
    ])
    // A device that counts again.
    expect(take([raw(A, 3, 4)], table, state).traffic).toMatchObject([{ up: 3, down: 4 }])
  })

  test('excludes traffic after an account was closed and counted', () => {
    const one = entry('3:5', A)
    suspend(one)
    expect(one).toMatchObject({ addresses: [], own: ['10.100.0.5'], isApplied: false })
    const table = new Map([[A, one]])
    expect(take([raw(A, 1, 0)], table, state).traffic).toHaveLength(1)
    one.isSettled = true
    expect(take([raw(A, 9, 0)], table, state).traffic).toEqual([])
    expect(one.rx).toBe(9)
  })

  test('continues where another process stopped', () => {
    const one = adopted(raw(A, 100, 100), [A, '3:5', 2, 90, 95])
    expect(one).toMatchObject({
      isActive: true,
      isAdopted: true,
      isApplied: true,
      isSettled: false,
    })
    expect(take([raw(A, 100, 100)], new Map([[A, one]]), state).traffic).toMatchObject([
      { deviceId: 2, up: 10, down: 5 },
    ])
    expect(adopted(raw(A, 1, 1, []), [A, '3:5', 0, 0, 0])).toMatchObject({
      isActive: false,
      isSettled: true,
    })
  })

  test.each([
    ['203.0.113.5:4000', '203.0.113.5'],
    ['[2001:db8::5]:4000', '2001:db8::5'],
    [undefined, undefined],
  ])('%s comes from %s', (endpoint, host) => expect(hostOf(endpoint)).toBe(host))
})

describe('the allowed peers', () => {
  const account = (account: string, publicKey: string, address: string) => ({
    key: account,
    tunnel,
    peers: [{ deviceId: 0, publicKey, addresses: [address] }],
  })

  test('is a peer that claims no address of another', () => {
    const table = new Map([[A, entry('3:5', A, '10.100.0.5')]])
    const refusals = (...accounts: ReturnType<typeof account>[]) =>
      Object.fromEntries(refusalsOf(accounts, table))
    expect(refusals(account('3:5', A, '10.100.0.5'))).toEqual({})
    expect(refusals(account('3:6', A, '10.100.0.6'))).toEqual({ '3:6': 'key in use' })
    expect(refusals(account('3:6', B, '10.100.0.5'))).toEqual({ '3:6': 'address in use' })
    // Those inside stay, in any order.
    expect(refusals(account('3:6', A, '10.100.0.6'), account('3:5', A, '10.100.0.5'))).toEqual({
      '3:6': 'key in use',
    })
    expect(refusals(account('3:6', A, '10.100.0.5'), account('3:5', B, '10.100.0.6'))).toEqual({})
    expect(refusals(account('3:6', B, '10.100.0.6'), account('3:7', B, '10.100.0.7'))).toEqual({
      '3:7': 'key in use',
    })
    const twice = {
      ...account('3:6', B, '10.100.0.6'),
      peers: [0, 1].map((deviceId) => ({
        deviceId,
        publicKey: B,
        addresses: [`10.100.0.${6 + deviceId}`],
      })),
    }
    expect(refusals(twice)).toEqual({ '3:6': 'key in use' })
  })

  test('has keys and addresses that are some', () => {
    const peer = { deviceId: 0, publicKey: B, addresses: ['10.100.0.5', 'fd10:100::5'] }
    expect(faultOf(peer, tunnel)).toBeUndefined()
    expect(faultOf({ ...peer, presharedKey: 'x' }, tunnel)).toBe('key not valid')
    for (const addresses of [[], ['10.100.0.1'], ['10.100.0.5', '10.200.0.5'], ['10.100.0.5/8']])
      expect(faultOf({ ...peer, addresses }, tunnel)).toBe('address not valid')
  })

  test.each<[Partial<Tunnel>, boolean]>([
    [{}, true],
    [{ serverId: 999_999, mtu: 1_280, listenPort: 65_535 }, true],
    [{ serverId: 1_000_000 }, false],
    [{ serverId: 0 }, false],
    [{ mtu: 1_279 }, false],
    [{ listenPort: 0 }, false],
    [{ listenPort: 65_536 }, false],
    [{ privateKey: `${A.slice(0, 43)};` }, false],
    [{ net: 'fd10::/64' }, false],
    [{ net: '10.100.0.0/16; drop' }, false],
    [{ net6: '10.100.0.0/16' }, false],
  ])('an interface of %o: %s', (terms, isOne) =>
    expect(isTunnel({ ...tunnel, ...terms })).toBe(isOne),
  )
})

describe('when to look', () => {
  test('is sooner where an end is near', () => {
    const traffic = [{ key: '3:5', deviceId: 0, up: 1_000_000, down: 0 }]
    const wait = (left: number, cost = 0) => {
      const pace = openPace(() => left)
      pace.note(traffic)
      return pace.next(cost)
    }
    expect(wait(Infinity)).toBe(500)
    expect(wait(1)).toBe(50)
    expect(wait(1, 40)).toBe(160)
    expect(wait(1, 4_000)).toBe(500)
    expect(wait(0)).toBe(500)
  })
})

describe('the name of all orders', () => {
  const order = {
    key: '3:5',
    port: 5,
    method: 'wireguard',
    password: '',
    tunnel,
    peers: [{ deviceId: 0, publicKey: A, addresses: ['10.100.0.5'] }],
  }

  test('is another one where the interface or a device is', () => {
    const name = digestOf([order])
    const { net6, ...rest } = tunnel
    expect(digestOf([{ ...order, tunnel: { net6: net6!, ...rest } }])).toBe(name)
    expect(digestOf([{ ...order, tunnel: { ...tunnel, mtu: 1_280 } }])).not.toBe(name)
    expect(digestOf([{ ...order, peers: [] }])).not.toBe(name)
    expect(digestOf([{ ...order, peers: [{ ...order.peers[0]!, presharedKey: B }] }])).not.toBe(
      name,
    )
  })
})
