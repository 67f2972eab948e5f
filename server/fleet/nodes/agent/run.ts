import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { greetConsole } from '../channel/agentSide.ts'
import { LinkRefused } from '../channel/greeting.ts'
import { type FromAgent, shareLink, type ToAgent } from '../channel/lanes.ts'
import { openBackoff, pauseAfterRefusal } from './backoff.ts'
import { type Engines, openBridge } from './bridge.ts'
import { dial } from './dial.ts'
import { lookAtMachine } from './machine.ts'
import { type Identity, readIdentity, showLinked, withAddresses, writeIdentity } from './state.ts'
import type { Wanted } from './upgrade.ts'
import { AGENT_VERSION } from './version.ts'

const FACTS_MS = 60_000
/** The console asks every 10 s; where it has not for so long, there is no link. */
const GONE_MS = 45_000

type Deps = {
  dir: string
  engines: Engines
  /** Puts another program in the place of this one, from this address of the console. */
  upgrade: (address: string, wanted: Wanted) => Promise<void>
  say: (text: string) => void
  signal: AbortSignal
}

/** Keeps a link to the console until the signal; resolves then, or when another program is to run. */
export async function runAgent({ dir, engines, upgrade, say, signal }: Deps): Promise<void> {
  const instance = randomUUID()
  const bridge = openBridge(engines)
  const backoff = openBackoff()
  let turn = 0
  let isReplaced = false

  while (!signal.aborted && !isReplaced) {
    // Read each time: the machine may have joined again.
    const identity = readIdentity(dir)
    if (!identity || identity.node === null) throw new Error('This machine has not joined yet.')
    const { addresses } = identity
    const address = addresses[turn % addresses.length] ?? ''
    let wait = 0
    try {
      await link(identity, address)
      // The address that worked is the first to be tried again.
      say('the link has ended')
    } catch (error) {
      turn += 1
      say(`${address}: ${error instanceof Error ? error.message : String(error)}`)
      if (error instanceof LinkRefused) wait = pauseAfterRefusal(error.reason)
    }
    showLinked(dir, false)
    if (!isReplaced) await pause(wait || backoff.next(), undefined, { signal }).catch(() => {})
  }

  /** Links, and resolves when the link has ended. */
  async function link({ key, consoleKey, node }: Identity, address: string): Promise<void> {
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    const raw = await dial(address)
    const { wire } = await greetConsole(raw, {
      consoleKey,
      identity: key,
      node,
      hello: { instance, version: AGENT_VERSION, facts: await lookAtMachine(dir) },
      failed: (error) => say(`the link was ended: ${String(error)}`),
    })
    const lanes = shareLink<FromAgent, ToAgent>(wire)
    let heardAt = performance.now()
    let refused: string | undefined
    const timers = [
      setInterval(() => void tellFacts().catch((error: unknown) => say(String(error))), FACTS_MS),
      setInterval(() => {
        if (performance.now() - heardAt > GONE_MS) lanes.close()
      }, GONE_MS / 9),
    ]
    signal.addEventListener('abort', lanes.close)
    lanes.onClose(() => {
      timers.forEach(clearInterval)
      signal.removeEventListener('abort', lanes.close)
      resolve()
    })
    lanes.onMessage((message) => {
      heardAt = performance.now()
      if ('ping' in message) lanes.send({ pong: message.ping, time: Date.now() })
      else if ('addresses' in message) learn(message.addresses)
      else if ('leave' in message) refused = message.leave
      else if ('upgrade' in message) void change(message.upgrade)
    })
    backoff.reset()
    say(`linked to ${address} as node ${node}`)
    showLinked(dir, true)
    bridge.carry(lanes)
    await ended
    if (refused !== undefined) throw new LinkRefused(refused)

    async function tellFacts(): Promise<void> {
      lanes.send({ facts: await lookAtMachine(dir) })
    }

    async function change(wanted: Wanted): Promise<void> {
      try {
        await upgrade(address, wanted)
        say(`changed to version ${wanted.version}, starting anew`)
        isReplaced = true
        lanes.close()
      } catch (error) {
        say(`not changed to version ${wanted.version}: ${String(error)}`)
      }
    }
  }

  function learn(news: readonly string[]): void {
    const identity = readIdentity(dir)
    if (!identity) return
    const addresses = withAddresses(identity.addresses, news)
    if (addresses.join() !== identity.addresses.join())
      writeIdentity(dir, { ...identity, addresses })
  }
}
