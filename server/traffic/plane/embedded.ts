import { setTimeout as pause } from 'node:timers/promises'
import { startEngine } from '../engine/engine.ts'
import type { DesiredPort, FlowDelta, Plane, PortState } from '../../base/plane.ts'

type Listener = (deltas: FlowDelta[]) => Promise<void>

const TIMEOUT_MS = 2_000

type Options = {
  host: string
  allowTargets: string[]
  /** The port customers open the console at. */
  sitePort: number
  /** Where the console listens: never opened, or it could not start again. */
  consolePort: number
}

/** The Shadowsocks engine of this machine as a plane. */
export function embeddedPlane({ consolePort, ...options }: Options): Plane {
  const engine = startEngine(options)
  const unfinished = new Set<Promise<void>>()
  const states = new Map<string, PortState>()
  const ports = new Map<string, number>()

  return {
    change,
    counters,
    clients,
    kill,
    alive,
    states: () => [...states.values()],
    stateOf: (key) => states.get(key),
    onFlow,
    close,
  }

  async function change(desired: DesiredPort[], closed: readonly string[]): Promise<PortState[]> {
    for (const key of closed) {
      ports.delete(key)
      states.delete(key)
    }
    for (const { key, port } of desired) ports.set(key, port)
    const [own, others] = [desired.filter(isConsoles), desired.filter((one) => !isConsoles(one))]
    // What is to stand where the console listens closes where it was.
    const gone = [...closed, ...own.map(({ key }) => key)]
    const answered = (await engine.change(others, gone)).map(seen)
    const refused = own.map(({ key, port }) => ({ key, port, open: false, reason: 'port in use' }))
    const answers = [...answered, ...refused]
    for (const state of answers) if (ports.has(state.key)) states.set(state.key, state)
    return answers
  }

  function isConsoles({ port }: DesiredPort): boolean {
    return port === consolePort
  }

  async function counters() {
    const all = await engine.counters()
    return new Map([...all].map(([key, { up, down }]) => [key, { up, down }]))
  }

  function clients(key: string): Promise<string[]> {
    return engine.clients(key)
  }

  async function kill(key: string): Promise<void> {
    states.delete(key)
    await engine.kill(key)
  }

  /** Asks after nobody's clients: the cheapest question there is. */
  async function alive(): Promise<boolean> {
    const answer = engine.clients('').then(
      () => true,
      () => false,
    )
    return Promise.race([answer, pause(TIMEOUT_MS, false, { ref: false })])
  }

  function onFlow(listener: Listener): void {
    engine.onReport(({ deltas, states: news }) => {
      for (const state of news) if (ports.has(state.key)) states.set(state.key, seen(state))
      if (deltas.length === 0) return
      const handled = listener(deltas).finally(() => unfinished.delete(handled))
      unfinished.add(handled)
    })
  }

  async function close(): Promise<void> {
    await engine.close()
    await Promise.allSettled(unfinished)
    states.clear()
  }

  function seen(state: { key: string; state: 'open' | 'error'; reason?: string }): PortState {
    const { key, reason } = state
    const port = ports.get(key) ?? 0
    return state.state === 'open' ? { key, port, open: true } : { key, port, open: false, reason }
  }
}
