import { execFileSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { startEngine } from '../../server/engine/engine.ts'
import type { Delta } from '../../server/engine/console/marks.ts'
import type {
  DesiredPort,
  EngineOptions,
  PortState,
} from '../../server/engine/protocol/messages.ts'
import { freePort } from './freePort.ts'

/** Starts an engine that may reach this machine; it ends with the test. */
export function startTestEngine(options: EngineOptions = {}) {
  const dir = engineFolder()
  const engine = startEngine(
    { host: '127.0.0.1', allowTargets: ['127.0.0.0/8'], ...options },
    { dir },
  )
  const deltas: Delta[] = []
  const states: PortState[] = []
  engine.onReport((report) => {
    deltas.push(...report.deltas)
    states.push(...report.states)
  })
  onTestFinished(() => engine.close())
  const charged = (key: string) =>
    deltas
      .filter((delta) => delta.key === key)
      .reduce((sum, { up, down }) => ({ up: sum.up + up, down: sum.down + down }), {
        up: 0,
        down: 0,
      })
  return { ...engine, dir, deltas, states, charged }
}

/** A folder for one engine, removed with the test, and with it an engine that is still running. */
export function engineFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'engine-'))
  // An engine that is being ended still writes there.
  onTestFinished(() => rmSync(dir, { recursive: true, force: true, maxRetries: 10 }))
  return dir
}

/** A free desired port, with the given terms. */
export async function desiredPort(terms: Partial<DesiredPort> = {}): Promise<DesiredPort> {
  const port = await freePort()
  return { key: `1:${port}`, port, method: 'aes-256-gcm', password: 'pw', budget: null, ...terms }
}

/** A TCP server on this machine that does `serve` with each connection; ends with the test. */
export async function startTarget(serve: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    serve(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo // listening on TCP, so never a string
  return { host: '127.0.0.1', port, sockets }
}

/** A UDP server on this machine that sends everything back; ends with the test. */
export async function startUdpEcho(host = '127.0.0.1') {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4')
  const seen: Buffer[] = []
  socket.on('message', (payload, from) => {
    seen.push(payload)
    socket.send(payload, from.port, from.address)
  })
  socket.bind(0, host)
  await once(socket, 'listening')
  onTestFinished(() => void socket.close())
  return { host, port: socket.address().port, seen }
}

/** The process ids of the engines of a folder: tests beside this one have engines, too. */
export function enginePids(dir: string): number[] {
  const out = execFileSync('pgrep', ['-f', `engine/main.ts ${dir}`])
  return out.toString().trim().split('\n').map(Number)
}
