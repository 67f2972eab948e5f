import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import type { Peer, Tunnel } from '../../server/engine/plane.ts'
import { linkEngine } from '../../server/engine/console/link.ts'
import type { KnownLives } from '../../server/engine/console/marks.ts'
import type {
  DesiredPort,
  EngineOptions,
  PortState,
} from '../../server/engine/protocol/messages.ts'
import { connectTo, socketFilesIn } from '../../server/engine/protocol/socketFiles.ts'
import { socketWire } from '../../server/engine/protocol/socketWire.ts'
import { engineFolder } from './engine.ts'
import { hasNamespaces } from './namespaces.ts'
import { processesOf } from './processes.ts'
import { programOf } from './programs.ts'
import { eventually } from './shadowsocks.ts'

/** Whether this machine can run the server's and the clients' side of a tunnel. */
export const hasTunnels =
  hasNamespaces &&
  existsSync('/dev/net/tun') &&
  ['wg-quick', 'wireguard-go', 'nft', 'curl'].every(
    (program) => spawnSync('which', [program]).status === 0,
  )

const main = resolve(programOf('engine'))
const site = fileURLToPath(new URL('./tunnelSite.ts', import.meta.url))
const ip = (...args: string[]) => execFileSync('ip', args, { stdio: ['ignore', 'pipe', 'pipe'] })
let made = 0

/** Number of a server that no other test has: interfaces of all networks share a folder of sockets. */
export const aServerId = (): number => (process.pid % 9_000) * 100 + 100 + (made += 1)

/** A key pair, in base64. */
export function aKey() {
  const { privateKey, publicKey } = generateKeyPairSync('x25519')
  const text = (key: typeof publicKey, part: 'd' | 'x') =>
    Buffer.from(String(key.export({ format: 'jwk' })[part]), 'base64url').toString('base64')
  return { privateKey: text(privateKey, 'd'), publicKey: text(publicKey, 'x') }
}

/** The interface of a server, with its public key. */
export function aTunnel(terms: Partial<Tunnel> = {}) {
  const { privateKey, publicKey } = aKey()
  const base = { listenPort: 51_820, net: '10.100.0.0/16', net6: 'fd10:100::/64', mtu: 1_420 }
  return { publicKey, tunnel: { serverId: aServerId(), privateKey, ...base, ...terms } }
}

/** A device with its own key, at the given place of both networks. */
export function aDevice(at: number, deviceId = 0) {
  const { privateKey, publicKey } = aKey()
  const addresses = [`10.100.${at >> 8}.${at & 255}`, `fd10:100::${at.toString(16)}`]
  const peer: Peer = { deviceId, publicKey, addresses }
  return { privateKey, peer }
}

/** An account of a WireGuard server as it is sent to an engine. */
export function anAccount(tunnel: Tunnel, accountId: number, peers: Peer[]): DesiredPort {
  const key = `${tunnel.serverId}:${accountId}`
  return { key, port: accountId, method: 'wireguard', password: '', budget: null, tunnel, peers }
}

/** A machine in a network of its own, with another one behind each of its cables; removed with the test. */
export function aNetwork(letter: string) {
  const name = `slw-${process.pid}-${letter}`
  ip('netns', 'add', name)
  onTestFinished(() => {
    for (const pid of String(ip('netns', 'pids', name))
      .split('\n')
      .filter(Boolean))
      spawnSync('kill', ['-9', pid])
    ip('netns', 'del', name)
  })
  ip('-n', name, 'link', 'set', 'lo', 'up')
  const run = (program: string, ...words: string[]) =>
    spawnSync('ip', ['netns', 'exec', name, program, ...words], { encoding: 'utf8' })
  // A new network takes after this machine's, which another test may have forwarding.
  run('sh', '-c', 'echo 0 > /proc/sys/net/ipv4/ip_forward')
  run('sh', '-c', 'echo 0 > /proc/sys/net/ipv6/conf/all/forwarding')
  return { name, run, command: (...words: string[]) => ['netns', 'exec', name, ...words] }
}

export type Network = ReturnType<typeof aNetwork>

/** Joins two networks: the first has the addresses that end in 1, the second those that end in 2. */
export function join2(one: Network, other: Network, number: number, isWayOut = false) {
  const [near, far] = [`a${number}`, `b${number}`]
  ip('-n', one.name, 'link', 'add', near, 'type', 'veth', 'peer', 'name', far, 'netns', other.name)
  for (const [{ name }, link, end] of [
    [one, near, 1],
    [other, far, 2],
  ] as const) {
    ip('-n', name, 'addr', 'add', `9.9.${number}.${end}/24`, 'dev', link)
    ip('-n', name, 'addr', 'add', `2620:9:9:${number}::${end}/64`, 'dev', link, 'nodad')
    ip('-n', name, 'link', 'set', link, 'up')
  }
  if (isWayOut) return
  ip('-n', other.name, 'route', 'add', 'default', 'via', `9.9.${number}.1`)
  ip('-n', other.name, '-6', 'route', 'add', 'default', 'via', `2620:9:9:${number}::1`)
}

/** A site that sends as many bytes as its path says, in a network. */
export async function aSiteIn(network: Network, port: number) {
  const child = spawn('ip', network.command(process.execPath, site, String(port)), {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise((resolve) => child.stdout.once('data', resolve))
}

/** Starts a device in a network with wg-quick, as its owner would. */
export function connect(
  network: Network,
  { privateKey, peer }: ReturnType<typeof aDevice>,
  { publicKey, tunnel }: ReturnType<typeof aTunnel>,
  endpoint: string,
) {
  const name = `c${process.pid % 100_000}n${(made += 1)}`
  const dir = engineFolder()
  const file = join(dir, `${name}.conf`)
  const lines = [
    '[Interface]',
    `PrivateKey = ${privateKey}`,
    `Address = ${peer.addresses.join(', ')}`,
    `MTU = ${tunnel.mtu}`,
    '[Peer]',
    `PublicKey = ${publicKey}`,
    ...(peer.presharedKey === undefined ? [] : [`PresharedKey = ${peer.presharedKey}`]),
    `Endpoint = ${endpoint}:${tunnel.listenPort}`,
    'AllowedIPs = 0.0.0.0/0, ::/0',
  ]
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 })
  const { status, stderr } = network.run('wg-quick', 'up', file)
  if (status !== 0) throw new Error(stderr)
  onTestFinished(() => void network.run('wg-quick', 'down', file))
  const transfer = () => {
    const [, rx, tx] = network.run('wg', 'show', name, 'transfer').stdout.trim().split('\t')
    return { down: Number(rx), up: Number(tx) }
  }
  return { name, transfer, down: () => void network.run('wg-quick', 'down', file) }
}

export type Engine = ReturnType<typeof anEngineIn>

/** Engines in a network, and a console's link to them. */
export function anEngineIn(
  network: Network,
  options: EngineOptions = {},
  { dir = engineFolder(), under = [] as string[], program = [main] } = {},
) {
  const marks = new Map<string, Map<string, { up: number; down: number }>>()
  const loadMarks = async (): Promise<KnownLives> => structuredClone(marks)
  const link = linkEngine({ source: 'engine', loadMarks, waitMs: 20_000 })
  const sums = new Map<string, { up: number; down: number }>()
  const states: (PortState & { at: number })[] = []
  const low: string[] = []
  const taken = new Set<string>()
  link.onReport((report) => {
    for (const state of report.states) states.push({ ...state, at: performance.now() })
    for (const { key, up, down, mark, isLow } of report.deltas) {
      const sum = sums.getOrInsertComputed(key, () => ({ up: 0, down: 0 }))
      sum.up += up
      sum.down += down
      if (isLow) low.push(key)
      marks.getOrInsertComputed(mark.epoch, () => new Map()).set(key, mark)
    }
  })
  onTestFinished(async () => {
    link.leave()
    kill()
  })

  return { link, dir, sums, states, low, pids, start, kill, sumOf, counted }

  /** Bytes from and to each peer, as the devices of this network count them. */
  function counted(): number[][] {
    // By name: interfaces of all networks share a folder of sockets, and some are just ending.
    const names = network.run('ip', '-br', 'link').stdout.match(/sluice-wg\d+/g) ?? []
    const said = names.map((name) => network.run('wg', 'show', name, 'transfer').stdout)
    return said
      .join('')
      .split('\n')
      .map((line) => line.split('\t').slice(1).map(Number))
  }

  /** Starts one, and links to it. */
  async function start(version = 'aaaaaaaa', takesOver = false) {
    const launch = { host: '127.0.0.1', ...options, version, takesOver }
    const words = network.command(
      ...under,
      process.execPath,
      ...program,
      dir,
      JSON.stringify(launch),
    )
    const child = spawn('ip', words, {
      detached: true,
      stdio: process.env.SEE ? 'inherit' : 'ignore',
    })
    child.unref()
    await eventually(async () => {
      for (const file of socketFilesIn(dir)) {
        if (taken.has(file.epoch)) continue
        const socket = await connectTo(file)
        if (!socket) continue
        taken.add(file.epoch)
        link.attach(socketWire(socket))
        return true
      }
      return false
    }, 20_000)
    return child.pid ?? 0
  }

  function kill(name: NodeJS.Signals = 'SIGKILL'): void {
    for (const pid of pids())
      try {
        process.kill(pid, name)
      } catch {
        // It ended meanwhile.
      }
  }

  /** Of the engines in this folder. */
  function pids(): number[] {
    return processesOf(`${[...program, dir].join('\0')}\0`)
  }

  function sumOf(key: string): number {
    const { up, down } = sums.get(key) ?? { up: 0, down: 0 }
    return up + down
  }
}

/** A server's machine with a site behind it, and customers' homes, all in networks of their own. */
export async function aStage(homes = 1, options: EngineOptions = {}) {
  const [machine, out] = [aNetwork('s'), aNetwork('i')]
  join2(machine, out, 1, true)
  await aSiteIn(out, 80)
  const places = Array.from({ length: homes }, (_, at) => aNetwork(`c${at}`))
  places.forEach((place, at) => join2(machine, place, at + 2))
  const engine = anEngineIn(machine, options)
  await engine.start()
  return { machine, out, engine, places, server: aTunnel() }
}

/** Fetches a page; answers with the head of the reply, or nothing. */
export const get = (home: Network, url: string, seconds = 30) =>
  home.run('curl', '-sg', '-m', String(seconds), '-D', '-', '-o', '/dev/null', url).stdout

/** Whether an account was charged what the device has counted for it. */
function isExact(engine: Engine, key: string): boolean {
  const { up, down } = engine.sums.get(key) ?? { up: 0, down: 0 }
  return engine.counted().some(([rx, tx]) => rx === up && tx === down)
}

/**
 * Waits until it was. A keepalive or a handshake passes without moving the interface's own sum, and
 * is read 15 s after the reading before: one that just missed that reading waits for the next.
 */
export const untilExact = (engine: Engine, key: string): Promise<void> =>
  eventually(() => isExact(engine, key), 40_000)

/** A download in the background: how much has come, and when the last of it came. */
export function download(home: Network, url: string) {
  const child = spawn('ip', home.command('curl', '-sg', '-m', '60', url), {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const got = { bytes: 0, at: performance.now(), isOver: false }
  child.stdout.on('data', (data: Buffer) => {
    got.bytes += data.length
    got.at = performance.now()
  })
  child.on('exit', () => (got.isOver = true))
  return { got, stop: () => child.kill('SIGKILL') }
}
