import { spawn, spawnSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { clientFile } from '../../scripts/clientPrograms.mjs'
import { noteLeftOut } from '../../scripts/leftOut.mjs'
import { canConnect } from '../../server/engine/drivers/probe.ts'
import { freePort } from './freePort.ts'
import { LOCALHOST_CERT } from './localhost.ts'
import { folderWith, hasClient } from './realClients.ts'
import { eventually } from './shadowsocks.ts'

type Way = {
  port: number
  method: string
  password: string
  path: string
  /** How many connections are to share one; 0 is none. */
  mux?: number
}

/** The only certificate that Xray of today is to trust. */
const certificate = new X509Certificate(LOCALHOST_CERT)
const HEX = certificate.fingerprint256.replaceAll(':', '').toLowerCase()

/** Xray and v2ray have the same form, but for whom they trust. */
const ofV2ray = (socks: number, { port, method, password, path }: Way, trust: object) => ({
  log: { loglevel: 'none' },
  inbounds: [{ port: socks, listen: '127.0.0.1', protocol: 'socks' }],
  outbounds: [
    {
      protocol: 'shadowsocks',
      settings: { servers: [{ address: '127.0.0.1', port, method, password }] },
      streamSettings: {
        network: 'ws',
        security: 'tls',
        tlsSettings: { serverName: 'localhost', ...trust },
        wsSettings: { path, headers: { Host: 'localhost' } },
      },
    },
  ],
})

/** As subscriptions say it, and whom to trust: nobody signed the certificate of tests. */
const optionsOf = ({ path, mux = 0 }: Way) => {
  const cert = join(folderWith('cert.pem', LOCALHOST_CERT), 'cert.pem')
  return `mode=websocket;tls;host=localhost;path=${path};mux=${mux};cert=${cert}`
}

const PLUGIN = 'ss-v2ray-plugin'
const hasPlugin = () => !spawnSync(PLUGIN, ['-version']).error

const inFile = (name: string, settings: object) =>
  join(folderWith(name, JSON.stringify(settings)), name)

/** Programs that speak Shadowsocks in a WebSocket, with what they are started with. */
const CLIENTS = {
  v2ray: {
    isThere: () => !spawnSync('v2ray', ['-version']).error,
    words: (socks: number, way: Way) => [
      'v2ray',
      '-config',
      inFile('v2ray.json', ofV2ray(socks, way, { allowInsecure: true })),
    ],
  },
  'ss-local with v2ray-plugin': {
    isThere: () => !spawnSync('ss-local', ['-h']).error && hasPlugin(),
    words: (socks: number, way: Way) => [
      'ss-local',
      '-s',
      '127.0.0.1',
      '-p',
      String(way.port),
      '-b',
      '127.0.0.1',
      '-l',
      String(socks),
      '-m',
      way.method,
      '-k',
      way.password,
      '--plugin',
      PLUGIN,
      '--plugin-opts',
      optionsOf(way),
    ],
  },
  'sslocal with v2ray-plugin': {
    isThere: () => hasClient('shadowsocks-rust', 'sslocal') && hasPlugin(),
    words: (socks: number, way: Way) => [
      clientFile('shadowsocks-rust', 'sslocal'),
      '-s',
      `127.0.0.1:${way.port}`,
      '-b',
      `127.0.0.1:${socks}`,
      '-m',
      way.method,
      '-k',
      way.password,
      '--plugin',
      PLUGIN,
      '--plugin-opts',
      optionsOf(way),
    ],
  },
  xray: {
    isThere: () => hasClient('xray'),
    words: (socks: number, way: Way) => [
      clientFile('xray'),
      'run',
      '-c',
      inFile('xray.json', ofV2ray(socks, way, { pinnedPeerCertSha256: HEX })),
    ],
  },
  'sing-box': {
    isThere: () => hasClient('sing-box'),
    words: (socks: number, way: Way) => {
      const access = { server: '127.0.0.1', server_port: way.port, network: 'tcp' }
      const { method, password } = way
      const plugin = { plugin: 'v2ray-plugin', plugin_opts: optionsOf(way) }
      const settings = {
        log: { disabled: true },
        inbounds: [{ type: 'mixed', listen: '127.0.0.1', listen_port: socks }],
        outbounds: [{ type: 'shadowsocks', ...access, method, password, ...plugin }],
      }
      return [clientFile('sing-box'), 'run', '-c', inFile('sing-box.json', settings)]
    },
  },
  mihomo: {
    isThere: () => hasClient('mihomo'),
    words: (socks: number, { port, method, password, path }: Way) => {
      const trust = { fingerprint: HEX }
      const options = {
        mode: 'websocket',
        tls: true,
        host: 'localhost',
        path,
        mux: false,
        ...trust,
      }
      const access = { server: '127.0.0.1', port, cipher: method, password, udp: false }
      const plugin = { plugin: 'v2ray-plugin', 'plugin-opts': options }
      const file = inFile('mihomo.json', {
        'mixed-port': socks,
        mode: 'rule',
        'log-level': 'silent',
        ipv6: false,
        proxies: [{ name: 'GO', type: 'ss', ...access, ...plugin }],
        rules: ['MATCH,GO'],
      })
      return [clientFile('mihomo'), '-d', join(file, '..'), '-f', file]
    },
  },
}

export type InsideClient = keyof typeof CLIENTS

/** Whether a client is on this machine; one that is not is named at the end of the tests. */
export function hasInsideClient(name: InsideClient): boolean {
  const isThere = CLIENTS[name].isThere()
  if (!isThere) noteLeftOut('clients', name, 'it is not on this machine')
  return isThere
}

/** Starts a client, which ends with the test; its SOCKS port. */
export async function startInsideClient(name: InsideClient, way: Way): Promise<number> {
  const socks = await freePort()
  const [program = '', ...args] = CLIENTS[name].words(socks, way)
  // Its plugin is a child of its own, which ends with the group.
  const client = spawn(program, args, { stdio: 'ignore', detached: true })
  onTestFinished(() => {
    if (client.pid !== undefined && client.exitCode === null) process.kill(-client.pid, 'SIGKILL')
  })
  await eventually(() => canConnect({ host: '127.0.0.1', port: socks }, 500))
  return socks
}
