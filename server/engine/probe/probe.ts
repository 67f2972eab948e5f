import { connect } from 'node:net'
import { addressTo } from '../../network/address.ts'
import { newSalt, openSession, type Secret, secretOf } from '../cipher/aead.ts'
import { readChunks, sealChunks, sealedBytes } from '../cipher/chunks.ts'
import { type Answer, stopwatch, type Trial, type Trouble, troubleOf } from './probeAnswer.ts'

/**
 * Tries a Shadowsocks port as a customer would: connects, proves the password, requests a target
 * and waits for its first byte. Resolves within `timeoutMs`, never rejects.
 */
export function probeServer(trial: Trial): Promise<Answer> {
  const { host, port, method, password, timeoutMs } = trial
  const answer = stopwatch()
  const secret = secretOf(method, password)
  if (!secret) return Promise.resolve(answer('unsupported'))
  const { promise, resolve } = Promise.withResolvers<Answer>()
  const reader = readChunks(secret)
  const first = opening(secret, trial)
  // A name may have several addresses: the second must be tried, however far away they are.
  const autoSelectFamilyAttemptTimeout = Math.max(10, Math.ceil(timeoutMs / 3))
  const socket = connect({ host, port, autoSelectFamilyAttemptTimeout })
  const timer = setTimeout(() => end(socket.connecting ? 'silent' : 'noAnswer'), timeoutMs)
  socket.on('connect', () => socket.write(first))
  socket.on('data', (data: Buffer) => {
    const pieces = reader.read(data)
    // Our own ciphertext would decrypt as well when it is echoed.
    if (!pieces || reader.salt?.equals(first.subarray(0, reader.salt.length))) return end('garbage')
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

/** The start of a client's stream: a salt, the target, and the first bytes for it, in one piece. */
function opening(secret: Secret, { target, hello = request(target.host) }: Trial): Buffer {
  const salt = newSalt(secret)
  const plain = Buffer.concat([addressTo(target.host, target.port), hello])
  const out = Buffer.alloc(salt.length + sealedBytes(plain.length))
  out.set(salt)
  sealChunks(openSession(secret, salt), plain, out, salt.length)
  return out
}

/** A web server answers it, and one that expects TLS answers with an error; either will do. */
function request(host: string): Buffer {
  return Buffer.from(`HEAD / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
}
