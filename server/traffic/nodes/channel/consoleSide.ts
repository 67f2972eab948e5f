import type { NodeHello } from '../../../base/nodeLinks.ts'
import type { Wire } from '../../../base/wire.ts'
import {
  type Answer,
  deadlineFor,
  HANDSHAKE_MS,
  HANDSHAKE_VERSION,
  type Introduction,
  LinkBroken,
  nextOf,
  type Opening,
  type Verdict,
} from './greeting.ts'
import { agreed, isKey, isSigned, type KeyPair, newExchangeKey, signed } from './keys.ts'
import type { Raw } from './raw.ts'
import { sealedWire } from './sealedWire.ts'
import { directionKeys, toSign, transcriptOf } from './transcript.ts'

/** Who calls: it has proved that it has the key. What it says of itself is its own word. */
export type Called = {
  key: string
  node: number | null
  token: string | undefined
  hello: NodeHello
}

type Options = {
  deadlineMs?: number
  /** Gets why a link ended that was made. */
  failed?: (error: unknown) => void
}

/**
 * Answers who calls. `decide` says whether the link is wanted; a refusal is sent, and the
 * connection closed. Throws `LinkBroken` for whatever is no agent, or not whose key it shows.
 */
export async function greetAgent(
  raw: Raw,
  identity: KeyPair,
  decide: (called: Called) => Promise<Verdict>,
  { deadlineMs = HANDSHAKE_MS, failed }: Options = {},
): Promise<{ wire: Wire; node: number; called: Called } | { refused: string }> {
  const deadline = deadlineFor(raw, deadlineMs)
  try {
    const said = await nextOf(raw)
    if (said.length > MAX_OPENING_BYTES) throw new LinkBroken('no agent')
    const opening = openingOf(said)
    const exchange = newExchangeKey()
    const keysAgreed = agreed(exchange, opening.key)
    const transcript = transcriptOf(said, exchange.publicKey, identity.publicKey)
    const answer: Answer = {
      key: exchange.publicKey,
      identity: identity.publicKey,
      signature: signed(identity, toSign('console', transcript)),
    }
    raw.send(Buffer.from(JSON.stringify(answer)))
    const keys = directionKeys(keysAgreed, transcript)
    const wire = sealedWire(raw, { send: keys.toAgent, receive: keys.toConsole }, failed)
    const { key, signature, token, hello } = introductionOf(await nextOf(wire))
    if (!isSigned(key, toSign('agent', transcript), signature))
      throw new LinkBroken('not whose key it shows')
    const called: Called = { key, node: opening.node, token, hello }
    const verdict = await decide(called)
    wire.send(verdict)
    if ('refused' in verdict) {
      wire.close()
      return verdict
    }
    deadline.over()
    return { wire, node: verdict.node, called }
  } catch (error) {
    raw.close()
    if (error instanceof LinkBroken) throw error
    throw new LinkBroken('not understood', { cause: error })
  }
}

const MAX_OPENING_BYTES = 1_024

function openingOf(said: Buffer): Opening {
  const opening = JSON.parse(said.toString()) as Opening
  const { version, node, key } = opening
  const isNode = node === null || Number.isSafeInteger(node)
  if (version !== HANDSHAKE_VERSION || !isNode || !isKey(key)) throw new LinkBroken('no agent')
  return opening
}

function introductionOf(said: unknown): Introduction {
  const { key, signature, token, hello } = said as Introduction
  const isText = typeof signature === 'string' && (token === undefined || typeof token === 'string')
  if (!isKey(key) || !isText || typeof hello?.instance !== 'string')
    throw new LinkBroken('no agent')
  return { key, signature, ...(token === undefined ? {} : { token }), hello }
}
