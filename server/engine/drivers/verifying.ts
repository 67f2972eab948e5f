import type { Ledger } from './ledger.ts'
import { inParallel } from './parallel.ts'
import type { NodeProgram } from './program.ts'
import type { Desired } from './desiredPorts.ts'

type Deps = {
  program: Pick<NodeProgram, 'listens' | 'lateMs'>
  ledger: Pick<Ledger, 'at' | 'total'>
  now: () => number
}

/** How long a connection that was accepted proves a port; shorter than looks are apart, ms. */
const ACCEPTED_MS = 50_000
/** How long traffic does, on a node that hides its ports from the console, ms. */
const CARRIED_MS = 300_000
const MEND_EVERY_MS = 300_000
const WITHIN_MS = 3_000
const AT_ONCE = 32
/** How many ports are tried on a node that hides its ports from the console. */
const FIRST = 8

/** What is known of a port: when it was last proved, and its traffic when it was looked at last. */
type Known = {
  provedAt: number
  total: number
  /** Since when it accepts no connections. */
  doubtedAt?: number
  /** Whether it carried something before it was doubted, or since the last look. */
  isCarrying?: boolean
}

/**
 * Verifies that the ports a node lists accept connections: the program that carries them may have
 * died, while the one that answers lists them as ever.
 *
 * Traffic proves a port only where the node hides its ports from the console. Where they accepted
 * connections before, one that does not any more is not listening, whatever it has carried: programs
 * count late. It is opened again once it carries nothing; one that goes on carrying is in use by
 * customers, whom the console alone cannot follow.
 */
export function openVerifying({ program, ledger, now }: Deps) {
  const known = new Map<number, Known>()
  const mended = new Map<number, number>()
  let canConnect = false

  return { look, seen }

  /** Records that a port accepted a connection. */
  function seen(port: number): void {
    canConnect = true
    known.set(port, { provedAt: now(), total: totalOf(port) })
  }

  /** Sorts ports: those that listen, those to be opened again, and those whose state is unknown. */
  async function look(desired: readonly Desired[]) {
    const first = await inParallel(desired.slice(0, FIRST), AT_ONCE, (one) => isThere(one, true))
    const isTried = canConnect
    const rest = (one: Desired) => isThere(one, isTried)
    const found = [...first, ...(await inParallel(desired.slice(FIRST), AT_ONCE, rest))]
    const silent = desired.filter((_, at) => !found[at])
    const listening = desired.filter((_, at) => found[at])
    // A node none of whose ports was ever seen open may hide them from the console alone.
    const broken = canConnect ? silent.filter(({ port }) => isToMend(port)) : []
    for (const { port } of broken) mended.set(port, now())
    return { listening, broken, silent: silent.filter((desired) => !broken.includes(desired)) }
  }

  async function isThere(desired: Desired, isTried: boolean): Promise<boolean> {
    const { port } = desired
    const last = known.get(port)
    const believedMs = canConnect ? ACCEPTED_MS : CARRIED_MS
    if (last && now() - last.provedAt < believedMs) return true
    if (isTried && (await program.listens(port, WITHIN_MS))) {
      seen(port)
      return true
    }
    const isCarrying = hasCarried(desired)
    const total = totalOf(port)
    if (!canConnect || !isTried) {
      known.set(port, { provedAt: isCarrying ? now() : -Infinity, total })
      return isCarrying
    }
    const doubtedAt = last?.doubtedAt ?? now()
    known.set(port, { provedAt: -Infinity, total, doubtedAt, isCarrying })
    // What is counted only now may have passed before the port was doubted.
    return isCarrying && now() - doubtedAt > program.lateMs
  }

  /** Whether a port has carried something since the last look. */
  function hasCarried({ port }: Desired): boolean {
    return totalOf(port) > (known.get(port)?.total ?? 0)
  }

  function isToMend(port: number): boolean {
    if (known.get(port)?.isCarrying) return false
    return now() - (mended.get(port) ?? -Infinity) >= MEND_EVERY_MS
  }

  function totalOf(port: number): number {
    const entry = ledger.at(port)
    return entry ? ledger.total(entry.key) : 0
  }
}
