import type { DesiredPort, Plane, PortState } from '../../engine/plane.ts'
import { ENGINE, nodeIn } from '../../accounts/servers/carrier.ts'
import { FIRST_SHARE_BYTES } from './desired.ts'

type Deps = {
  memberOf: (name: string) => Plane | undefined
  /** Is called with ports that are on another carrier from now on. */
  arrived: (key: string, carrier: string) => void
  /** Is called with ports to be asked for once more, with all that is left of their budgets. */
  freed: (keys: readonly string[]) => void
  /** How long a carrier that is away is left alone, ms. */
  awayMs?: number
}

const AWAY_MS = 30_000
/** How long until a carrier of another process is looked at again, ms. */
const LOOK_MS = 1_000

/**
 * Ports on their way from one carrier to another.
 *
 * Between machines of ours a port opens where it goes before it closes where it was, with a small
 * share of its budget until then. What does not open there stays open where it was, and is shown as
 * it is where it ought to be. Others close first: two ways to a node program may lead to one port.
 */
export function openMoves({ memberOf, arrived, freed, awayMs = AWAY_MS }: Deps) {
  const moving = new Map<string, string>()
  const failed = new Map<string, PortState>()

  return {
    has: (key: string) => moving.has(key),
    /** Where a port was about to open; it is wanted no longer, or somewhere else. */
    forget(key: string): string | undefined {
      const to = moving.get(key)
      moving.delete(key)
      failed.delete(key)
      return to
    },
    /** How a port is where it ought to be, if it could not open there. */
    failure: (key: string) => failed.get(key),
    start,
  }

  /** Moves ports that go the same way. */
  async function start(from: string, to: string, ports: readonly DesiredPort[]): Promise<void> {
    for (const { key } of ports) moving.set(key, to)
    const wanted = ({ key }: { key: string }) => moving.get(key) === to
    const opened = isMachine(from) && isMachine(to) ? await openAt(to, ports) : ports
    const keys = opened.filter(wanted).map(({ key }) => key)
    if (keys.length > 0)
      await memberOf(from)
        ?.change([], keys)
        .catch(() => {})
    // Unless it was closed for good meanwhile.
    for (const key of keys) {
      if (moving.get(key) !== to) continue
      moving.delete(key)
      failed.delete(key)
      arrived(key, to)
    }
    if (keys.length > 0) freed(keys)
  }

  /** Opens them where they go; tells which of them are open there. */
  async function openAt(to: string, ports: readonly DesiredPort[]): Promise<DesiredPort[]> {
    const member = memberOf(to)
    const answers = (await member?.change(ports.map(withFirstShare), []).catch(() => [])) ?? []
    const states = new Map(answers.map((state) => [state.key, state]))
    const rest = ports.filter(({ key }) => !states.get(key)?.open)
    if (rest.length > 0) await giveUp(to, rest, states)
    return ports.filter(({ key }) => states.get(key)?.open)
  }

  async function giveUp(
    to: string,
    ports: readonly DesiredPort[],
    states: ReadonlyMap<string, PortState>,
  ): Promise<void> {
    const keys = ports.map(({ key }) => key)
    // It must not open there by itself while it is open elsewhere.
    await memberOf(to)
      ?.change([], keys)
      .catch(() => {})
    const left = ports.filter(({ key }) => moving.get(key) === to)
    for (const { key, port } of left) {
      const { reason = 'engine away' } = states.get(key) ?? {}
      moving.delete(key)
      failed.set(key, { key, port, open: false, reason })
    }
    // For other reasons the reconciler tries again.
    again(left, 'opening', LOOK_MS)
    again(left, 'engine away', awayMs)
  }

  function again(ports: readonly DesiredPort[], reason: string, ms: number): void {
    const keys = ports.filter(({ key }) => failed.get(key)?.reason === reason).map(({ key }) => key)
    if (keys.length > 0) setTimeout(() => freed(keys), ms).unref()
  }
}

/** Whether a carrier is a machine of ours, whose ports are its own. */
const isMachine = (name: string) => name === ENGINE || nodeIn(name) !== undefined

function withFirstShare({ lowAt: _, ...port }: DesiredPort): DesiredPort {
  const { budget } = port
  return { ...port, budget: budget === null ? null : Math.min(budget, FIRST_SHARE_BYTES) }
}
