import type { NodeHello } from '../../../engine/nodeLinks.ts'
import type { Inbox } from './inbox.ts'
import type { Raw } from './raw.ts'

/** What the agent begins with, in the clear. */
export type Opening = {
  version: number
  /** Which node it is, as assigned when it joined; null while it joins. */
  node: number | null
  /** X25519, for this link alone. */
  key: string
  nonce: string
}

/** What the console answers, in the clear. */
export type Answer = { key: string; identity: string; signature: string }

/** What the agent says of itself, sealed. */
export type Introduction = {
  /** Its identity, Ed25519. */
  key: string
  signature: string
  /** Lets it join, once. */
  token?: string
  hello: NodeHello
}

/** What the console says to that, sealed. */
export type Verdict = { ok: true; node: number } | { refused: string }

/** The version of the handshake; an end that speaks another one hangs up. */
export const HANDSHAKE_VERSION = 1

/** How long a handshake may take, both ways. */
export const HANDSHAKE_MS = 10_000

/** How long its first message may take: an agent has it ready when it connects. */
export const OPENING_MS = 5_000

/** The link could not be made: the way is broken, or somebody on it is not who they say. */
export class LinkBroken extends Error {}

/** Who answers is not the console that was asked for. */
export class AnotherConsole extends LinkBroken {
  constructor() {
    super('another console')
  }
}

/** The console knows who calls, and does not want the link; `reason` is a word. */
export class LinkRefused extends Error {
  reason: string

  constructor(reason: string) {
    super(`refused: ${reason}`)
    this.reason = reason
  }
}

/** The next message of one end. Rejects when there will be none. */
export function nextOf<Message>(
  from: Pick<Inbox<Message>, 'onMessage' | 'onClose'>,
): Promise<Message> {
  return new Promise((resolve, reject) => {
    from.onClose(() => reject(new LinkBroken('hung up')))
    from.onMessage((message) => {
      from.onMessage(undefined)
      resolve(message)
    })
  })
}

/** Hangs up on an end that takes too long; `over` says that it did not. */
export function deadlineFor(raw: Raw, ms: number): { over: () => void } {
  const timer = setTimeout(raw.destroy, ms)
  raw.onClose(() => clearTimeout(timer))
  return { over: () => clearTimeout(timer) }
}
