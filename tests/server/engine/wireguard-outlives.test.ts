/** @module-tag long */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { AMNEZIA, anAmneziaProgram } from '../../support/amneziaStandIn.ts'
import { agentProgram } from '../../support/nodes.ts'
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
  untilExact,
} from '../../support/tunnels.ts'

/** What Sluice has made in a network, by name. */
function leftIn({ run }: Network) {
  const links = run('ip', '-br', 'link').stdout.match(/sluice-wg\d+/g) ?? []
  const tables = run('nft', 'list', 'tables').stdout.match(/sluice_wg\d+/g) ?? []
  const forwards = run('cat', '/proc/sys/net/ipv4/ip_forward').stdout.trim()
  return { links: [...new Set(links)], tables, forwards }
}

async function aCustomer(stage: Awaited<ReturnType<typeof aStage>>) {
  const { engine, places, server } = stage
  const [home] = places as [Network]
  const device = aDevice(30)
  const account = anAccount(server.tunnel, 5, [device.peer])
  await engine.link.change([account], [])
  connect(home, device, server, '9.9.2.1')
  return { home, account }
}

describe.skipIf(!hasTunnels)('WireGuard outlives its engine', () => {
  test('kill -9 breaks no download, and every byte is charged once', async () => {
    const stage = await aStage()
    const { engine } = stage
    const { home, account } = await aCustomer(stage)
    const { got, stop } = download(home, 'http://9.9.1.2/paced/4000000000')
    for (let round = 0; round < 3; round += 1) {
      await pause(700)
      const { bytes } = got
      engine.kill()
      await eventually(() => engine.pids().length === 0)
      await pause(700)
      expect(got.bytes).toBeGreaterThan(bytes)
      await engine.start()
      await eventually(() => engine.link.counters().then(() => true))
    }
    expect(got.isOver).toBe(false)
    stop()
    await untilExact(engine, account.key)
    console.log(`${got.bytes} bytes came, ${engine.sumOf(account.key)} were charged`)
    expect(engine.sumOf(account.key)).toBeGreaterThan(got.bytes)
    // The one that follows has the account's terms again.
    await engine.link.change([], [account.key])
    expect(get(home, 'http://9.9.1.2/1', 2)).toBe('')
  }, 90_000)

  test('another program takes over, and one of them charges', async () => {
    const stage = await aStage()
    const { engine } = stage
    const { home, account } = await aCustomer(stage)
    const { got, stop } = download(home, 'http://9.9.1.2/paced/4000000000')
    await pause(1_000)
    await engine.start('bbbbbbbb', true)
    engine.link.settled()
    await eventually(() => engine.pids().length === 1)
    const { bytes } = got
    await pause(1_000)
    expect(got.bytes).toBeGreaterThan(bytes)
    stop()
    await untilExact(engine, account.key)
    expect(engine.sumOf(account.key)).toBeGreaterThan(got.bytes)
    await engine.link.change([{ ...account, budget: 50_000 }], [])
    get(home, 'http://9.9.1.2/1000000', 2)
    await eventually(() => engine.states.length > 0)
    expect(engine.states).toMatchObject([{ key: account.key, reason: 'over' }])
  }, 90_000)

  test('is taken away in order, and leaves nothing', async () => {
    const stage = await aStage()
    const { engine, machine, server } = stage
    const { home, account } = await aCustomer(stage)
    const name = `sluice-wg${server.tunnel.serverId}`
    const table = `sluice_wg${server.tunnel.serverId}`
    expect(leftIn(machine)).toEqual({ links: [name], tables: [table], forwards: '1' })
    get(home, 'http://9.9.1.2/2000000')
    await engine.link.end()
    await eventually(() => engine.pids().length === 0)
    expect(leftIn(machine)).toEqual({ links: [], tables: [], forwards: '0' })
    expect(machine.run('pgrep', '-f', `wireguard-go ${name}$`).stdout).toBe('')
    expect(existsSync(`/var/run/wireguard/${name}.sock`)).toBe(false)
    expect(readdirSync(join(engine.dir, 'wireguard')).sort()).toEqual(['claim.lock', `${name}.log`])
    expect(engine.sumOf(account.key)).toBeGreaterThan(2_000_000)
  }, 60_000)

  test(
    'goes of itself when nobody is let in any more',
    { tags: ['soak'], timeout: 300_000 },
    async () => {
      const stage = await aStage()
      const { account } = await aCustomer(stage)
      await stage.engine.link.change([], [account.key])
      await pause(50_000)
      expect(leftIn(stage.machine).links).toHaveLength(1)
      await eventually(() => leftIn(stage.machine).forwards === '0')
      expect(leftIn(stage.machine)).toEqual({ links: [], tables: [], forwards: '0' })
      // And so does the leftover of a process without a successor.
      await stage.engine.link.change([account], [])
      stage.engine.kill()
      await pause(1_500)
      stage.engine.link.leave()
      await pause(200)
      const other = anEngineIn(stage.machine, {}, { dir: stage.engine.dir })
      await other.start()
      await pause(100_000)
      expect(leftIn(stage.machine).links).toHaveLength(1)
      await eventually(() => leftIn(stage.machine).forwards === '0', 40_000)
    },
  )

  test(
    'SIGTERM removes it as well, a killed wireguard-go restarts',
    { tags: ['soak'], timeout: 90_000 },
    async () => {
      const stage = await aStage()
      const { engine, machine, server } = stage
      const { home } = await aCustomer(stage)
      expect(get(home, 'http://9.9.1.2/1')).toContain('200')
      const name = `sluice-wg${server.tunnel.serverId}`
      machine.run('pkill', '-9', '-f', `wireguard-go ${name}`)
      await eventually(() => leftIn(machine).links.length === 1)
      await eventually(() => get(home, 'http://9.9.1.2/1', 3).includes('200'), 40_000)
      engine.kill('SIGTERM')
      await eventually(() => engine.pids().length === 0)
      expect(leftIn(machine)).toEqual({ links: [], tables: [], forwards: '0' })
    },
  )

  test(
    'starts after it was killed at any moment of its start',
    { tags: ['soak'], timeout: 90_000 },
    async () => {
      const { engine, machine, places, server } = await aStage()
      const device = aDevice(30)
      const account = anAccount(server.tunnel, 5, [device.peer])
      const name = `sluice-wg${server.tunnel.serverId}`
      for (const wait of [20, 40, 60, 80, 110, 150]) {
        engine.link.change([account], []).catch(() => {})
        await pause(wait)
        engine.kill()
        await eventually(() => engine.pids().length === 0)
        await engine.start()
        expect(await engine.link.change([account], [])).toMatchObject([{ state: 'open' }])
        // Waits until the device reports it: an earlier one without its interface ends by itself.
        await eventually(
          () => machine.run('pgrep', '-c', '-f', `wireguard-go ${name}$`).stdout.trim() === '1',
        )
        await engine.link.change([], [account.key])
        // The next one begins with nothing.
        engine.kill('SIGTERM')
        await eventually(() => engine.pids().length === 0)
        expect(leftIn(machine)).toEqual({ links: [], tables: [], forwards: '0' })
        await engine.start()
      }
      expect(await engine.link.change([account], [])).toMatchObject([{ state: 'open' }])
      connect(places[0]!, device, server, '9.9.2.1')
      expect(get(places[0]!, 'http://9.9.1.2/1')).toContain('200')
    },
  )

  test(
    'a change that was cut short by a kill is completed, and charged once',
    { tags: ['soak'], timeout: 120_000 },
    async () => {
      const { killAfter } = anAmneziaProgram()
      const { engine, machine, places, server } = await aStage()
      const [home] = places as [Network]
      const [phone, laptop] = [aDevice(30), aDevice(31, 7)]
      const one = anAccount({ ...server.tunnel, amnezia: AMNEZIA }, 5, [phone.peer])
      const both = { ...one, peers: [phone.peer, laptop.peer] }
      const name = `sluice-wg${server.tunnel.serverId}`
      const cutShort = async (order: typeof one) => {
        killAfter(engine.pids()[0] ?? 0, laptop.peer.publicKey)
        engine.link.change([order], []).catch(() => {})
        await eventually(() => engine.pids().length === 0)
      }
      await engine.link.change([one], [])
      await cutShort(both)
      // The interface has the laptop, and nobody has heard so.
      connect(home, laptop, server, '9.9.2.1')
      expect(get(home, 'http://9.9.1.2/1000000')).toContain('200')
      await engine.start()
      await eventually(() => engine.sumOf(`${one.key}:7`) > 1_000_000)
      expect(await engine.link.change([both], [])).toMatchObject([{ state: 'open' }])
      expect(get(home, 'http://9.9.1.2/1000000')).toContain('200')
      await untilExact(engine, `${one.key}:7`)

      await cutShort(one)
      expect(get(home, 'http://9.9.1.2/1', 2)).toBe('')
      await engine.start()
      expect(await engine.link.change([one], [])).toMatchObject([{ state: 'open' }])
      const { stdout } = machine.run('wg', 'show', name, 'allowed-ips')
      expect(stdout).toContain(`${laptop.peer.publicKey}\t(none)`)
      expect(engine.sumOf(one.key)).toBe(engine.sumOf(`${one.key}:7`))
    },
  )

  test(
    'puts back what a reloaded firewall has thrown out',
    { tags: ['soak'], timeout: 60_000 },
    async () => {
      const stage = await aStage()
      const { home } = await aCustomer(stage)
      expect(get(home, 'http://9.9.1.2/1')).toContain('200')
      stage.machine.run('nft', 'flush', 'ruleset')
      stage.machine.run('sysctl', '-w', 'net.ipv4.ip_forward=0')
      await eventually(() => leftIn(stage.machine).tables.length === 1)
      await eventually(() => get(home, 'http://9.9.1.2/1', 2).includes('200'))
    },
  )

  test('is in the one file that nodes run', async () => {
    const program = [await agentProgram(), 'engine']
    const [machine, home] = [aNetwork('s'), aNetwork('c')]
    join2(machine, home, 2)
    await aSiteIn(machine, 8080)
    const engine = anEngineIn(machine, { sitePort: 8080 }, { program })
    await engine.start()
    const [server, device] = [aTunnel(), aDevice(30)]
    const account = anAccount(server.tunnel, 5, [device.peer])
    expect(await engine.link.change([account], [])).toMatchObject([{ state: 'open' }])
    machine.run('ip', 'address', 'add', '9.9.9.9/32', 'dev', 'lo')
    connect(home, device, server, '9.9.2.1')
    expect(get(home, 'http://9.9.9.9:8080/1')).toContain('200')
    await engine.link.end()
    expect(leftIn(machine)).toEqual({ links: [], tables: [], forwards: '0' })
  }, 60_000)

  test("leaves alone what is someone else's", async () => {
    const { engine, machine, server } = await aStage()
    const { serverId } = server.tunnel
    const device = aDevice(30)
    const account = anAccount(server.tunnel, 5, [device.peer])
    const refused = (reason: string) => [{ key: account.key, state: 'error', reason }]
    machine.run('ip', 'tuntap', 'add', `sluice-wg${serverId}`, 'mode', 'tun')
    expect(await engine.link.change([account], [])).toEqual(refused('interface in use'))
    expect(leftIn(machine).links).toEqual([`sluice-wg${serverId}`])
    machine.run('ip', 'link', 'del', `sluice-wg${serverId}`)

    expect(await engine.link.change([account], [])).toMatchObject([{ state: 'open' }])
    // Another console on the machine that has a server of the same number.
    const other = anEngineIn(machine)
    await other.start()
    const theirs = anAccount({ ...aTunnel().tunnel, serverId, listenPort: 51_900 }, 5, [])
    expect(await other.link.change([theirs], [])).toEqual(refused('interface in use'))
    await other.link.end()
    await eventually(() => other.pids().length === 0)
    expect(leftIn(machine).links).toEqual([`sluice-wg${serverId}`])
    expect(machine.run('wg', 'show', 'all', 'peers').stdout).toContain(device.peer.publicKey)
  }, 60_000)
})
