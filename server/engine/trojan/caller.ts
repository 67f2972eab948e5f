import type { Socket } from 'node:net'
import type { Account, World } from '../ports/account.ts'
import type { Entry } from '../ports/handshakes.ts'
import type { Call } from './calls.ts'
import { serveCustomer } from './customer.ts'
import { keyIn, KEY_LINE_BYTES } from './request.ts'
import { type Stream, webSocketStream } from './stream.ts'

type Met = {
  accounts: ReadonlyMap<string, Account>
  world: World
  entry: Pick<Entry, 'prove'> | undefined
  /** Where the client is. */
  address: string
}

/**
 * Whether a request is answered here: one that shows a key of nobody with it is the site's, like one
 * under another path.
 */
export function isAnswered({ early }: Call, accounts: ReadonlyMap<string, Account>): boolean {
  return early.length < KEY_LINE_BYTES || accountOf(early, accounts) !== undefined
}

/**
 * Accepts a WebSocket on a paused connection. Who shows no key in it, or one of nobody, hears nothing,
 * and is told after a while that it is over: the one looks like the other.
 */
export function answerCall(client: Socket, call: Call, met: Met): void {
  const { accounts, world, address } = met
  client.write(call.reply)
  const stream = webSocketStream(client, address, world.limits)
  const timer = setTimeout(() => leave(stream), world.limits.handshakeMs)
  client.on('close', () => clearTimeout(timer))
  let first = call.early
  let isNobody = false
  client.on('data', receive)
  client.on('end', hangUp)
  client.resume()
  receive(call.behind)

  function receive(data: Buffer): void {
    const pieces = stream.reader.read(data)
    if (!pieces) return hangUp()
    // What goes on after a key of nobody is read, and forgotten.
    if (isNobody) return
    first = Buffer.concat([first, ...pieces])
    if (first.length < KEY_LINE_BYTES) return
    const account = accountOf(first, accounts)
    isNobody = !account
    if (!account) return
    clearTimeout(timer)
    client.off('data', receive).off('end', hangUp)
    client.pause()
    serveCustomer(stream, first, { ...met, account })
  }

  function hangUp(): void {
    client.destroy()
  }
}

/** Tells a client that it is over. */
export function leave({ client, downlink }: Stream): void {
  downlink.end?.()
  client.destroySoon()
}

function accountOf(first: Buffer, accounts: ReadonlyMap<string, Account>): Account | undefined {
  const key = keyIn(first)
  return key === undefined ? undefined : accounts.get(key)
}
