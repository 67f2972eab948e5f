import { randomBytes, timingSafeEqual } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import type { Server as HttpServer } from 'node:http'
import { createServer, isIP, type Socket } from 'node:net'
import { join } from 'node:path'
import type { Config } from '../base/config.ts'
import { guardServer } from '../base/guarded.ts'
import type { Log } from '../base/log.ts'
import { openFaultLog } from '../http/limits/strangerLog.ts'

const SECRET_BYTES = 32
/** Longer than the secret, a space and the longest address. */
const MOST_BYTES = 128
/** How long the first line may take, ms. */
const LINE_MS = 2_000

/**
 * The console's own entrance for visitors of the site behind a Trojan server of this machine. Its
 * engine says first, under a secret of this process, where a visitor comes from: the visitor has
 * that address for every limit, and is no proxy on this machine, whatever it says of itself. Where the
 * system has no such entrance the console goes without, and visitors read that the site is down.
 */
export async function openDoor({ dataDir, port }: Pick<Config, 'dataDir' | 'port'>, log: Log) {
  const secret = randomBytes(SECRET_BYTES).toString('hex')
  const folder = join(dataDir, 'engine')
  // No other console of this machine has the port.
  const path = join(folder, `console-${port}.sock`)
  let http: HttpServer | undefined
  const server = createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => socket.destroy())
    receive(socket, secret, (address) => {
      Object.defineProperty(socket, 'remoteAddress', { value: address })
      http?.emit('connection', socket)
      socket.resume()
    })
  })
  guardServer(server, openFaultLog(log))
  server.on('error', (err) =>
    log.warn({ err }, 'the console cannot be the site of a Trojan server'),
  )
  mkdirSync(folder, { recursive: true })
  rmSync(path, { force: true })
  await new Promise<void>((resolve) => {
    server.once('error', () => resolve()).listen(path, resolve)
  })
  return {
    path,
    secret,
    /** Names the server that answers. */
    to: (next: HttpServer) => void (http = next),
    /** Takes no more visitors; what is open ends with the server that answers. */
    stop: () => void server.close(),
  }
}

/** Reads the line that says where a visitor is; ends a connection that has another one. */
function receive(socket: Socket, secret: string, met: (address: string) => void): void {
  let head: Buffer = Buffer.alloc(0)
  const timer = setTimeout(() => socket.destroy(), LINE_MS)
  socket.on('close', () => clearTimeout(timer))
  socket.on('data', read)

  function read(data: Buffer): void {
    head = Buffer.concat([head, data])
    const end = head.indexOf('\n')
    if (end < 0 && head.length <= MOST_BYTES) return
    clearTimeout(timer)
    socket.off('data', read).pause()
    const [said = '', address = ''] = head.toString('latin1', 0, Math.max(0, end)).split(' ')
    if (!isSame(said, secret) || isIP(address) === 0) return void socket.destroy()
    const rest = head.subarray(end + 1)
    if (rest.length > 0) socket.unshift(rest)
    met(address)
  }
}

const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one, 'latin1'), Buffer.from(other))
