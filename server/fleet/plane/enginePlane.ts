import { setTimeout as pause } from 'node:timers/promises'
import { inTime } from '../../base/inTime.ts'
import type { EngineLink } from '../../engine/console/engineLink.ts'
import type { DesiredPort, FlowDelta, Plane, PortState } from '../../engine/plane.ts'

type Listener = (deltas: FlowDelta[]) => Promise<void>
type Answer = Parameters<Parameters<EngineLink['onReport']>[0]>[0]['states'][number]
type Engine = Pick<
  EngineLink,
  | 'change'
  | 'counters'
  | 'clients'
  | 'attempts'
  | 'outcomes'
  | 'peers'
  | 'checkTunnel'
  | 'sites'
  | 'probe'
  | 'kill'
  | 'onReport'
  | 'settled'
  | 'isLinked'
  | 'knowsDevices'
>

const TIMEOUT_MS = 2_000
/** How long a read-only request waits for an engine, ms. */
const CALL_MS = 5_000

type Options = {
  /** Is called with ports that were open before they were ordered here. */
  adopted?: ((keys: readonly string[]) => void) | undefined
  /** A port that is never opened for an account: the console could not start again. */
  consolePort?: number
  /** Detaches from the engines, which go on. */
  leave: () => Promise<void>
  /** Ends them. */
  close: () => Promise<void>
}

/** The engines of one machine, this one or a node, as a plane. */
export function enginePlane(
  engine: Engine,
  { consolePort, adopted: adoptedThere, ...ending }: Options,
): Plane {
  const unfinished = new Set<Promise<void>>()
  const states = new Map<string, PortState>()
  const ports = new Map<string, number>()

  return {
    change,
    counters,
    clients: (key) => soon(engine.clients(key)),
    attempts: (key, since) => soon(engine.attempts(key, since)),
    outcomes: () => soon(engine.outcomes()).catch(() => undefined),
    peers: (key) => soon(engine.peers(key)),
    checkTunnel: (_carrier, wanted) => engine.checkTunnel(wanted),
    sites: (_carrier, sites) => engine.sites(sites),
    probe: (_carrier, trial) => engine.probe(trial).catch(() => undefined),
    kill,
    alive,
    states: () => [...states.values()],
    stateOf: (key) => states.get(key),
    onFlow,
    isAway: () => !engine.isLinked(),
    placeOf: () => undefined,
    foreign: () => undefined,
    settled: engine.settled,
    leave: () => letGo(ending.leave),
    close: () => letGo(ending.close),
  }

  async function change(desired: DesiredPort[], closed: readonly string[]): Promise<PortState[]> {
    for (const key of closed) {
      ports.delete(key)
      states.delete(key)
    }
    for (const { key, port } of desired) ports.set(key, port)
    const [own, others] = [desired.filter(isConsoles), desired.filter((one) => !isConsoles(one))]
    // A port that moves to where the console listens closes at its old place.
    const gone = [...closed, ...own.map(({ key }) => key)]
    const answered = await engine.change(others, gone).then(
      (answers) => answers.map(seen),
      (error: unknown) => away(others, error),
    )
    const refused = own.map(({ key, port }) => ({ key, port, open: false, reason: 'port in use' }))
    const answers = [...answered, ...refused]
    for (const state of answers) if (ports.has(state.key)) states.set(state.key, state)
    return answers
  }

  /** A machine that is away is sent all orders when it is back. */
  function away(desired: readonly DesiredPort[], error: unknown): PortState[] {
    if (!(error instanceof Error) || error.message !== 'engine away') throw error
    return desired.map(({ key, port }) => ({ key, port, open: false, reason: 'engine away' }))
  }

  /** An account of a WireGuard server has no listening port: its port stands for its address. */
  function isConsoles({ port, tunnel }: DesiredPort): boolean {
    return port === consolePort && !tunnel
  }

  async function counters() {
    const all = await engine.counters()
    return new Map([...all].map(([key, { up, down }]) => [key, { up, down }]))
  }

  async function kill(key: string): Promise<void> {
    states.delete(key)
    await soon(engine.kill(key))
  }

  /** Requests the clients of a key that does not exist: the cheapest request there is. */
  async function alive(): Promise<boolean> {
    const answer = engine.clients('').then(
      () => true,
      () => false,
    )
    return Promise.race([answer, pause(TIMEOUT_MS, false, { ref: false })])
  }

  function onFlow(listener: Listener): void {
    engine.onReport(({ deltas, states: news, adopted = [] }) => {
      for (const { key, port } of adopted) {
        ports.set(key, port)
        states.set(key, opened(key, port))
      }
      for (const state of news) if (ports.has(state.key)) states.set(state.key, seen(state))
      if (adopted.length > 0) adoptedThere?.(adopted.map(({ key }) => key))
      if (deltas.length === 0) return
      const handled = listener(deltas).finally(() => unfinished.delete(handled))
      unfinished.add(handled)
    })
  }

  async function letGo(end: () => Promise<void>): Promise<void> {
    await end()
    await Promise.allSettled(unfinished)
    states.clear()
  }

  function seen(answer: Answer): PortState {
    const { key } = answer
    const port = ports.get(key) ?? 0
    return answer.state === 'open'
      ? opened(key, port)
      : { key, port, open: false, reason: answer.reason }
  }

  function opened(key: string, port: number): PortState {
    return { key, port, open: true, ...(!engine.knowsDevices() && { ownKeyOnly: true }) }
  }
}

function soon<Answer>(answer: Promise<Answer>): Promise<Answer> {
  return inTime(answer, CALL_MS, 'engine away')
}
