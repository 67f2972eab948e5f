import { spawn, spawnSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { clientFile } from '../../scripts/clientPrograms.mjs'
import { noteLeftOut } from '../../scripts/leftOut.mjs'
import { addressTo } from '../../server/network/address.ts'
import { canConnect } from '../../server/engine/drivers/probe.ts'
import { freePort } from './freePort.ts'
import { LOCALHOST_CERT } from './localhost.ts'
import { folderWith, hasClient } from './realClients.ts'
import { eventually, type Place } from './shadowsocks.ts'

type Way = {
  port: number
  password: string
  sni: string
  /** The path of a WebSocket, and whether the first bytes go with the request for it. */
  path?: string
  isEarly?: boolean
}

/** The only certificate that Xray of today is to trust. */
const PIN = new X509Certificate(LOCALHOST_CERT).fingerprint256.replaceAll(':', '').toLowerCase()

const LOG = { log: { loglevel: 'none' } }

/** Xray and v2ray have the same form, but for whom they trust. */
const ofV2ray = (socks: number, { port, password, sni, path, isEarly }: Way, trust: object) => ({
  ...LOG,
  inbounds: [
    {
      port: socks,
      listen: '127.0.0.1',
      protocol: 'socks',
      settings: { auth: 'noauth', udp: true, ip: '127.0.0.1' },
    },
  ],
  outbounds: [
    {
      protocol: 'trojan',
      settings: { servers: [{ address: '127.0.0.1', port, password }] },
      streamSettings: {
        network: path === undefined ? 'tcp' : 'ws',
        security: 'tls',
        tlsSettings: {
          serverName: sni,
          // One that agrees on HTTP/2 has no WebSocket.
          ...(path === undefined && { alpn: ['h2', 'http/1.1'] }),
          ...trust,
        },
        ...(path !== undefined && {
          wsSettings: { path: isEarly ? `${path}?ed=2048` : path, headers: { Host: sni } },
        }),
      },
    },
  ],
})

/** Programs that speak Trojan, with what they are started with. */
const CLIENTS = {
  trojan: {
    isThere: () => !spawnSync('trojan', ['-v']).error,
    settings: (socks: number, { port, password, sni }: Way) => ({
      run_type: 'client',
      local_addr: '127.0.0.1',
      local_port: socks,
      remote_addr: '127.0.0.1',
      remote_port: port,
      password: [password],
      log_level: 5,
      ssl: { verify: false, verify_hostname: false, sni, alpn: ['h2', 'http/1.1'] },
      tcp: { no_delay: true },
    }),
    words: (file: string) => ['trojan', '-c', file],
  },
  v2ray: {
    isThere: () => !spawnSync('v2ray', ['-version']).error,
    settings: (socks: number, way: Way) => ofV2ray(socks, way, { allowInsecure: true }),
    words: (file: string) => ['v2ray', '-config', file],
  },
  xray: {
    isThere: () => hasClient('xray'),
    settings: (socks: number, way: Way) => ofV2ray(socks, way, { pinnedPeerCertSha256: PIN }),
    words: (file: string) => [clientFile('xray'), 'run', '-c', file],
  },
  'sing-box': {
    isThere: () => hasClient('sing-box'),
    settings: (socks: number, { port, password, sni, path, isEarly }: Way) => ({
      log: { disabled: true },
      inbounds: [{ type: 'mixed', listen: '127.0.0.1', listen_port: socks }],
      outbounds: [
        {
          type: 'trojan',
          server: '127.0.0.1',
          server_port: port,
          password,
          tls: { enabled: true, server_name: sni, insecure: true },
          ...(path !== undefined && {
            transport: {
              type: 'ws',
              path,
              headers: { Host: sni },
              ...(isEarly && {
                max_early_data: 2048,
                early_data_header_name: 'Sec-WebSocket-Protocol',
              }),
            },
          }),
        },
      ],
    }),
    words: (file: string) => [clientFile('sing-box'), 'run', '-c', file],
  },
  mihomo: {
    isThere: () => hasClient('mihomo'),
    settings: (socks: number, { port, password, sni, path }: Way) => ({
      'mixed-port': socks,
      mode: 'global',
      'log-level': 'silent',
      ipv6: false,
      proxies: [
        {
          name: 'GLOBALLY',
          type: 'trojan',
          server: '127.0.0.1',
          port,
          password,
          sni,
          udp: true,
          'skip-cert-verify': true,
          ...(path !== undefined && {
            network: 'ws',
            'ws-opts': { path, headers: { Host: sni } },
          }),
        },
      ],
      'proxy-groups': [{ name: 'GLOBAL', type: 'select', proxies: ['GLOBALLY'] }],
    }),
    words: (file: string) => [clientFile('mihomo'), '-d', join(file, '..'), '-f', file],
  },
}

export type TrojanClient = keyof typeof CLIENTS

/** Whether a client is on this machine; one that is not is named at the end of the tests. */
export function hasTrojanClient(name: TrojanClient): boolean {
  const isThere = CLIENTS[name].isThere()
  if (!isThere) noteLeftOut('clients', name, 'it is not on this machine')
  return isThere
}

/** Starts a client, which ends with the test; its SOCKS port. */
export async function startTrojanClient(name: TrojanClient, way: Way): Promise<number> {
  const { settings, words } = CLIENTS[name]
  const socks = await freePort()
  const folder = folderWith('client.json', JSON.stringify(settings(socks, way)))
  const [program = '', ...args] = words(join(folder, 'client.json'))
  const client = spawn(program, args, { stdio: 'ignore' })
  onTestFinished(() => void client.kill('SIGKILL'))
  await eventually(() => canConnect({ host: '127.0.0.1', port: socks }, 500))
  return socks
}

/** Opens the UDP half of a SOCKS port (RFC 1928); `ask` sends until an answer to just this came. */
export async function openSocksUdp(socks: number) {
  const control = connect(socks, '127.0.0.1')
  const socket = createSocket('udp4')
  onTestFinished(() => {
    control.destroy()
    socket.close()
  })
  control.write(Buffer.from([5, 1, 0]))
  await once(control, 'data')
  control.write(Buffer.from([5, 3, 0, 1, 0, 0, 0, 0, 0, 0]))
  const [answer] = (await once(control, 'data')) as [Buffer]
  const relay = answer.readUInt16BE(answer.length - 2)
  const heard: Buffer[] = []
  socket.on('message', (packet) => heard.push(packet))
  return {
    /** Sends a datagram once. */
    send(to: Place, payload: Buffer): void {
      const head = Buffer.concat([Buffer.from([0, 0, 0]), addressTo(to.host, to.port)])
      socket.send(Buffer.concat([head, payload]), relay, '127.0.0.1')
    },
    /** The payloads that came, whose header is that of an IPv4 address. */
    heard: () => heard.map((packet) => packet.subarray(10)),
  }
}
