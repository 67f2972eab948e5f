import { createSocket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { addressTo, readDestination } from '../../network/address.ts'
import { asGiven } from '../../network/asGiven.ts'
import { clientOf } from './clients.ts'
import { type Answer, stopwatch, type Trial, type Trouble, troubleOf } from './probeAnswer.ts'

/** Datagrams get lost: so many are sent, evenly over the time there is. */
const TIMES = 3

// A query for the root's name servers (RFC 1035, 4.1): every name server can answer it.
const ROOT = Buffer.from('5143010000010000000000000000020001', 'hex')

/**
 * Tries the UDP half of a Shadowsocks port: sends a datagram to a target through it and waits for
 * one back. Resolves within `timeoutMs`, never rejects. `silent` and `closed` do not occur with
 * UDP.
 */
export function probeUdp({
  host,
  port,
  method,
  password,
  target,
  ...rest
}: Trial): Promise<Answer> {
  const { timeoutMs, hello = ROOT } = rest
  const answer = stopwatch()
  const client = clientOf(method, password)
  if (!client) return Promise.resolve(answer('unsupported'))
  const { promise, resolve } = Promise.withResolvers<Answer>()
  const datagrams = client.datagrams()
  let hasEnded = false
  let close = () => {}
  let hasGarbage = false
  const timer = setTimeout(() => end(hasGarbage ? 'garbage' : 'noAnswer'), timeoutMs)
  lookup(host).then(send, (error: unknown) => end(troubleOf(error)))
  return promise

  function send({ address, family }: { address: string; family: number }): void {
    if (hasEnded) return
    const socket = createSocket({ type: family === 6 ? 'udp6' : 'udp4', lookup: asGiven })
    const again = setInterval(post, timeoutMs / TIMES)
    close = () => {
      clearInterval(again)
      socket.close()
    }
    socket.on('error', (error) => end(troubleOf(error)))
    socket.on('message', (packet) => {
      const plain = datagrams.open(packet)
      // One corrupt datagram is no reason to give up.
      if (plain && typeof readDestination(plain) === 'object') end()
      else hasGarbage = true
    })
    // Connected, so that the system reports where nothing listens.
    socket.connect(port, address, post)

    function post(): void {
      const packet = datagrams.seal(addressTo(target.host, target.port), hello)
      socket.send(packet, (error) => error && end(troubleOf(error)))
    }
  }

  function end(reason?: Trouble): void {
    clearTimeout(timer)
    resolve(answer(reason))
    hasEnded = true
    close()
    close = () => {}
  }
}
