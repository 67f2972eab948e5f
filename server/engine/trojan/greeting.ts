import type { Socket } from 'node:net'
import type { Account, World } from '../ports/account.ts'
import type { Entry } from '../ports/handshakes.ts'
import { answerCall, isAnswered } from './caller.ts'
import { type Call, callIn } from './calls.ts'
import { serveCustomer } from './customer.ts'
import { answerInside } from './insideCaller.ts'
import { answerDatagrams } from './insideDatagrams.ts'
import type { PortKeys } from './portKeys.ts'
import { keyIn } from './request.ts'
import { plainStream } from './stream.ts'
import type { Passage } from './visitors.ts'

/** How long a connection may be silent before the site is connected for it, ms. */
const SILENT_MS = 1_000

type Met = {
  /** Who may come in. */
  keys: Pick<PortKeys, 'accounts' | 'has' | 'find'>
  world: World
  entry: Pick<Entry, 'prove'> | undefined
  /** Whether a key may come without a WebSocket. */
  isTls: boolean
  /** The secret path of WebSockets, which may change; absent is none. */
  path: () => string | undefined
  /** Where the client is, whom a proxy said it speaks for. */
  addressOf: (forwardedFor: string) => string
  /** Connects the site for the client. */
  visit: () => Passage
}

/**
 * Takes a client for a customer or for a visitor of the site by what it sends first. A key is looked
 * up whole, so that nothing tells how much of one was right; for a silent client the site is connected
 * soon, so that it is the site that ends what stays silent. A proxy in front may ask for a customer's
 * WebSocket on a connection that has been a visitor's.
 */
export function greet(client: Socket, met: Met): void {
  const { keys, world, entry, visit } = met
  const { accounts } = keys
  let passage: Passage | undefined
  let head: Buffer = Buffer.alloc(0)
  let waiting: NodeJS.Timeout | undefined
  const silent = setTimeout(() => (passage = visit()), SILENT_MS)
  client.on('error', () => client.destroy())
  client.on('close', () => {
    clearTimeout(silent)
    clearTimeout(waiting)
  })
  client.once('data', decide)
  client.once('end', decide)

  function decide(data: Buffer = Buffer.alloc(0)): void {
    clearTimeout(silent)
    client.off('data', decide).off('end', decide)
    client.pause()
    head = head.length === 0 ? data : Buffer.concat([head, data])
    const account = accountOf(head, met)
    if (account) {
      passage?.cancel()
      const stream = plainStream(client, met.addressOf(''))
      return serveCustomer(stream, head, { account, world, entry })
    }
    const call = asked(head)
    if (call === 'incomplete' && !client.readableEnded) return wait()
    clearTimeout(waiting)
    if (typeof call === 'object') {
      passage?.cancel()
      return answer(client, call, met)
    }
    passage ??= visit()
    passage.begin(head, claim)
  }

  /** Only for who knows the path: the rest of the request. */
  function wait(): void {
    waiting ??= setTimeout(() => client.destroy(), world.limits.handshakeMs)
    client.once('data', decide).once('end', decide).resume()
  }

  function asked(data: Buffer): Call | 'incomplete' | undefined {
    const path = met.path()
    const call = path === undefined ? undefined : callIn(data, path, keys.has)
    if (typeof call !== 'object' || call.token !== undefined) return call
    return isAnswered(call, accounts) ? call : undefined
  }

  function claim(data: Buffer): (() => void) | undefined {
    const call = asked(data)
    return typeof call === 'object' ? () => answer(client, call, met) : undefined
  }
}

function answer(client: Socket, call: Call, { keys, world, entry, addressOf }: Met): void {
  const caller = { world, entry, address: addressOf(call.forwardedFor) }
  const guest = call.token === undefined ? undefined : keys.find(call.token)
  if (guest?.isDatagrams) answerDatagrams(client, call, { ...caller, ...guest })
  else if (guest) answerInside(client, call, { ...caller, ...guest })
  else answerCall(client, call, { ...caller, accounts: keys.accounts })
}

function accountOf(data: Buffer, { keys: { accounts }, isTls }: Met): Account | undefined {
  const key = isTls ? keyIn(data) : undefined
  return key === undefined ? undefined : accounts.get(key)
}
