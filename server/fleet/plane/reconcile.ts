import type { FlowQueue } from '../../accounts/metering/queue.ts'
import { slicesOf } from '../../database/slices.ts'
import type { World } from '../../http/world.ts'
import { startFollowed } from './followed.ts'
import type { Door } from '../../accounts/servers/trojan.ts'
import { startSites } from './sites.ts'
import { closeStrays } from './strays.ts'
import { idsIn } from '../../engine/portKey.ts'
import type { PortState, WayBack } from '../../engine/plane.ts'

/** Why a port stays closed however often it is retried. */
const FINAL = [
  'over',
  'engine away',
  'engine is off',
  'method not supported',
  'password not supported',
  'port not supported',
  'key in use',
  'no rights',
  'no tun',
  'wireguard missing',
  'nftables missing',
  'amneziawg missing',
  'range in use',
  'interface in use',
  'tunnel not valid',
  'key not valid',
  'address not valid',
  'node is full',
  'not listening',
  'opening',
]

/** Keeps the open ports as desired. */
type Reconciler = {
  /**
   * Schedules a round for these accounts, or for every one where none are named; many calls at a
   * time cost one round.
   */
  wake: (accounts?: readonly number[]) => void
  /**
   * Schedules a round for the accounts of ports that are open without an order, as on a machine
   * that was away while they were closed; those not desired are closed.
   */
  adopt: (keys: readonly string[]) => void
  /** Reconciles every account now; resolves when the ports are as desired, or failed to. */
  settle: () => Promise<void>
  /** Stops; resolves when a round under way has ended. */
  stop: () => Promise<void>
}

type Deps = Pick<World, 'db' | 'now' | 'log' | 'plane'> & {
  queue: Pick<FlowQueue, 'meanwhile' | 'pending'>
  wayBack?: () => Promise<WayBack | undefined>
  /** Interval of the unconditional round over every account, ms. */
  everyMs: number
  /** Where the console takes visitors of a site that it is itself. */
  door?: Door | undefined
}

type Answers = readonly Promise<PortState[]>[]
/** Which accounts to examine again: all, or some. */
type Missed = 'all' | ReadonlySet<number>

const MIN_INTERVAL_MS = 50
const MAX_INTERVAL_MS = 30_000
const RETRY_MS = 2_000
/** How many accounts are examined before yielding to other work. */
const BATCH_SIZE = 250

/** Starts to make the open ports what the database says, whenever it may have changed. */
export function startReconciler({ everyMs, ...deps }: Deps): Reconciler {
  const { db, now, log, plane } = deps
  const followed = startFollowed(deps)
  const sites = startSites({ db, plane, log, door: deps.door })
  let timer: NodeJS.Timeout | undefined
  let due = Infinity
  let running: Promise<void> | undefined
  let named = new Set<number>()
  let wantsAll = false
  let allAt = -Infinity
  let retryAt = 0
  /** Accounts that could not be ordered, and when they are retried. */
  let missing = new Set<number>()
  let missedAt = Infinity
  /** Orders without an answer yet. */
  const unanswered = new Set<Promise<void>>()
  let stopped = false
  let hasBegun = false
  const failing = new Set<string>()

  return { wake, adopt, settle, stop }

  function wake(accounts?: readonly number[]): void {
    if (accounts) for (const id of accounts) named.add(id)
    else wantsAll = true
    if (!running && isWanted()) plan(MIN_INTERVAL_MS)
  }

  function adopt(keys: readonly string[]): void {
    // A round over everything, which comes first, closes undesired ports by itself.
    if (hasBegun) note(lookAtAdopted(keys), new Set(keys.map((key) => idsIn(key).accountId)))
  }

  async function lookAtAdopted(keys: readonly string[]): Promise<void> {
    await logged(await order([...new Set(keys.map((key) => idsIn(key).accountId))]))
    await closeStrays({ plane, followed, log }, new Set(keys))
  }

  async function settle(): Promise<void> {
    for (wantsAll = true; wantsAll && !stopped;) await run()
    await Promise.all(unanswered)
  }

  async function stop(): Promise<void> {
    stopped = true
    clearTimeout(timer)
    await running
    await Promise.all(unanswered)
  }

  function isWanted(): boolean {
    return wantsAll || named.size > 0
  }

  /** Schedules the next round after so many ms, unless one is due sooner. */
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
      plan(delay)
    })
    return running
  }

  /**
   * Orders the desired ports once; returns after how many ms to run again. The answers come later:
   * a slow carrier does not delay the others.
   */
  async function look(): Promise<number> {
    const isAll = wantsAll || performance.now() >= allAt
    const ids = new Set([...named, ...followed.due(now()), ...retried(), ...missed()])
    named = new Set()
    wantsAll = false
    if (isAll) allAt = performance.now() + everyMs
    try {
      await sites.look({ isAll })
      if (isAll) await lookAtAll()
      else note(logged(await order([...ids])), ids)
    } catch (error) {
      failed(error, isAll ? 'all' : ids)
    }
    if (isWanted()) return MIN_INTERVAL_MS
    const next = Math.min(followed.next() - now(), Math.min(allAt, missedAt) - performance.now())
    return Math.min(Math.max(next, MIN_INTERVAL_MS), MAX_INTERVAL_MS)
  }

  /** Orders the desired ports of these accounts. */
  async function order(ids: readonly number[]): Promise<Answers> {
    const answers: Promise<PortState[]>[] = []
    for (let at = 0; at < ids.length; at += BATCH_SIZE)
      answers.push((await followed.look(ids.slice(at, at + BATCH_SIZE))).answer)
    return answers
  }

  /** In slices, so that neither calls nor traffic wait for thousands of accounts. */
  async function lookAtAll(): Promise<void> {
    // After a start there is nothing to leave as it is: desired ports open in one round.
    const heedsPause = hasBegun
    const rest = new Set(followed.ids())
    const answers: Promise<PortState[]>[] = []
    for await (const slice of slicesOf(db, 'account', BATCH_SIZE)) {
      const { ids, answer } = await followed.look(slice, { heedsPause })
      for (const id of ids) rest.delete(id)
      answers.push(answer)
    }
    hasBegun = true
    note(finish(answers, await order([...rest])), 'all')
  }

  /** Steps that need the states of the ports. */
  async function finish(opened: Answers, closed: Answers): Promise<void> {
    const states = await all(opened)
    await all(closed)
    await closeStrays({ plane, followed, log })
    plane.settled()
    const once = await all(await order(inEachOthersWay(states)))
    logFailures([...states, ...once])
  }

  async function logged(answers: Answers): Promise<void> {
    logFailures(await all(answers))
  }

  /** Watches pending orders, and retries what fails. */
  function note(answer: Promise<void>, whom: Missed): void {
    const over = answer
      .catch((error: unknown) => failed(error, whom))
      .finally(() => unanswered.delete(over))
    unanswered.add(over)
  }

  function failed(error: unknown, whom: Missed): void {
    const at = performance.now() + RETRY_MS
    if (whom === 'all') allAt = Math.min(allAt, at)
    else {
      missing = missing.union(whom)
      missedAt = Math.min(missedAt, at)
    }
    if (!stopped) log.error({ err: error }, 'the ports could not be brought up to date')
    plan(RETRY_MS)
  }

  /** The accounts that could not be ordered the last time. */
  function missed(): Iterable<number> {
    if (performance.now() < missedAt) return []
    const ids = missing
    missing = new Set()
    missedAt = Infinity
    return ids
  }

  /** The accounts whose ports are retried, twice a minute: the obstacle may be gone. */
  function retried(): number[] {
    if (performance.now() < retryAt) return []
    retryAt = performance.now() + MAX_INTERVAL_MS
    const failed = plane.states().filter(isFailing)
    return failed.map(({ key }) => idsIn(key).accountId)
  }

  /** Logs ports that begin to fail, together: a whole server's may at once. */
  function logFailures(states: readonly PortState[]): void {
    // Usually all of many thousands are well, and calls need not wait for a list of them.
    if (failing.size === 0 && !states.some(isFailing)) return
    const last = new Map(states.map((state) => [state.key, state]))
    const fresh = [...last.values()].filter((state) => {
      if (!isFailing(state)) failing.delete(state.key)
      else if (!failing.has(state.key)) return failing.add(state.key)
      return false
    })
    const first = fresh.slice(0, 3)
    if (fresh.length > 0) log.warn({ count: fresh.length, first }, 'ports could not be opened')
  }
}

/** Accounts whose port another one had until a later slice. */
function inEachOthersWay(states: readonly PortState[]): number[] {
  const failed = states.filter(({ open, reason }) => !open && reason === 'port in use')
  return [...new Set(failed.map(({ key }) => idsIn(key).accountId))]
}

/** Waits for each of them, whether or not others reject. */
async function all(answers: Answers): Promise<PortState[]> {
  const settled = await Promise.allSettled(answers)
  const failure = settled.find((one) => one.status === 'rejected')
  if (failure) throw failure.reason
  return settled.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
}

/** Whether a port is closed for a reason that may pass without a change. */
function isFailing({ open, reason = '' }: PortState): boolean {
  return !open && !FINAL.includes(reason)
}
