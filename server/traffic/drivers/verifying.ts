import type { Ledger } from './ledger.ts'
import { inParallel } from './parallel.ts'
import type { NodeProgram } from './program.ts'
import type { Desired } from './desiredPorts.ts'

type Parts = { program: NodeProgram; ledger: Ledger; now: () => number }

const EVERY_MS = 300_000
const WITHIN_MS = 3_000
const AT_ONCE = 32
/** How many ports are tried on a node that hides its ports from the console. */
const FIRST = 8

/**
 * Verifies that the ports a node lists accept connections: a program that carries one may have died
 * unnoticed. A port that carries traffic needs no other proof.
 */
export function openVerifying({ program, ledger, now }: Parts) {
  const verified = new Map<number, { at: number; total: number }>()
  const mended = new Map<number, number>()
  let canConnect = false

  return { look, seen }

  /** Records that a port accepted a connection. */
  function seen(port: number): void {
    canConnect = true
    verified.set(port, { at: now(), total: totalOf(port) })
  }

  /** Sorts ports: those that listen, those to be opened again, and those whose state is unknown. */
  async function look(desired: readonly Desired[]) {
    const found = await inParallel(desired.slice(0, FIRST), AT_ONCE, isThere)
    const rest = canConnect ? isThere : async (desired: Desired) => hasCarried(desired)
    found.push(...(await inParallel(desired.slice(FIRST), AT_ONCE, rest)))
    const silent = desired.filter((_, at) => !found[at])
    const listening = desired.filter((_, at) => found[at])
    // A node none of whose ports was ever seen open may hide them from the console alone.
    const broken = canConnect ? silent.filter(({ port }) => isToMend(port)) : []
    for (const { port } of broken) mended.set(port, now())
    return { listening, broken, silent: silent.filter((desired) => !broken.includes(desired)) }
  }

  async function isThere(desired: Desired): Promise<boolean> {
    const { port } = desired
    const last = verified.get(port)
    if (last && now() - last.at < EVERY_MS) return true
    if (hasCarried(desired)) {
      verified.set(port, { at: now(), total: totalOf(port) })
      return true
    }
    const isOpen = await program.listens(port, WITHIN_MS)
    if (isOpen) seen(port)
    else verified.delete(port)
    return isOpen
  }

  /** Whether a port has carried something since the last check. */
  function hasCarried({ port }: Desired): boolean {
    return totalOf(port) > (verified.get(port)?.total ?? 0)
  }

  function isToMend(port: number): boolean {
    return now() - (mended.get(port) ?? -Infinity) >= EVERY_MS
  }

  function totalOf(port: number): number {
    const entry = ledger.at(port)
    return entry ? ledger.total(entry.key) : 0
  }
}
