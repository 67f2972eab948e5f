import type { NodeHello } from '../../../engine/nodeLinks.ts'
import type { Wire } from '../../../engine/wire.ts'
import {
  type Answer,
  deadlineFor,
  HANDSHAKE_MS,
  HANDSHAKE_VERSION,
  type Introduction,
  LinkBroken,
  nextOf,
  OPENING_MS,
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
  /** Is told what each message on a link that was made brings; throws where that is too much. */
  spend?: (node: number, message: { bytes: number; values: number }) => void
}

/**
 * Answers who calls. `decide` says whether the link is wanted; a refusal is sent, and the
 * connection closed. Throws `LinkBroken` for whatever is no agent, or not whose key it shows.
 */
export async function greetAgent(
  raw: Raw,
  identity: KeyPair,
  decide: (called: Called) => Promise<Verdict>,
  { deadlineMs = HANDSHAKE_MS, failed = () => {}, spend = () => {} }: Options = {},
): Promise<{ wire: Wire; node: number; called: Called } | { refused: string }> {
  const deadline = deadlineFor(raw, deadlineMs)
  const first = deadlineFor(raw, Math.min(deadlineMs, OPENING_MS))
  let node: number | undefined
  try {
    const said = await nextOf(raw)
    first.over()
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
    const directions = { send: keys.toAgent, receive: keys.toConsole }
    const wire = sealedWire(raw, directions, {
      // What a stranger said wrong is no news.
      failed: (error) => void (node !== undefined && failed(error)),
      spend: (message) => void (node !== undefined && spend(node, message)),
    })
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
    node = verdict.node
    wire.trust()
    return { wire, node, called }
  } catch (error) {
    raw.destroy()
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
