import { type Delta, keepMarks } from './marks.ts'
import type {
  DesiredPort,
  EngineOptions,
  Message,
  PortCounter,
  PortState,
  Question,
  Report,
} from './messages.ts'
import { keepProcess } from './process.ts'

export type { Delta } from './marks.ts'
export type { DesiredPort, EngineOptions, PortCounter, PortState } from './messages.ts'

/** News nobody asked for: traffic, and ports that closed of themselves or failed to reopen. */
export type TrafficReport = { deltas: Delta[]; states: PortState[] }

/** The Shadowsocks engine of this machine, as the console's server sees it. */
export type Engine = {
  /**
   * Makes the open ports exactly these; tells for each how it went. A `budget` counts from
   * what the listener has been told so far, so compute it from all of that.
   */
  apply(desired: DesiredPort[]): Promise<PortState[]>
  /** The same for these ports alone; those with the keys of `closed` close, all others stay. */
  change(desired: DesiredPort[], closed: readonly string[]): Promise<PortState[]>
  /** What passed per key since the engine's process last started. */
  counters(): Promise<Map<string, PortCounter>>
  /** Client addresses of the last 15 minutes. */
  clients(key: string): Promise<string[]>
  /** Closes a port and its connections at once; it stays closed until the next `apply`. */
  kill(key: string): Promise<void>
  /** Sets who gets the traffic: every payload byte once, also when the process restarts. */
  onReport(listener: (report: TrafficReport) => void): void
  /** Ends the engine after its last report; what is still being asked is rejected. */
  close(): Promise<void>
}

type Pending = {
  question: () => Question
  resolve: (result: unknown) => void
  reject: (error: Error) => void
}

/** Starts the engine's process; if it dies it comes back with the same ports. */
export function startEngine(options: EngineOptions = {}): Engine {
  const marks = keepMarks()
  const pending = new Map<number, Pending>()
  const unreported: TrafficReport[] = []
  let listener: ((report: TrafficReport) => void) | undefined
  const desired = new Map<string, DesiredPort>()
  let epoch: string | undefined
  let lastId = 0
  let reopening = false
  let closed = false
  const engine = keepProcess(options, onMessage, restarted)

  return { apply, change, counters, clients, kill, onReport, close }

  function apply(next: DesiredPort[]): Promise<PortState[]> {
    desired.clear()
    marks.revoke()
    note(next)
    return ask(orders)
  }

  function change(next: DesiredPort[], closed: readonly string[]): Promise<PortState[]> {
    for (const key of closed) desired.delete(key)
    note(next)
    return ask(() => ({ ask: 'change', orders: next.map(ordered), closed }))
  }

  function note(ports: DesiredPort[]): void {
    for (const port of ports) desired.set(port.key, port)
    marks.grant(ports)
  }

  function counters(): Promise<Map<string, PortCounter>> {
    return ask(() => ({ ask: 'counters' }))
  }

  function clients(key: string): Promise<string[]> {
    return ask(() => ({ ask: 'clients', key }))
  }

  function kill(key: string): Promise<void> {
    desired.delete(key)
    return ask(() => ({ ask: 'kill', key }))
  }

  function onReport(next: (report: TrafficReport) => void): void {
    listener = next
    for (const report of unreported.splice(0)) next(report)
  }

  async function close(): Promise<void> {
    closed = true
    await engine.stop({ id: 0, ask: 'close' })
    for (const { reject } of pending.values()) reject(new Error('engine closed'))
    pending.clear()
  }

  // Composed when it is sent: limits are told in the counters of the process that gets them.
  function orders(): Question {
    return { ask: 'apply', orders: [...desired.values()].map(ordered) }
  }

  function ordered(port: DesiredPort) {
    return marks.order(port, epoch)
  }

  function ask<Result>(question: () => Question): Promise<Result> {
    if (closed) return Promise.reject(new Error('engine closed'))
    return new Promise((resolve, reject) => {
      lastId += 1
      // The process answers each question with the result its caller here names.
      pending.set(lastId, { question, resolve: resolve as (result: unknown) => void, reject })
      engine.send({ id: lastId, ...question() })
    })
  }

  function restarted(): void {
    epoch = undefined
    for (const [id, { question }] of pending) engine.send({ id, ...question() })
    if (reopening || desired.size === 0) return
    reopening = true
    const reopened = (states: PortState[]) => {
      reopening = false
      deliver({ deltas: [], states: states.filter(({ state }) => state === 'error') })
    }
    ask<PortState[]>(orders).then(reopened, () => {})
  }

  function onMessage(message: Message): void {
    if ('report' in message) return take(message.report)
    const question = pending.get(message.id)
    pending.delete(message.id)
    question?.resolve(message.result)
  }

  function take(report: Report): void {
    epoch = report.epoch
    const states = report.over.map((key): PortState => ({ key, state: 'error', reason: 'over' }))
    deliver({ deltas: marks.rise(report), states })
  }

  function deliver(report: TrafficReport): void {
    if (report.deltas.length === 0 && report.states.length === 0) return
    if (listener) listener(report)
    else unreported.push(report)
  }
}
