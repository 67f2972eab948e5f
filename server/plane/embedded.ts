import { setTimeout as pause } from 'node:timers/promises'
import { startEngine } from '../engine/engine.ts'
import type { DesiredPort, FlowDelta, Plane, PortState } from './plane.ts'

type Listener = (deltas: FlowDelta[]) => Promise<void>

const PATIENCE = 2_000

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
  const told = new Set<Promise<void>>()
  let states = new Map<string, PortState>()
  let ports = new Map<string, number>()

  return {
    apply,
    counters,
    clients,
    kill,
    alive,
    states: () => [...states.values()],
    onFlow,
    close,
  }

  async function apply(desired: DesiredPort[]): Promise<PortState[]> {
    ports = new Map(desired.map(({ key, port }) => [key, port]))
    const answered = await engine.apply(desired.filter(({ port }) => port !== consolePort))
    states = new Map(answered.map((state) => [state.key, seen(state)]))
    for (const { key, port } of desired)
      if (port === consolePort) states.set(key, { key, port, open: false, reason: 'port in use' })
    return [...states.values()]
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
    return Promise.race([answer, pause(PATIENCE, false, { ref: false })])
  }

  function onFlow(listener: Listener): void {
    engine.onReport(({ deltas, states: news }) => {
      for (const state of news) if (ports.has(state.key)) states.set(state.key, seen(state))
      if (deltas.length === 0) return
      const heard = listener(deltas).finally(() => told.delete(heard))
      told.add(heard)
    })
  }

  async function close(): Promise<void> {
    await engine.close()
    await Promise.allSettled(told)
    states.clear()
  }

  function seen(state: { key: string; state: 'open' | 'error'; reason?: string }): PortState {
    const { key, reason } = state
    const port = ports.get(key) ?? 0
    return state.state === 'open' ? { key, port, open: true } : { key, port, open: false, reason }
  }
}
