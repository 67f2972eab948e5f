import type { Bus } from '../../base/bus.ts'
import type { Log } from '../../base/log.ts'
import type { Plane, PortState } from '../../engine/plane.ts'
import { every } from '../../base/timers.ts'

/** What this process knows of the carriers others command, and publishes of its own. */
export type Sharing = {
  isAlone: boolean
  /** Registers a carrier this process may have, to be queried by others while `isOurs` says so. */
  offer: (carrier: string, plane: Plane, isOurs: () => boolean) => void
  /** Sends a request to the process that commands a carrier; rejects with `engine away` if none. */
  request: (carrier: string, method: keyof Plane, words: unknown[]) => Promise<unknown>
  /** Whether another process reports that it commands a carrier. */
  isThere: (carrier: string) => boolean
  statesOf: (carrier: string) => PortState[]
  stateOf: (carrier: string, key: string) => PortState | undefined
  stop: () => Promise<void>
}

type Offer = { plane: Plane; isOurs: () => boolean; published: Map<string, string> }
type Remote = { process: string; at: number; states: Map<string, PortState> }
type Here = { carriers: string[] }
type News = { carrier: string; isAll: boolean; states: PortState[]; gone: string[] }

/** How often changes here are published to others, ms. */
const PUBLISH_MS = 500
/** How often it is published who commands what, ms; a process silent for longer counts as gone. */
const HERE_MS = 3_000
const GONE_MS = 12_000
/** What others may request of a carrier; none of it changes the desired ports. */
const ALLOWED: readonly (keyof Plane)[] = [
  'clients',
  'attempts',
  'outcomes',
  'peers',
  'checkTunnel',
  'probe',
  'kill',
  'alive',
]

/** Starts to publish to the other processes, and to receive from them, until `stop`. */
export function startSharing(bus: Bus, log: Log): Sharing {
  const offers = new Map<string, Offer>()
  const remotes = new Map<string, Remote>()
  /** Other processes, with when they last sent something. */
  const others = new Map<string, number>()
  let lastCarriers = ''
  let lastSentAt = -Infinity
  const job = bus.isAlone ? undefined : every(PUBLISH_MS, publish, log)

  bus.on<Here>('here', ({ carriers }, process) => {
    if (!others.has(process)) for (const offer of offers.values()) offer.published.clear()
    if (!others.has(process)) lastSentAt = -Infinity
    others.set(process, performance.now())
    for (const name of carriers) {
      const remote = remotes.get(name)
      const states = remote?.process === process ? remote.states : new Map<string, PortState>()
      remotes.set(name, { process, at: performance.now(), states })
    }
    for (const [name, { process: holder }] of remotes)
      if (holder === process && !carriers.includes(name)) remotes.delete(name)
  })
  bus.on<News>('states', ({ carrier, isAll, states, gone }, process) => {
    const remote = remotes.get(carrier)
    const own = remote?.process === process && !isAll ? remote.states : new Map<string, PortState>()
    for (const state of states) own.set(state.key, state)
    for (const key of gone) own.delete(key)
    remotes.set(carrier, { process, at: performance.now(), states: own })
  })
  bus.onGap(() => others.clear())
  bus.answer('carrier', async ([carrier, method, words]) => {
    const offer = offers.get(carrier as string)
    if (!offer?.isOurs()) throw new Error('engine away')
    if (!ALLOWED.includes(method as keyof Plane)) throw new Error('not to be asked')
    const answer = offer.plane[method as 'clients'] as unknown as AnyCall
    return answer(...(words as unknown[]))
  })

  return {
    isAlone: bus.isAlone,
    offer: (carrier, plane, isOurs) =>
      void offers.set(carrier, { plane, isOurs, published: new Map() }),
    async request(carrier, method, words) {
      const holder = find(carrier)
      if (!holder) throw new Error('engine away')
      return bus.request(holder.process, 'carrier', [carrier, method, words])
    },
    isThere: (carrier) => find(carrier) !== undefined,
    statesOf: (carrier) => [...(find(carrier)?.states.values() ?? [])],
    stateOf: (carrier, key) => find(carrier)?.states.get(key),
    async stop() {
      await job?.stop()
      if (!bus.isAlone) bus.publish('here', { carriers: [] } satisfies Here)
    },
  }

  function find(carrier: string): Remote | undefined {
    const remote = remotes.get(carrier)
    return remote && performance.now() - remote.at < GONE_MS ? remote : undefined
  }

  async function publish(): Promise<void> {
    const ours = [...offers].filter(([, { isOurs }]) => isOurs())
    const carriers = ours.map(([name]) => name)
    const isChanged = carriers.join() !== lastCarriers
    if (isChanged || performance.now() - lastSentAt >= HERE_MS) {
      lastCarriers = carriers.join()
      lastSentAt = performance.now()
      bus.publish('here', { carriers } satisfies Here)
    }
    for (const [process, at] of others) if (performance.now() - at > GONE_MS) others.delete(process)
    for (const { isOurs, published } of offers.values()) if (!isOurs()) published.clear()
    // There is no other process to publish to.
    if (others.size > 0) for (const [name, offer] of ours) publishOf(name, offer)
  }

  /** Publishes what has changed since; everything where nothing was published yet. */
  function publishOf(carrier: string, { plane, published }: Offer): void {
    const isAll = published.size === 0
    const states = plane.states()
    const news = states.filter((state) => published.get(state.key) !== textOf(state))
    const now = new Set(states.map(({ key }) => key))
    const gone = [...published.keys()].filter((key) => !now.has(key))
    if (news.length + gone.length === 0) return
    for (const state of news) published.set(state.key, textOf(state))
    for (const key of gone) published.delete(key)
    bus.publish('states', { carrier, isAll, states: news, gone } satisfies News)
  }
}

type AnyCall = (...words: unknown[]) => Promise<unknown>

const textOf = ({ port, open, reason = '', ownKeyOnly }: PortState) =>
  `${port} ${open} ${ownKeyOnly === true} ${reason}`
