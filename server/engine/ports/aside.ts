import type { Destination } from '../../network/address.ts'
import { endAnswers } from './downlink.ts'
import type { Gate } from './gate.ts'
import { answerQuery } from './nameAnswers.ts'
import { charge } from './quotaGuard.ts'
import type { Guest } from './guest.ts'

const [HTTP_PORT, DNS_PORT] = [80, 53]
/** The beginning of a request of HTTP/1: its method. */
const REQUEST = /^[A-Z]{3,10} /
/** Bytes of a query that is not whole. */
const MOST_WAITING = 1 << 16

/** Takes what a client sends; the answers are undefined where it should be hung up on. */
type Answerer = (piece: Buffer) => Promise<Buffer[] | undefined>

/**
 * Serves a paused client of an account that has ended, which wants to go elsewhere than to the shop:
 * its names are answered, plain HTTP is sent to the shop, and all else ends.
 */
export function turnAside(guest: Guest, gate: Gate, to: Destination, early: Buffer): void {
  const { client, account, world, address, downlink, reader } = guest
  const answers = to.port === HTTP_PORT ? toPage(gate) : to.port === DNS_PORT ? names(gate) : null
  if (!answers) return void client.destroy()
  const isOnce = to.port === HTTP_PORT
  let turn: Promise<unknown> = Promise.resolve()
  client.setTimeout(world.limits.handshakeMs, hangUp)
  client.on('data', (data: Buffer) => {
    const pieces = reader.read(data)
    if (!pieces) return hangUp()
    for (const piece of pieces) take(piece)
  })
  client.on('end', () => void turn.then(() => endAnswers(guest)))
  take(early)
  client.resume()

  function take(piece: Buffer): void {
    if (piece.length === 0) return
    charge(account, world, 'up', piece.length, address)
    turn = turn.then(async () => {
      const found = await answers?.(piece)
      if (!found) return hangUp()
      for (const one of found) send(one)
      if (isOnce && found.length > 0) endAnswers(guest)
    })
    turn.catch(hangUp)
  }

  function send(payload: Buffer): void {
    if (client.destroyed || client.writableEnded) return
    downlink.send(payload)
    charge(account, world, 'down', payload.length, address)
  }

  function hangUp(): void {
    client.destroy()
  }
}

/** Answers a datagram of such an account; undefined where there is no answer. */
export async function answerAside(
  gate: Pick<Gate, 'left' | 'addressesOf'>,
  to: Pick<Destination, 'port'>,
  payload: Buffer,
): Promise<Buffer | undefined> {
  if (to.port !== DNS_PORT || gate.left() === 0) return undefined
  return answerQuery(payload, gate.addressesOf)
}

/** Sends a browser to the page of the shop; it may ask for this address again right after paying. */
export const pageAnswer = ({ page }: Gate): Buffer =>
  Buffer.from(
    `HTTP/1.1 302 Found\r\nLocation: ${page}\r\nCache-Control: no-store\r\n` +
      'Content-Length: 0\r\nConnection: close\r\n\r\n',
  )

/** Whether a client speaks HTTP/1, by the first it sends. */
export const isRequest = (piece: Buffer): boolean => REQUEST.test(piece.toString('latin1'))

function toPage(gate: Gate): Answerer {
  return async (piece) => (isRequest(piece) ? [pageAnswer(gate)] : undefined)
}

/** Queries in a stream, each behind its length (RFC 1035, 4.2.2). */
function names({ addressesOf }: Gate): Answerer {
  let waiting: Buffer = Buffer.alloc(0)
  return async (piece) => {
    waiting = Buffer.concat([waiting, piece])
    const found: Buffer[] = []
    while (waiting.length >= 2 && waiting.length >= 2 + waiting.readUInt16BE()) {
      const end = 2 + waiting.readUInt16BE()
      const answer = await answerQuery(waiting.subarray(2, end), addressesOf)
      if (!answer) return undefined
      const length = Buffer.alloc(2)
      length.writeUInt16BE(answer.length)
      found.push(Buffer.concat([length, answer]))
      waiting = waiting.subarray(end)
    }
    return waiting.length > MOST_WAITING ? undefined : found
  }
}
