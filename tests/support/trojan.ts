import {
  connect,
  type ConnectionOptions,
  getCACertificates,
  setDefaultCACertificates,
  type TLSSocket,
} from 'node:tls'
import { onTestFinished } from 'vitest'
import { addressTo } from '../../server/network/address.ts'
import type { SiteOrder } from '../../server/engine/plane.ts'
import type { DesiredPort, EngineOptions } from '../../server/engine/protocol/messages.ts'
import { trojanKey } from '../../server/engine/trojanKey.ts'
import { startTestEngine } from './engine.ts'
import { freePort } from './freePort.ts'
import { LOCALHOST_CERT, LOCALHOST_KEY } from './localhost.ts'
import { eventually, type Place } from './shadowsocks.ts'

/** An engine with a Trojan server, and the site behind it. */
export async function startTrojan(
  site: Place & { isTls?: boolean },
  options?: EngineOptions,
  changes: Partial<SiteOrder> = {},
) {
  const engine = startTestEngine(options)
  const port = await freePort()
  const order: SiteOrder = {
    serverId: 1,
    port,
    cert: LOCALHOST_CERT,
    key: LOCALHOST_KEY,
    site: { host: site.host, port: site.port, isTls: site.isTls ?? false },
    ...changes,
  }
  const states = await engine.sites([order])
  return { engine, port, order, states }
}

/** An account of the server, under a password. */
export const lodger = (
  port: number,
  id: number,
  password: string,
  terms: Partial<DesiredPort> = {},
): DesiredPort => ({
  key: `1:${id}`,
  port,
  method: 'trojan',
  password: trojanKey(password),
  budget: null,
  ...terms,
})

/** The bytes a client asks for a target with. */
export const requestOf = (password: string, to: Place, command = 1): Buffer =>
  Buffer.concat([
    Buffer.from(`${trojanKey(password)}\r\n`),
    Buffer.from([command]),
    addressTo(to.host, to.port),
    Buffer.from('\r\n'),
  ])

/** A datagram inside a stream. */
export const framed = (to: Place, payload: Buffer): Buffer =>
  Buffer.concat([
    addressTo(to.host, to.port),
    Buffer.from([payload.length >> 8, payload.length & 0xff]),
    Buffer.from('\r\n'),
    payload,
  ])

/** Adds a certificate to those that this process believes, until the test ends. */
export function vouchFor(certificate: string) {
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, certificate])
  onTestFinished(() => setDefaultCACertificates(before))
}

/** A connection with TLS; what it receives is gathered. */
export async function shake(port: number, options: ConnectionOptions = {}) {
  const socket = connect({
    port,
    host: '127.0.0.1',
    servername: 'localhost',
    rejectUnauthorized: false,
    allowHalfOpen: true,
    ...options,
  } as ConnectionOptions)
  onTestFinished(() => void socket.destroy())
  return gathering(socket)
}

async function gathering(socket: TLSSocket) {
  const pieces: Buffer[] = []
  let isOver = false
  socket.on('data', (data: Buffer) => pieces.push(data))
  let refusal: string | undefined
  socket.on('error', (error: NodeJS.ErrnoException) => (refusal ??= error.code))
  socket.on('end', () => (isOver = true)).on('close', () => (isOver = true))
  await new Promise((resolve) => socket.on('secureConnect', resolve).on('close', resolve))
  const received = () => Buffer.concat(pieces)
  return {
    socket,
    /** What was agreed on, and why nothing was. */
    agreed: [socket.getProtocol(), socket.alpnProtocol, refusal],
    received,
    write: (data: Buffer | string) => void socket.write(data),
    /** What has come once there are so many bytes. */
    async until(bytes: number) {
      await eventually(() => isOver || received().length >= bytes)
      return received()
    },
    /** Everything, once the other side has ended it. */
    async rest() {
      await eventually(() => isOver)
      return received()
    },
  }
}
