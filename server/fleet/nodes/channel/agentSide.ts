import { randomBytes } from 'node:crypto'
import type { NodeHello } from '../../../engine/nodeLinks.ts'
import type { Wire } from '../../../engine/wire.ts'
import { STRANGER } from './bounds.ts'
import {
  AnotherConsole,
  type Answer,
  deadlineFor,
  HANDSHAKE_MS,
  HANDSHAKE_VERSION,
  type Introduction,
  LinkBroken,
  LinkRefused,
  nextOf,
  type Opening,
  type Verdict,
} from './greeting.ts'
import { agreed, isSigned, type KeyPair, newExchangeKey, signed } from './keys.ts'
import type { Raw } from './raw.ts'
import { sealedWire } from './sealedWire.ts'
import { directionKeys, toSign, transcriptOf } from './transcript.ts'

export type Caller = {
  /** The console it belongs to: nobody else is spoken to. */
  consoleKey: string
  identity: KeyPair
  /** Null while it joins. */
  node: number | null
  token?: string
  hello: NodeHello
  /** Gets why a link ended that was made. */
  failed?: (error: unknown) => void
}

/**
 * Makes a link to the console over a connection anybody may touch.
 *
 * Throws `LinkBroken` when it is not the pinned console or the way is broken, `LinkRefused` when it
 * is the console and it says no. Either way the connection is closed.
 */
export async function greetConsole(
  raw: Raw,
  { consoleKey, identity, node, token, hello, failed }: Caller,
  deadlineMs = HANDSHAKE_MS,
): Promise<{ wire: Wire; node: number }> {
  const deadline = deadlineFor(raw, deadlineMs)
  try {
    const exchange = newExchangeKey()
    const opening: Opening = {
      version: HANDSHAKE_VERSION,
      node,
      key: exchange.publicKey,
      nonce: randomBytes(16).toString('base64url'),
    }
    const said = Buffer.from(JSON.stringify(opening))
    raw.send(said)
    const answered = await nextOf(raw)
    if (answered.length > STRANGER.raw) throw new AnotherConsole()
    const answer = JSON.parse(answered.toString()) as Answer
    if (answer.identity !== consoleKey) throw new AnotherConsole()
    const transcript = transcriptOf(said, answer.key, consoleKey)
    if (!isSigned(consoleKey, toSign('console', transcript), answer.signature))
      throw new AnotherConsole()
    const keys = directionKeys(agreed(exchange, answer.key), transcript)
    const directions = { send: keys.toConsole, receive: keys.toAgent }
    const wire = sealedWire(raw, directions, failed && { failed })
    // It has signed with the key that this machine was told.
    wire.trust()
    const introduction: Introduction = {
      key: identity.publicKey,
      signature: signed(identity, toSign('agent', transcript)),
      ...(token === undefined ? {} : { token }),
      hello,
    }
    wire.send(introduction)
    const verdict = (await nextOf(wire)) as Verdict
    if ('refused' in verdict) throw new LinkRefused(String(verdict.refused))
    deadline.over()
    return { wire, node: verdict.node }
  } catch (error) {
    raw.close()
    if (error instanceof LinkRefused || error instanceof LinkBroken) throw error
    throw new LinkBroken('not understood', { cause: error })
  }
}
