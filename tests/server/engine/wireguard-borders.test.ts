import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { take } from '../../../server/engine/wireguard/counters.ts'
import { rulesOf, tableOf } from '../../../server/engine/wireguard/firewall.ts'
import { newEntry } from '../../../server/engine/wireguard/peerTable.ts'
import { engineFolder } from '../../support/engine.ts'
import { hasNamespaces } from '../../support/namespaces.ts'
import { aNetwork } from '../../support/tunnels.ts'

const A = Buffer.alloc(32, 1).toString('base64')

describe('the counters of a device', () => {
  /** What is charged for a reading after another one. */
  function charged([rx, tx]: [number, number], [nextRx, nextTx]: [number, number]) {
    const entry = newEntry('3:5', { deviceId: 2, publicKey: A, addresses: ['10.100.0.5'] })
    const table = new Map([[A, entry]])
    const written: unknown[][] = []
    const state = { write: (peers: readonly unknown[]) => void written.push([...peers]) }
    const raw = { publicKey: A, addresses: [], handshake: 0, endpoint: '203.0.113.5:4000' }
    take([{ ...raw, rx, tx }], table, state)
    const { traffic } = take([{ ...raw, rx: nextRx, tx: nextTx }], table, state)
    expect(written.at(-1)).toEqual(traffic.length > 0 ? [[A, '3:5', 2, nextRx, nextTx]] : [])
    return traffic.map(({ up, down, client }) => [up, down, client])
  }

  const CLIENT = '203.0.113.5'

  test('add what they rose by, in either direction', () => {
    expect(charged([10, 20], [10, 20])).toEqual([])
    expect(charged([10, 20], [11, 20])).toEqual([[1, 0, CLIENT]])
    // Traffic towards it does not prove that it is there.
    expect(charged([10, 20], [10, 21])).toEqual([[0, 1, undefined]])
    expect(charged([10, 20], [13, 24])).toEqual([[3, 4, CLIENT]])
  })

  test.each([
    ['both directions', [3, 4], [3, 4, CLIENT]],
    ['one direction, and is lower in the other', [3, 20], [3, 20, CLIENT]],
    ['one direction, and is higher in the other', [3, 25], [3, 25, CLIENT]],
    ['the other direction', [10, 4], [10, 4, CLIENT]],
    ['the other direction, and is higher in the first', [15, 4], [15, 4, CLIENT]],
    ['all, and nothing passed', [0, 0], [0, 0, undefined]],
    ['all by a byte', [9, 19], [9, 19, CLIENT]],
  ] as const)('that begin again in %s add what they show, never less than nothing', (_, next, is) =>
    expect(charged([10, 20], [next[0], next[1]])).toEqual([[...is]]),
  )
})

describe('the segments that fit into a tunnel', () => {
  const rules = (mtu: number) =>
    rulesOf({ name: 'sluice-wg3', net: '10.100.0.0/16', mtu, allow: [] })

  // A header of IPv4 has 20 bytes, one of IPv6 has 40, and one of TCP has 20.
  test.each([
    [1_420, 1_380, 1_360],
    [1_280, 1_240, 1_220],
    [65_535, 65_495, 65_475],
  ])('of %i bytes have %i with IPv4 and %i with IPv6', (mtu, four, six) => {
    const sizes = [
      ...rules(mtu).matchAll(/meta nfproto (ipv\d) tcp flags syn .* size set (\d+)$/gm),
    ]
    expect(sizes.map(([, family, size]) => [family, Number(size)])).toEqual([
      ['ipv4', four],
      ['ipv6', six],
    ])
    expect(rules(mtu)).toContain('tcp flags syn tcp option maxseg size set rt mtu')
  })

  test('belong to the rules of their own interface', () => {
    expect(tableOf('sluice-wg-3')).toBe('sluice_wg_3')
  })
})

describe('the rules of a fence', () => {
  const fence = { name: 'sluice-wg3', net: '10.100.0.0/16', mtu: 1_420, allow: [] as string[] }
  /** The rules of one of its chains, in their order. */
  function chain(name: string, changes: Partial<Parameters<typeof rulesOf>[0]> = {}) {
    const text = rulesOf({ ...fence, ...changes })
    const [, body = ''] = new RegExp(`chain ${name} \\{\n([^}]*)\\}`).exec(text) ?? []
    return body.split('\n').flatMap((line) => line.trim() || [])
  }

  test('let in what is the console’s, and nothing else', () => {
    const honest = [
      'ip saddr != 10.100.0.0/16 drop',
      'meta nfproto ipv6 drop',
      // What the gate of accounts that have ended leads to the answers there.
      'ct status dnat ip daddr 10.100.0.1 meta l4proto tcp ct original proto-dst 80 accept',
      'ct status dnat ip daddr 10.100.0.1 meta l4proto udp ct original proto-dst 53 accept',
    ]
    const own6 = 'fd10:100:0:0:0:0:0:1'
    expect(chain('inward')).toEqual([...honest, 'drop'])
    expect(chain('inward', { sitePort: 443 })).toEqual([...honest, 'tcp dport 443 accept', 'drop'])
    expect(chain('inward', { allow: ['10.9.0.0/16', 'fd00:9::/64'] })).toEqual([
      ...honest,
      'ip daddr @allowed4 accept',
      'ip6 daddr @allowed6 accept',
      'drop',
    ])
    expect(chain('inward', { allow: ['fd00:9::/64'], net6: 'fd10:100::/64' })).toEqual([
      honest[0],
      'ip6 saddr != fd10:100::/64 drop',
      ...honest.slice(2),
      ...honest.slice(2).map((rule) => rule.replace('ip daddr 10.100.0.1', `ip6 daddr ${own6}`)),
      'ip6 daddr @allowed6 accept',
      'drop',
    ])
  })

  test('let out what is not refused, exceptions first, and nothing from peer to peer', () => {
    const site = 'ct status dnat meta l4proto tcp ct original proto-dst 443 accept'
    const found = chain('outward', { sitePort: 443, allow: ['10.9.0.0/16'] })
    const end = ['ip daddr @refused4 drop', 'ip6 daddr @refused6 drop']
    expect(found.slice(2, 3)).toEqual(['oifname "sluice-wg3" drop'])
    expect(found.slice(-4)).toEqual(['ip daddr @allowed4 accept', site, ...end])
    expect(chain('outward').slice(-2)).toEqual(end)
    expect(chain('outward').join('\n')).not.toMatch(/allowed|dnat/)
  })

  test('hide IPv4 always, and IPv6 where it has an address nobody routes to', () => {
    const four = 'oifname != "sluice-wg3" ip saddr 10.100.0.0/16 masquerade'
    const masks = (net6?: string) => chain('masks', { net6 }).slice(1)
    expect(masks()).toEqual([four])
    expect(masks('fd10:100::/64')).toEqual([
      four,
      'oifname != "sluice-wg3" ip6 saddr fd10:100::/64 masquerade',
    ])
    expect(masks('2a01:4f8:1:2::/64')).toEqual([four])
  })

  test('name each set they use, and no other', () => {
    for (const allow of [[], ['10.9.0.0/16'], ['fd00:9::/64'], ['10.9.0.0/16', 'fd00:9::/64']]) {
      const text = rulesOf({ ...fence, allow })
      const made = [...text.matchAll(/ {2}set (\w+) \{/g)].map(([, name]) => name)
      const used = new Set([...text.matchAll(/@(\w+)/g)].map(([, name]) => name))
      expect(made.toSorted()).toEqual([...used].toSorted())
    }
  })
})

describe.skipIf(!hasNamespaces)('a machine that starts to forward', () => {
  const code = fileURLToPath(
    new URL('../../../server/engine/wireguard/forwarding.ts', import.meta.url),
  )

  /** A machine in a network of its own, where forwarding is started and ended. */
  function aMachine() {
    const { run } = aNetwork('forwarding')
    const dir = engineFolder()
    const call = (text: string) => {
      const program = `import { startForwarding, endForwarding } from ${JSON.stringify(code)}\n${text}`
      const { status, stderr } = run(process.execPath, '--input-type=module', '-e', program)
      if (status !== 0) throw new Error(stderr)
    }
    const at = (path: string) => `/proc/sys/net/${path}`
    const read = (path: string) => run('cat', at(path)).stdout.trim()
    return {
      dir,
      read,
      write: (path: string, value: string) => run('sh', '-c', `echo ${value} > ${at(path)}`),
      start: (...families: string[]) =>
        call(`startForwarding(${JSON.stringify(dir)}, ${JSON.stringify(families)})`),
      end: () => call(`endForwarding(${JSON.stringify(dir)})`),
      forwards: () => [read('ipv4/ip_forward'), read('ipv6/conf/all/forwarding')],
      advertised: () => ['all', 'default', 'lo'].map((name) => read(`ipv6/conf/${name}/accept_ra`)),
      noted: () => JSON.parse(readFileSync(join(dir, 'forwarding.json'), 'utf8')) as string[],
      hasNote: () => existsSync(join(dir, 'forwarding.json')),
    }
  }

  test('goes on accepting its router’s advertisements, where it did', () => {
    const machine = aMachine()
    machine.write('ipv6/conf/default/accept_ra', '0')
    machine.start('v4')
    // Forwarding of IPv4 says nothing about IPv6.
    expect([machine.forwards(), machine.advertised()]).toEqual([
      ['1', '0'],
      ['1', '0', '1'],
    ])
    machine.start('v4', 'v6')
    expect([machine.forwards(), machine.advertised()]).toEqual([
      ['1', '1'],
      ['2', '0', '2'],
    ])
    expect(machine.noted()).toEqual(['v4', 'v6'])
    expect(statSync(join(machine.dir, 'forwarding.json')).mode & 0o777).toBe(0o600)
    machine.end()
    expect([machine.forwards(), machine.hasNote()]).toEqual([['0', '0'], false])
  })

  test('ends no forwarding that others started', () => {
    const machine = aMachine()
    machine.write('ipv4/ip_forward', '1')
    machine.start('v4')
    expect(machine.hasNote()).toBe(false)
    machine.start('v4', 'v6')
    expect(machine.noted()).toEqual(['v6'])
    machine.end()
    expect(machine.forwards()).toEqual(['1', '0'])
    machine.end()
    expect(machine.forwards()).toEqual(['1', '0'])
  })
})
