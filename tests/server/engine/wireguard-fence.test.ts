/** @module-tag long */
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { emptyFolder } from '../../support/served.ts'
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
  get,
  hasTunnels,
  type Network,
} from '../../support/tunnels.ts'

/** Counts packets of peers that got to where they may not, in rules of its own. */
const WITNESS = `table inet witness {
  chain through {
    type filter hook forward priority 300; policy accept;
    iifname "sluice-wg*" ip daddr { 0.0.0.0/8, 10.0.0.0/8, 100.64.0.0/10, 127.0.0.0/8, 169.254.0.0/16, 172.16.0.0/12, 192.168.0.0/16, 224.0.0.0/4 } counter
    iifname "sluice-wg*" ip6 daddr { fc00::/7, fe80::/10, ff00::/8, 64:ff9b::/96, 2002::/16 } counter
    iifname "sluice-wg*" oifname "sluice-wg*" counter
  }
  chain in {
    type filter hook input priority 300; policy accept;
    iifname "sluice-wg*" tcp dport != 8080 counter
    iifname "sluice-wg*" meta l4proto != tcp counter
  }
}`

const PLACES = (
  '10.0.0.1 10.100.0.1 10.100.0.2 100.64.0.1 127.0.0.2 169.254.169.254 172.16.0.1 ' +
  '172.31.255.254 192.168.1.1 198.18.0.1 224.0.0.5 240.0.0.1 [fd10:100::1] [fd00::1] ' +
  '[64:ff9b::a00:1] [2002:a00:1::1] [fec0::1]'
).split(' ')

describe.skipIf(!hasTunnels)('the fence of a WireGuard server', () => {
  test('lets nothing through to peers, to the machine, to private networks', async () => {
    const { machine, out, engine, places, server } = await aStage(2, { sitePort: 8080 })
    const [one, two] = places as [Network, Network]
    const [a, b] = [aDevice(30), aDevice(31)]
    await engine.link.change(
      [anAccount(server.tunnel, 5, [a.peer]), anAccount(server.tunnel, 6, [b.peer])],
      [],
    )
    connect(one, a, server, '9.9.2.1')
    connect(two, b, server, '9.9.3.1')
    // Routes to private networks, for traffic that gets past the rules.
    for (const [family, range] of [
      ['-4', '10.0.0.0/8'],
      ['-4', '172.16.0.0/12'],
      ['-4', '192.168.0.0/16'],
      ['-4', '169.254.0.0/16'],
      ['-4', '100.64.0.0/10'],
      ['-6', 'fc00::/7'],
    ] as const)
      machine.run(
        'ip',
        family,
        'route',
        'add',
        range,
        'via',
        family === '-4' ? '9.9.1.2' : '2620:9:9:1::2',
      )
    await aSiteIn(two, 80)
    await Promise.all([25, 26].map((port) => aSiteIn(out, port)))
    await Promise.all([80, 22, 8080].map((port) => aSiteIn(machine, port)))
    machine.run('sh', '-c', `echo '${WITNESS}' | nft -f -`)
    expect(get(one, 'http://9.9.1.2/1')).toContain('200')
    expect(get(two, 'http://9.9.1.2/1')).toContain('200')
    expect(get(one, 'http://[2620:9:9:1::1]:8080/1')).toContain('200')
    expect(get(one, 'http://9.9.1.1:8080/1')).toContain('200')
    // Of the ports of others, by which spam is delivered.
    for (const at of ['9.9.1.2', '[2620:9:9:1::2]']) {
      expect(machine.run('curl', '-sg', '-m', '10', `http://${at}:25/1`).status).toBe(0)
      expect(get(one, `http://${at}:26/1`)).toContain('200')
      expect(get(one, `http://${at}:25/1`, 2)).toBe('')
    }
    const machines = ['9.9.1.1', '9.9.3.1', '[2620:9:9:1::1]']
    const addresses = [
      ...PLACES,
      ...b.peer.addresses.map((at) => (at.includes(':') ? `[${at}]` : at)),
    ]
    const tries = [...addresses, ...machines].flatMap((at) =>
      [80, 22].map((port) => `http://${at}:${port}/1`),
    )
    one.run(
      'curl',
      '-sg',
      '--parallel',
      '-m',
      '3',
      ...tries.flatMap((url) => ['-o', '/dev/null', url]),
    )
    for (const at of [...addresses, ...machines]) {
      const plain = at.replace(/[[\]]/g, '')
      one.run(
        'bash',
        '-c',
        `echo x > /dev/udp/${plain}/53; ping -c 1 -W 1 ${plain} >/dev/null 2>&1 &`,
      )
    }
    for (const at of machines) expect(get(one, `http://${at}/1`, 2)).toBe('')
    expect(get(one, `http://${b.peer.addresses[0]}/1`, 2)).toBe('')
    const packets = () => {
      const { stdout } = machine.run('nft', 'list', 'table', 'inet', 'witness')
      return [...stdout.matchAll(/packets (\d+)/g)].map(([, count]) => Number(count))
    }
    console.log(`packets to private places, to peers, to the machine: ${packets().join(', ')}`)
    expect(packets()).toEqual([0, 0, 0, 0, 0])
    // A spoofed address belongs to nobody.
    one.run('ip', 'address', 'add', '10.100.0.99/32', 'dev', 'lo')
    expect(
      one.run('curl', '-s', '-m', '2', '--interface', '10.100.0.99', 'http://9.9.1.2/1').stdout,
    ).toBe('')
    // The witness would have seen them; the rules are restored within seconds.
    await eventually(() => {
      machine.run('nft', 'delete', 'table', 'inet', `sluice_wg${server.tunnel.serverId}`)
      for (const at of ['10.0.0.1', b.peer.addresses[0], '9.9.3.1', '[fd00::1]'])
        get(one, `http://${at}/1`, 1)
      return packets()
        .slice(0, 4)
        .every((count) => count > 0)
    }, 60_000)
  }, 240_000)
})

describe.skipIf(!hasTunnels)('a list of closed networks', () => {
  test('is closed to peers as well, until it names others', async () => {
    const list = join(await emptyFolder(), 'closed.txt')
    writeFileSync(list, '9.9.1.2\n2620:9:9:1::2/128\n')
    const { out, engine, places, server } = await aStage(1, { closedNetworks: list })
    const [one] = places as [Network]
    const device = aDevice(30)
    await engine.link.change([anAccount(server.tunnel, 5, [device.peer])], [])
    out.run('ip', 'address', 'add', '9.9.1.3/24', 'dev', 'b1')
    connect(one, device, server, '9.9.2.1')
    expect(get(one, 'http://9.9.1.3/1')).toContain('200')
    for (const at of ['9.9.1.2', '[2620:9:9:1::2]']) expect(get(one, `http://${at}/1`, 2)).toBe('')
    writeFileSync(list, '9.9.1.3 # the other\n')
    await eventually(() => get(one, 'http://9.9.1.2/1', 2).includes('200'), 120_000)
    expect(get(one, 'http://[2620:9:9:1::2]/1')).toContain('200')
    expect(get(one, 'http://9.9.1.3/1', 2)).toBe('')
  }, 240_000)
})

describe.skipIf(!hasTunnels)('what is in the way of a WireGuard server', () => {
  test('is said in a word, and nothing is left behind', async () => {
    const { machine, engine, server } = await aStage()
    const device = aDevice(30)
    const account = anAccount(server.tunnel, 5, [device.peer])
    const { serverId } = server.tunnel
    const reasonOf = async (terms = {}, peers = account.peers) =>
      (
        await engine.link.change(
          [{ ...account, peers, tunnel: { ...server.tunnel, ...terms } }],
          [],
        )
      )
        .map((state) => ('reason' in state ? state.reason : state.state))
        .join()
    const check = (terms = {}) =>
      engine.link.checkTunnel({ listenPort: 51_820, net: '10.100.0.0/16', serverId, ...terms })
    expect(await check()).toMatchObject({ state: 'ready', backend: 'userspace' })
    expect((await check()).used).toContainEqual({ net: '9.9.1.0/24', on: 'a1' })
    // The site has no UDP; something that has.
    const program = "require('node:dgram').createSocket('udp4').bind(5353)"
    spawn('ip', machine.command(process.execPath, '-e', program), { stdio: 'ignore' })
    machine.run('ip', 'route', 'add', '10.0.0.0/8', 'via', '9.9.1.2')
    await eventually(async () => (await check({ listenPort: 5353 })).state === 'portTaken')
    expect(await check({ listenPort: 5353 })).toMatchObject({
      program: expect.stringMatching(/node|Main/),
    })
    // A network on its own line is not one that is routed to it.
    const routed = (net6: string) => check({ net: '172.20.0.0/16', net6 })
    expect(await routed('2620:9:9:1::/64')).toMatchObject({ state: 'rangeTaken' })
    expect(await routed('2620:9:9:77::/64')).toMatchObject({ state: 'ready' })
    expect(await check({ net: '10.7.0.0/16' })).toMatchObject({ state: 'rangeTaken' })
    expect(await check({ net: '172.20.0.0/16' })).toMatchObject({ state: 'ready' })
    expect(await reasonOf()).toBe('range in use')
    machine.run('ip', 'route', 'del', '10.0.0.0/8')
    expect(await reasonOf({ listenPort: 5353 })).toBe('port in use')
    expect(machine.run('ip', '-br', 'link').stdout).not.toContain('sluice-wg')
    expect(machine.run('nft', 'list', 'tables').stdout).not.toContain('sluice')
    expect(await reasonOf({ mtu: 1_000 })).toBe('tunnel not valid')
    expect(await reasonOf({ privateKey: 'x; reboot' })).toBe('tunnel not valid')
    expect(await reasonOf({}, [{ ...device.peer, publicKey: `${device.peer.publicKey} ` }])).toBe(
      'key not valid',
    )
    expect(await reasonOf({}, [{ ...device.peer, addresses: ['10.101.0.5'] }])).toBe(
      'address not valid',
    )
    expect(await reasonOf()).toBe('open')
    expect(await check()).toMatchObject({ state: 'ready' })
    expect(await check({ serverId: undefined })).toMatchObject({ state: 'portTaken' })

    // A key given twice stays with who had it; so does an address.
    const [twice, same] = [aDevice(31), aDevice(30)]
    const second = anAccount(server.tunnel, 6, [twice.peer, { ...device.peer, deviceId: 1 }])
    const third = anAccount(server.tunnel, 7, [same.peer])
    expect(await engine.link.change([second, third, account], [])).toEqual([
      { key: second.key, state: 'error', reason: 'key in use' },
      { key: third.key, state: 'error', reason: 'address in use' },
      { key: account.key, state: 'open' },
    ])
    // Given up by one, it may be another's, also in one go.
    expect(
      await engine.link.change([{ ...account, peers: [aDevice(33).peer] }, third], []),
    ).toMatchObject([{ state: 'open' }, { state: 'open' }])

    // The account's port is a number here, and a port where Shadowsocks has it.
    const proxied = { key: '1:5', port: account.port, method: 'aes-256-gcm', password: 'pw' }
    expect(await engine.link.change([{ ...proxied, budget: null }], [])).toMatchObject([
      { state: 'open' },
    ])

    // Two servers on one machine.
    const other = aTunnel({ net: '10.101.0.0/16', net6: 'fd10:101::/64', listenPort: 51_821 })
    const guest = { ...aDevice(40).peer, addresses: ['10.101.0.40'] }
    expect(await engine.link.change([anAccount(other.tunnel, 9, [guest])], [])).toMatchObject([
      { state: 'open' },
    ])
    const clash = aTunnel({ listenPort: 51_822 })
    expect(await engine.link.change([anAccount(clash.tunnel, 9, [])], [])).toMatchObject([
      { reason: 'range in use' },
    ])
    const links = machine.run('ip', '-br', 'link').stdout.match(/sluice-wg\d+/g) ?? []
    expect(links.sort()).toEqual(
      [server, other].map(({ tunnel }) => `sluice-wg${tunnel.serverId}`).sort(),
    )
  }, 60_000)
})

/** Runs what follows on a machine where something is not there. */
const without = (mount: string) => ['sh', '-c', `mount ${mount} && exec "$@"`, 'sh']
/** And as the service manager of a node does, with these rights of root alone. */
const withRights = (rights: string) => ['setpriv', '--no-new-privs', `--bounding-set=-all${rights}`]

describe.skipIf(!hasTunnels)('what a machine lacks', () => {
  test.each([
    ['no rights', 'noRights', withRights(',+net_bind_service')],
    ['no tun', 'noTun', without('-t tmpfs none /dev/net')],
    ['wireguard missing', 'noProgram', without('--bind /dev/null /usr/bin/wireguard-go')],
    ['nftables missing', 'noFirewall', without('--bind /dev/null "$(command -v nft)"')],
    [undefined, 'ready', withRights(',+net_bind_service,+net_admin')],
  ])('%s', async (reason, state, under) => {
    const engine = anEngineIn(aNetwork('s'), {}, { under })
    await engine.start()
    const wanted = { listenPort: 51_820, net: '10.100.0.0/16' }
    expect(await engine.link.checkTunnel(wanted)).toMatchObject({ state })
    const { tunnel } = aTunnel()
    const answer = reason === undefined ? { state: 'open' } : { state: 'error', reason }
    const account = anAccount(tunnel, 5, [aDevice(30).peer])
    expect(await engine.link.change([account], [])).toMatchObject([answer])
    await engine.link.end()
  })
})
