import { connect } from 'node:net'
import { addressTo } from '../../network/address.ts'
import { clientOf } from './clients.ts'
import { INSIDE_TLS, probeInsideTls } from './probeInsideTls.ts'
import { type Answer, stopwatch, type Trial, type Trouble, troubleOf } from './probeAnswer.ts'

/**
 * Tries a port of Shadowsocks, or of Trojan, as a customer would: connects, proves the password, requests a target
 * and waits for its first byte. Resolves within `timeoutMs`, never rejects.
 */
export function probeServer(trial: Trial): Promise<Answer> {
  const { host, port, method, password, target, timeoutMs } = trial
  const { hello = request(target.host) } = trial
  if (INSIDE_TLS.has(method)) return probeInsideTls({ ...trial, hello })
  const answer = stopwatch()
  const client = clientOf(method, password)
  if (!client) return Promise.resolve(answer('unsupported'))
  const { promise, resolve } = Promise.withResolvers<Answer>()
  const stream = client.stream(addressTo(target.host, target.port), hello)
  // A name may have several addresses: the second must be tried, however far away they are.
  const autoSelectFamilyAttemptTimeout = Math.max(10, Math.ceil(timeoutMs / 3))
  const socket = connect({ host, port, autoSelectFamilyAttemptTimeout })
  const timer = setTimeout(() => end(socket.connecting ? 'silent' : 'noAnswer'), timeoutMs)
  socket.on('connect', () => socket.write(stream.opening))
  socket.on('data', (data: Buffer) => {
    const pieces = stream.read(data)
    if (!pieces) return end('garbage')
    if (pieces.some((piece) => piece.length > 0)) end(undefined, Buffer.concat(pieces).toString())
  })
  socket.on('error', (error) => end(troubleOf(error)))
  socket.on('close', () => end('closed'))
  return promise

  function end(reason?: Trouble, reply?: string): void {
    clearTimeout(timer)
    resolve({ ...answer(reason), ...(reply !== undefined && { reply }) })
    socket.destroy()
  }
}

/** A web server answers it, and one that expects TLS answers with an error; either will do. */
function request(host: string): Buffer {
  return Buffer.from(`HEAD / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
}
