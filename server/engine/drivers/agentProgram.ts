import { requestAgent } from './agent.ts'
import { aboutIn, clientsIn, listingIn } from './agentAnswers.ts'
import { requestAtAnyTime, measureSkew } from './agentClock.ts'
import { openSpan } from './agentSpan.ts'
import type { NodePlace } from './kinds.ts'
import { accepts, canConnect, TAKEN_WITHIN_MS } from './probe.ts'
import type { NodeProgram } from './program.ts'

type Deps = {
  kind: 'ssmgr' | 'tiny' | 'wireguard'
  now: () => number
  /** Where the span of the flow that is counted begins, by the agent's clock. */
  from?: number
  /** Is called whenever the agent's clock was measured, with how far it is ahead, ms. */
  onSkew?: (skew: number) => void
  timeoutMs?: number
}

const MEASURED_FOR_MS = 3_600_000

/** An agent of the deployed manager, of one of its three kinds. */
export function agentProgram(place: NodePlace, deps: Deps): NodeProgram {
  const { kind, now, onSkew, timeoutMs } = deps
  let measuring: Promise<number> | undefined
  let measuredAt = -Infinity
  let offset = 0
  const span = openSpan({ from: deps.from, nodeNow, request })

  return {
    about: async () => aboutIn(await request({ command: 'version' })),
    list: async () => listingIn(await request({ command: 'list' })),
    add: async (port, { password }) => void (await request({ command: 'add', port, password })),
    remove: async (port) => void (await request({ command: 'del', port })),
    read: span.read,
    clients: async (port) => clientsIn(await request({ command: 'ip', port })),
    // WireGuard cannot be tried by connecting: it does not answer a client without a key.
    listens: async (port, waitMs) =>
      kind === 'wireguard' || accepts({ host: place.host, port }, waitMs),
    isTaken: async (port) =>
      kind !== 'wireguard' && canConnect({ host: place.host, port }, TAKEN_WITHIN_MS),
    span,
    quietMs: 0,
    reopenMs: 2_000,
    pollMs: 60_000,
    lateMs: 180_000,
    maxPorts: 5_000,
    needsSentinel: kind !== 'wireguard',
  }

  async function request(command: object): Promise<unknown> {
    await skew()
    return requestAgent(place, { command, at: now() + offset, timeoutMs })
  }

  /** The agent's clock, measured within the last hour. */
  async function nodeNow(): Promise<number> {
    return now() + (await skew())
  }

  function skew(): Promise<number> {
    if (measuring && Math.abs(now() - measuredAt) < MEASURED_FOR_MS) return measuring
    measuredAt = now()
    measuring = measure()
    measuring.catch(() => (measuring = undefined))
    return measuring
  }

  async function measure(): Promise<number> {
    const version = (by: number) =>
      requestAgent(place, { command: { command: 'version' }, at: now() + by, timeoutMs })
    const taken = await requestAtAnyTime(version, offset)
    const found = await measureSkew(version, taken.offset)
    offset = found
    onSkew?.(found)
    return found
  }
}
