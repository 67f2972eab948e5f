import { connect } from 'node:net'
import { endAnswers } from './downlink.ts'
import type { Guest } from './guest.ts'

/** A reserved name (RFC 6761): a client requests it to check whether the port serves. */
export const CHECK_HOST = 'check.sluice.invalid'

/**
 * The answer: the target could not be reached from here, or all is well, and a datagram to the name is
 * answered as well. Engines of earlier releases say `ok`, and do not know a datagram.
 */
export type CheckReply = 'ok udp' | 'noWayOut'

const TIMEOUT_MS = 4_000

/**
 * Answers a check of the port, and ends the connection. `target` is the `host:port` of a target to
 * reach from here, or empty. Nothing of it is charged, and no client is recorded.
 */
export async function answerCheck(guest: Guest, target: string): Promise<void> {
  const { client, account, downlink, world } = guest
  const reply: CheckReply = target === '' || (await isReached(target)) ? 'ok udp' : 'noWayOut'
  if (client.destroyed) return
  downlink.send(Buffer.from(reply))
  endAnswers(guest)

  async function isReached(place: string): Promise<boolean> {
    const [, host = '', port] = /^(.+):(\d{1,5})$/.exec(place) ?? []
    const found = await world.targets.find(host, Number(port), account.counter.key)
    if (!found) return false
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const socket = connect({ host: found.address, family: found.family, port: Number(port) })
    socket.on('connect', () => resolve(true))
    socket.on('error', () => resolve(false))
    socket.setTimeout(TIMEOUT_MS, () => resolve(false))
    const isThere = await promise
    socket.destroy()
    return isThere
  }
}
