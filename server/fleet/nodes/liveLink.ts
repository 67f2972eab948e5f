import type { MachineFacts, NewLink, NodeHello } from '../../engine/nodeLinks.ts'
import type { Wire } from '../../engine/wire.ts'
import { type FromAgent, shareLink, type ToAgent } from './channel/lanes.ts'
import { factsOf } from './facts.ts'
import { openPulse, type Pulse } from './pulse.ts'

/** How often a node is asked whether it is there. */
const PING_MS = 10_000
/** A link on which nothing has arrived for so long has ended. */
const GONE_MS = 45_000
/** How long a node may take to answer when it matters at once. */
const ANSWER_MS = 3_000

/** A link that is in use. */
export type LiveLink = {
  hello: NodeHello
  address: string
  pulse: Pulse
  /** When something last arrived, ms. */
  lastSeen: () => number
  send: (message: ToAgent) => void
  answers: () => Promise<boolean>
  end: (reason?: string) => void
}

type Listeners = {
  onEngine: (wire: Wire) => void
  onFacts: (facts: MachineFacts) => void
}

/** Begins to use a link: asks again and again, and ends it when nothing comes back. */
export function startLink(
  { wire, hello, address, site, budget }: NewLink,
  listeners: Listeners,
): LiveLink {
  const lanes = shareLink<ToAgent, FromAgent>(wire, budget)
  const pulse = openPulse()
  const waiting = new Map<number, () => void>()
  let lastSeen = Date.now()
  let heardAt = performance.now()
  const timer = setInterval(() => {
    if (performance.now() - heardAt > GONE_MS) lanes.close()
    else ping()
  }, PING_MS)

  lanes.onClose(() => clearInterval(timer))
  lanes.onOpen(listeners.onEngine)
  lanes.onMessage(take)
  lanes.send({ addresses: [site] })
  ping()
  return { hello, address, pulse, lastSeen: () => lastSeen, send: lanes.send, answers, end }

  function take(message: FromAgent): void {
    lastSeen = Date.now()
    heardAt = performance.now()
    if ('facts' in message) {
      budget?.facts()
      return listeners.onFacts(factsOf(message.facts))
    }
    if (!pulse.end(message.pong, message.time)) return
    waiting.get(message.pong)?.()
  }

  function ping(): number {
    const round = pulse.begin()
    lanes.send({ ping: round })
    return round
  }

  function answers(): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const round = ping()
    const timeout = setTimeout(() => resolve(false), ANSWER_MS)
    waiting.set(round, () => resolve(true))
    lanes.onClose(() => resolve(false))
    return promise.finally(() => {
      clearTimeout(timeout)
      waiting.delete(round)
    })
  }

  function end(reason?: string): void {
    if (reason !== undefined) lanes.send({ leave: reason })
    lanes.close()
  }
}
