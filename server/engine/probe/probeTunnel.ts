import { createSocket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import type { TunnelProbe } from '../plane.ts'
import { initiate, type Initiation } from '../wireguard/initiation.ts'
import { type Answer, stopwatch, type Trouble, troubleOf } from './probeAnswer.ts'
import { asGiven } from '../../network/asGiven.ts'

/** Datagrams get lost: so many are sent, evenly over the time there is. */
const TIMES = 3

/**
 * Tries a WireGuard server as a client would: begins a handshake and expects an answer from the
 * owner of the server's key. Resolves within `timeoutMs`, never rejects.
 *
 * A server that does not know the client's key does not answer (`silent`).
 */
export function probeTunnel({ host, port, timeoutMs, ...ends }: TunnelProbe): Promise<Answer> {
  const answer = stopwatch()
  const { promise, resolve } = Promise.withResolvers<Answer>()
  const sent: Initiation[] = []
  let hasEnded = false
  let close = () => {}
  const timer = setTimeout(() => end('silent'), timeoutMs)
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
      if (sent.some(({ judge }) => judge(packet) !== undefined)) end()
    })
    // Connected, so that the system reports where nothing listens.
    socket.connect(port, address, post)

    function post(): void {
      // A server accepts nothing from a client's past: the next one is from later.
      const one = initiate({ ...ends, at: ends.at + sent.length })
      sent.push(one)
      socket.send(one.packet, (error) => error && end(troubleOf(error)))
    }
  }

  function end(reason?: Trouble): void {
    if (hasEnded) return
    hasEnded = true
    clearTimeout(timer)
    resolve(answer(reason))
    close()
  }
}
