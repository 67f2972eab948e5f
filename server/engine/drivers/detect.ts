import { requestAgent } from './agent.ts'
import { aboutIn } from './agentAnswers.ts'
import { requestAtAnyTime } from './agentClock.ts'
import { requestManager } from './datagrams.ts'
import type { DriverKind, NodePlace } from './kinds.ts'
import { managerProgram } from './managerProgram.ts'
import type { About } from './program.ts'
import { type NodeTrouble, type Trouble, troubleOf } from './trouble.ts'

/** What runs at an address, or why it cannot be reached. */
export type Detected = (About & { driver: DriverKind }) | { trouble: Trouble }

const TCP_TIMEOUT_MS = 4_000
const UDP_TIMEOUT_MS = 1_500
const UDP_TRIES = 2
/** Total time limit, ms; a form waits that long. */
const DEADLINE_MS = 10_000

/**
 * Detects which node program runs at an address: an agent of the deployed manager answers over TCP
 * and names its kind in its version, an engine's manager answers over UDP.
 */
export async function detectDriver(place: NodePlace, now: () => number): Promise<Detected> {
  const until = performance.now() + DEADLINE_MS
  const left = (most: number) => Math.max(Math.min(most, until - performance.now()), 1)
  let trouble: NodeTrouble
  try {
    const about = await requestVersion(place, now, () => left(TCP_TIMEOUT_MS))
    return { ...about, driver: kindOf(about.version) }
  } catch (error) {
    trouble = troubleOf(error)
  }
  // What speaks TCP here is not a manager.
  if (trouble.trouble !== 'refused' && trouble.trouble !== 'silent')
    return { trouble: trouble.trouble }
  for (let tries = 0; tries < UDP_TRIES; tries += 1) {
    try {
      const [answer = ''] = await requestManager(place, 'ping', { timeoutMs: left(UDP_TIMEOUT_MS) })
      if (!answer.startsWith('stat:')) return { trouble: 'nonsense' }
      const driver = answer.endsWith('\n') ? 'rust' : 'libev'
      return { driver, version: `shadowsocks-${driver}`, isGfw: false }
    } catch (error) {
      if (troubleOf(error).trouble !== 'silent') break
    }
  }
  return { trouble: trouble.trouble }
}

/** Requests the status of a known node program; undefined when it does not answer in time. */
export function requestAbout(
  place: NodePlace,
  kind: DriverKind,
  now: () => number,
): Promise<About | undefined> {
  const timeoutMs = TCP_TIMEOUT_MS
  const pending =
    kind === 'libev' || kind === 'rust'
      ? managerProgram(place, { kind, timeoutMs }).about()
      : requestVersion(place, now, () => timeoutMs)
  return pending.catch(() => undefined)
}

async function requestVersion(place: NodePlace, now: () => number, timeoutMs: () => number) {
  const command = { command: 'version' }
  const request = (offset: number) =>
    requestAgent(place, { command, at: now() + offset, timeoutMs: timeoutMs() })
  return aboutIn((await requestAtAnyTime(request)).answer)
}

function kindOf(version: string): DriverKind {
  if (version.endsWith('T')) return 'tiny'
  return version.endsWith('W') ? 'wireguard' : 'ssmgr'
}
