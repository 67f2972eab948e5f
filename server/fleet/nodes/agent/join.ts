import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { greetConsole } from '../channel/agentSide.ts'
import { AnotherConsole, LinkBroken, LinkRefused } from '../channel/greeting.ts'
import { newIdentity } from '../channel/keys.ts'
import { dial } from './dial.ts'
import { lookAtMachine } from './machine.ts'
import { type Identity, readIdentity, withAddresses, writeIdentity } from './state.ts'
import { AGENT_VERSION } from './version.ts'

const REFUSALS: Record<string, string> = {
  'unknown link': 'The console does not know this link. Make a new one there.',
  used: 'This link was used already. Make a new one in the console.',
  late: 'This link is too old. Make a new one in the console.',
}

/** How long a console is called that hangs up: it starts again, or strangers have all its time. */
const PATIENCE_MS = 120_000
/** Pause between two calls, ms: a console answers so many of a client's calls in a minute. */
const REST_MS = 3_000

type Invitation = { address: string; token: string; consoleKey: string }

/**
 * Makes this machine a node of a console; the state then says which one. Throws a sentence.
 *
 * A console that does not answer is called again, for two minutes; `say` gets a sentence about it.
 * The key is stored before it is sent: if the answer is lost, the same machine may ask again.
 */
export async function joinConsole(
  dir: string,
  invitation: Invitation,
  say: (text: string) => void,
): Promise<number> {
  const end = performance.now() + PATIENCE_MS
  for (let calls = 1; ; calls += 1) {
    try {
      return await joinOnce(dir, invitation)
    } catch (error) {
      const isBroken = error instanceof LinkBroken && !(error instanceof AnotherConsole)
      if (!isBroken || performance.now() + REST_MS > end) throw error
      if (calls === 1) say(`${error.message}; calling it again for two minutes.`)
      await pause(REST_MS)
    }
  }
}

async function joinOnce(dir: string, invitation: Invitation): Promise<number> {
  const known = readIdentity(dir)
  const isSame = known?.consoleKey === invitation.consoleKey
  try {
    return await tryJoin(dir, invitation, isSame ? known : undefined)
  } catch (error) {
    // A key that was revoked, or is another node's, may not be used again; a new one may.
    const needsNewKey = error instanceof LinkRefused && /^(revoked|other node)$/.test(error.reason)
    if (needsNewKey) return await tryJoin(dir, invitation, undefined).catch(saidPlainly)
    return saidPlainly(error)
  }
}

async function tryJoin(dir: string, { address, token, consoleKey }: Invitation, known?: Identity) {
  const identity: Identity = {
    key: known?.key ?? newIdentity(),
    consoleKey,
    addresses: withAddresses(known?.addresses ?? [], [address]),
    node: known?.node ?? null,
  }
  writeIdentity(dir, identity)
  const raw = await dial(address)
  const { wire, node } = await greetConsole(raw, {
    consoleKey,
    identity: identity.key,
    node: null,
    token,
    hello: { instance: randomUUID(), version: AGENT_VERSION, facts: await lookAtMachine(dir) },
  })
  writeIdentity(dir, { ...identity, node })
  wire.close()
  return node
}

function saidPlainly(error: unknown): never {
  if (!(error instanceof LinkRefused)) throw error
  const sentence = REFUSALS[error.reason] ?? `The console refused this machine: ${error.reason}.`
  throw new Error(sentence, { cause: error })
}
