import type { FlowQueue } from '../flow/queue.ts'
import type { World } from '../world.ts'
import { grant, selectDesired } from './desired.ts'
import { selectPausedPorts } from './paused.ts'
import type { DesiredPort, PortState } from './plane.ts'

/** Keeps the ports as they ought to be. */
type Reconciler = {
  /** Looks again soon; many calls at a time cost one look. */
  wake: () => void
  /** Looks again now; resolves when the ports are as they ought to be, or failed to become so. */
  settle: () => Promise<void>
  /** Looks no more; resolves when a look under way has ended. */
  stop: () => Promise<void>
}

type Parts = Pick<World, 'db' | 'now' | 'log' | 'plane'> & {
  queue: Pick<FlowQueue, 'meanwhile' | 'pending'>
}

const SOON = 50
const AT_LATEST = 30_000
const RETRY = 2_000

/** Starts to make the open ports what the database wants, whenever it may have changed its mind. */
export function startReconciler({ db, now, log, plane, queue }: Parts): Reconciler {
  let timer: NodeJS.Timeout | undefined
  let due = Infinity
  let running: Promise<void> | undefined
  let wanted = false
  let stopped = false
  let last: DesiredPort[] = []
  let failing = new Set<string>()
  let isFirst = true

  return { wake, settle, stop }

  function wake(): void {
    wanted = true
    if (!running) plan(SOON)
  }

  async function settle(): Promise<void> {
    for (wanted = true; wanted && !stopped;) await run()
  }

  async function stop(): Promise<void> {
    stopped = true
    clearTimeout(timer)
    await running
  }

  /** Looks again after so many ms, unless it is to look sooner. */
  function plan(delay: number): void {
    const at = performance.now() + delay
    if (stopped || at >= due) return
    clearTimeout(timer)
    due = at
    timer = setTimeout(run, delay)
  }

  function run(): Promise<void> {
    clearTimeout(timer)
    due = Infinity
    running ??= look().then((delay) => {
      running = undefined
      plan(wanted ? SOON : delay)
    })
    return running
  }

  /** Looks once; tells after how many ms to look again. */
  async function look(): Promise<number> {
    wanted = false
    try {
      const { applied, next } = await queue.meanwhile(begin)
      tell(await applied())
      return Math.min(Math.max(next - now(), SOON), AT_LATEST)
    } catch (error) {
      if (!stopped) log.error({ err: error }, 'the ports could not be brought up to date')
      return RETRY
    }
  }

  /**
   * Asks the plane for what ought to be open. Nothing may come between reading what is on its way
   * to the database and asking: the plane counts budgets from what it has told so far.
   */
  async function begin() {
    const { ports, paused, next } = await selectDesired(db, now())
    // After a start there is nothing to leave as it is: what ought to be open opens once.
    const held = isFirst ? new Set<number>() : paused
    const frozen = await selectPausedPorts(db, last, held)
    const open = ports.filter(({ serverId }) => !held.has(serverId))
    isFirst = false
    last = [...grant(open, queue.pending()), ...frozen]
    const applied = plane.apply(last)
    // Waited for outside, so that traffic is kept meanwhile.
    return { next, applied: () => applied }
  }

  /** Logs ports that begin to fail, together: a whole server's may at once. */
  function tell(states: PortState[]): void {
    const failed = states.filter(({ open, reason }) => !open && reason !== 'over')
    const fresh = failed.filter(({ key }) => !failing.has(key))
    const first = fresh.slice(0, 3)
    if (fresh.length > 0) log.warn({ count: fresh.length, first }, 'ports could not be opened')
    failing = new Set(failed.map(({ key }) => key))
  }
}
