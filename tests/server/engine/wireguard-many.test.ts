/** @module-tag long */
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { eventually } from '../../support/shadowsocks.ts'
import {
  aDevice,
  anAccount,
  aStage,
  aTunnel,
  connect,
  get,
  hasTunnels,
  type Network,
} from '../../support/tunnels.ts'

const COUNTS = [1_000, 10_000]
/** Clock ticks of a process in a second. */
const TICKS = 100

const cpuOf = (pid: number) => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS
}
const memoryOf = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000
const took = async (work: () => Promise<unknown>) => {
  const began = performance.now()
  await work()
  return Math.round(performance.now() - began)
}

/** How fast a download of five seconds is, and what the engine takes meanwhile. */
function speedOf(home: Network, pid: number): string {
  const busy = cpuOf(pid)
  const words = ['-s', '-o', '/dev/null', '-m', '5', '-w', '%{speed_download}']
  const rate = Number(home.run('curl', ...words, 'http://9.9.1.2/9000000000').stdout)
  const cost = (cpuOf(pid) - busy) * 20
  return `with a download at ${(rate / 1e6).toFixed(0)} MB/s the engine takes ${cost.toFixed(1)} %`
}

describe.skipIf(!hasTunnels)('many peers', () => {
  test.each(COUNTS)(
    '%i accounts come in, and cost little',
    { tags: ['soak'], timeout: 180_000 },
    async (count) => {
      const { engine, machine, places, server } = await aStage()
      const [home] = places as [Network]
      const { serverId } = server.tunnel
      const empty = memoryOf(engine.pids()[0]!)
      const device = aDevice(300)
      const accounts = Array.from({ length: count }, (_, at) => {
        const publicKey = randomBytes(32).toString('base64')
        const addresses = [
          `10.100.${(at >> 8) + 2}.${at & 255}`,
          `fd10:100::${(at + 4_096).toString(16)}`,
        ]
        return anAccount(server.tunnel, at + 10, [{ deviceId: 0, publicKey, addresses }])
      })
      const first = anAccount(server.tunnel, 5, [device.peer])
      await engine.link.change([first], [])
      const up = await took(async () => {
        for (let at = 0; at < count; at += 1_000) {
          const states = await engine.link.change(accounts.slice(at, at + 1_000), [])
          expect(states.filter(({ state }) => state !== 'open')).toEqual([])
        }
      })
      const one = await took(() => engine.link.change([{ ...accounts[7]!, budget: 1 }], []))
      const out = await took(() => engine.link.change([], [accounts[8]!.key]))
      connect(home, device, server, '9.9.2.1')
      expect(get(home, 'http://9.9.1.2/1')).toContain('200')
      const [pid] = engine.pids()
      const go = Number(spawnSync('pgrep', ['-f', `wireguard-go sluice-wg${serverId}$`]).stdout)
      await pause(3_000)
      const [before, goBefore] = [cpuOf(pid!), cpuOf(go)]
      await pause(10_000)
      const [idle, goIdle] = [cpuOf(pid!) - before, cpuOf(go) - goBefore].map((one) => one * 10)
      const rest = `the engine has ${memoryOf(pid!).toFixed(0)} MB (${empty.toFixed(0)} without them), wireguard-go ${memoryOf(go).toFixed(0)} MB`
      console.log(
        `${count} peers: up in ${up} ms, one changed in ${one} ms, one shut and counted in ${out} ms; ${rest}; ` +
          `idle CPU ${idle?.toFixed(1)} % and ${goIdle?.toFixed(1)} %`,
      )
      const adoptedIn = await took(async () => {
        engine.kill()
        await eventually(() => engine.pids().length === 0)
        await engine.start()
        await engine.link.peers(first.key)
      })
      const again = await took(() => engine.link.change(accounts.slice(0, 1), []))
      expect(get(home, 'http://9.9.1.2/1')).toContain('200')
      console.log(`${count} peers: followed after kill -9 in ${adoptedIn} ms and ${again} ms`)
      // A figure and no more, for which all cores are busy.
      console.log(`${count} peers: ${speedOf(home, engine.pids()[0]!)}`)
      const shut = await took(() =>
        engine.link.change(
          [],
          accounts.map(({ key }) => key),
        ),
      )
      console.log(`${count} peers: all shut and counted in ${shut} ms`)
      expect(machine.run('nft', 'list', 'tables').stdout).toContain('sluice')
      const down = await took(async () => {
        await engine.link.end()
        await eventually(() => engine.pids().length === 0)
      })
      console.log(`${count} peers: taken down in ${down} ms`)
      expect(idle).toBeLessThan(20)
    },
  )

  test('are as fast as wireguard-go alone', { tags: ['soak'], timeout: 120_000 }, async () => {
    const { engine, machine, places, server } = await aStage(2)
    const [one, two] = places as [Network, Network]
    const ours = aDevice(300)
    await engine.link.change([anAccount(server.tunnel, 5, [ours.peer])], [])
    // The same program with nothing of ours around it but a way out.
    const alone = aTunnel({ net: '10.100.0.0/16', listenPort: 51_900 })
    const theirs = aDevice(5_000)
    const name = `slwa${process.pid % 100_000}`
    const child = spawn(
      'ip',
      machine.command('env', 'WG_PROCESS_FOREGROUND=1', 'wireguard-go', name),
    )
    await eventually(() => machine.run('wg', 'show', name).status === 0)
    const [v4] = theirs.peer.addresses
    machine.run(
      'bash',
      '-c',
      `wg set ${name} private-key <(echo ${alone.tunnel.privateKey}) listen-port 51900 peer ${theirs.peer.publicKey} allowed-ips ${v4}/32
        ip link set ${name} mtu 1420 up && ip route add ${v4}/32 dev ${name}
        nft add table ip alone && nft add chain ip alone post '{ type nat hook postrouting priority srcnat; }' && nft add rule ip alone post ip saddr ${v4} masquerade`,
    )
    connect(one, ours, server, '9.9.2.1')
    connect(two, theirs, alone, '9.9.3.1')
    const speeds = { ours: [] as number[], alone: [] as number[] }
    const speedIn = ({ run }: Network) => {
      const words = ['-s', '-o', '/dev/null', '-m', '4', '-w', '%{speed_download}']
      return Number(run('curl', ...words, 'http://9.9.1.2/90000000000').stdout) / 1e6
    }
    for (let round = 0; round < 5; round += 1) {
      speeds.ours.push(speedIn(one))
      speeds.alone.push(speedIn(two))
    }
    child.kill()
    const middle = (all: number[]) => all.sort((a, b) => a - b)[2]!
    const ratio = middle(speeds.ours) / middle(speeds.alone)
    console.log(
      `${middle(speeds.ours).toFixed(0)} MB/s, ${middle(speeds.alone).toFixed(0)} MB/s with wireguard-go alone: ${ratio.toFixed(2)}`,
    )
    expect(ratio).toBeGreaterThan(0.6)
  })
})
