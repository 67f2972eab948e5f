import type { FlowQueue } from '../metering/queue.ts'
import { slicesOf } from '../../database/slices.ts'
import type { World } from '../../http/world.ts'
import { startFollowed } from './followed.ts'
import { idsIn } from '../../base/portKey.ts'
import type { PortState } from '../../base/plane.ts'

/** Keeps the ports as they ought to be. */
type Reconciler = {
  /**
   * Looks soon at these accounts, or at every one where none are named; many calls at a time cost
   * one look.
   */
  wake: (accounts?: readonly number[]) => void
  /**
   * Looks soon at the accounts of ports that are open without having been asked for, as on a machine
   * that was away while they were closed; those that nobody wants are closed.
   */
  adopt: (keys: readonly string[]) => void
  /** Looks at every account now; resolves when the ports are as they ought to be, or failed to become so. */
  settle: () => Promise<void>
  /** Looks no more; resolves when a look under way has ended. */
  stop: () => Promise<void>
}

type Parts = Pick<World, 'db' | 'now' | 'log' | 'plane'> & {
  queue: Pick<FlowQueue, 'meanwhile' | 'pending'>
  /** How long until every account is looked at again although nobody asked, ms. */
  everyMs: number
}

const MIN_INTERVAL_MS = 50
const MAX_INTERVAL_MS = 30_000
const RETRY_MS = 2_000
/** How many accounts are looked at before others get their turn. */
const BATCH_SIZE = 250
/** Ports that are closed without doubt when nobody wants them. */
const MAX_STRAYS = 20
/** Why a port stays closed however often it is tried. */
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
  'range in use',
  'interface in use',
  'tunnel not valid',
  'key not valid',
  'address not valid',
  'node is full',
  'not listening',
  'opening',
]

/** Starts to make the open ports what the database wants, whenever it may have changed its mind. */
export function startReconciler({ db, now, log, plane, queue, everyMs }: Parts): Reconciler {
  const followed = startFollowed({ db, now, plane, queue })
  let timer: NodeJS.Timeout | undefined
  let due = Infinity
  let running: Promise<void> | undefined
  let named = new Set<number>()
  let wantsAll = false
  let allAt = -Infinity
  let retryAt = 0
  let stopped = false
  let hasBegun = false
  let hasAdopted = false
  const failing = new Set<string>()

  return { wake, adopt, settle, stop }

  function wake(accounts?: readonly number[]): void {
    if (accounts) for (const id of accounts) named.add(id)
    else wantsAll = true
    if (!running && isWanted()) plan(MIN_INTERVAL_MS)
  }

  function adopt(keys: readonly string[]): void {
    hasAdopted = true
    wake(keys.map((key) => idsIn(key).accountId))
  }

  async function settle(): Promise<void> {
    for (wantsAll = true; wantsAll && !stopped;) await run()
  }

  async function stop(): Promise<void> {
    stopped = true
    clearTimeout(timer)
    await running
  }

  function isWanted(): boolean {
    return wantsAll || named.size > 0
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
      plan(delay)
    })
    return running
  }

  /** Looks once; tells after how many ms to look again. */
  async function look(): Promise<number> {
    const isAll = wantsAll || performance.now() >= allAt
    const ids = new Set([...named, ...followed.due(now()), ...retried()])
    named = new Set()
    wantsAll = false
    try {
      const closesStrays = hasAdopted && hasBegun && !isAll
      hasAdopted = false
      logFailures(await (isAll ? lookAtAll() : lookAt([...ids])))
      if (closesStrays) await closeStrays()
      if (isAll) allAt = performance.now() + everyMs
    } catch (error) {
      if (isAll) allAt = -Infinity
      else named = named.union(ids)
      hasAdopted = true
      if (!stopped) log.error({ err: error }, 'the ports could not be brought up to date')
      return RETRY_MS
    }
    if (isWanted()) return MIN_INTERVAL_MS
    return Math.min(Math.max(followed.next() - now(), MIN_INTERVAL_MS), MAX_INTERVAL_MS)
  }

  async function lookAt(ids: readonly number[]): Promise<PortState[]> {
    const answers: Promise<PortState[]>[] = []
    for (let at = 0; at < ids.length; at += BATCH_SIZE)
      answers.push((await followed.look(ids.slice(at, at + BATCH_SIZE))).answer)
    return (await Promise.all(answers)).flat()
  }

  /** In slices, so that neither calls nor traffic wait for thousands of accounts. */
  async function lookAtAll(): Promise<PortState[]> {
    // After a start there is nothing to leave as it is: what ought to be open opens once.
    const heedsPause = hasBegun
    const rest = new Set(followed.ids())
    const answers: Promise<PortState[]>[] = []
    for await (const slice of slicesOf(db, 'account', BATCH_SIZE)) {
      const { ids, answer } = await followed.look(slice, { heedsPause })
      for (const id of ids) rest.delete(id)
      answers.push(answer)
    }
    const states = (await Promise.all(answers)).flat()
    const closed = await lookAt([...rest])
    hasBegun = true
    await closeStrays()
    plane.settled?.()
    return [...states, ...closed, ...(await lookAt(inEachOthersWay(states)))]
  }

  /**
   * Closes what was open before this process came and nobody wants. A list of accounts that lacks
   * most of them is not believed: ports end by themselves with their time and their budget.
   */
  async function closeStrays(): Promise<void> {
    const open = plane.states().filter((state) => state.open)
    const strays = open.filter(({ key }) => !followed.has(key)).map(({ key }) => key)
    const isLikely = strays.length <= MAX_STRAYS || strays.length * 2 <= open.length
    if (strays.length === 0) return
    if (isLikely) await plane.change([], strays)
    else log.error({ count: strays.length }, 'most open ports belong to no account: left open')
  }

  /** The accounts whose ports are tried again, twice a minute: whoever is in the way may have gone. */
  function retried(): number[] {
    if (performance.now() < retryAt) return []
    retryAt = performance.now() + MAX_INTERVAL_MS
    const failed = plane.states().filter(isFailing)
    return failed.map(({ key }) => idsIn(key).accountId)
  }

  /** Logs ports that begin to fail, together: a whole server's may at once. */
  function logFailures(states: readonly PortState[]): void {
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

function isFailing({ open, reason = '' }: PortState): boolean {
  return !open && !FINAL.includes(reason)
}

/** Accounts that were to have a port another one had until a later slice. */
function inEachOthersWay(states: readonly PortState[]): number[] {
  const failed = states.filter(({ open, reason }) => !open && reason === 'port in use')
  return [...new Set(failed.map(({ key }) => idsIn(key).accountId))]
}
