import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../../base/log.ts'
import type { DesiredPort, FlowDelta, Plane, PortState } from '../plane.ts'
import { noPlane } from '../noPlane.ts'
import type { DrivenServer } from './kinds.ts'
import type { DriverMemory } from './memory.ts'
import { openNode, type Node, type Speeds } from './node.ts'
import { openLedger } from './ledger.ts'
import { NodeTrouble } from './trouble.ts'
import { openStates } from './states.ts'
import { openDesiredPorts } from './desiredPorts.ts'

type Listener = (deltas: FlowDelta[]) => Promise<void>
type Deps = {
  server: DrivenServer
  /** The console's clock, ms. */
  now: () => number
  log: Log
  memory: DriverMemory
  /** Whether this process is the one to command the node now; absent is always. */
  mayAsk?: () => boolean
  /** Other timings than the protocols', for tests. */
  speeds?: Speeds
}

/** The carrier of one server whose node program is run by others. */
export type Driver = Plane & { foreign: () => number | undefined }

/** How long `change` waits for the node before it answers that ports are still opening, ms. */
const ANSWERS_WITHIN_MS = 1_000
const LEAVES_WITHIN_MS = 15_000
/** How often the ports of a node are looked at where nothing calls for it, ms. */
const LOOKS_EVERY_MS = 60_000
const ENDS_EVERY_MS = 1_000
const RETRY_MS = 2_000
const MAX_RETRY_MS = 60_000
/** Failures in a row after which a node is reported as away. */
const FAILS_TO_BE_AWAY = 3

/**
 * Opens the driver of one server.
 *
 * The node knows neither budgets nor ends: a port whose budget is used up closes at the next
 * reading, 10 s apart on managers and 60 s on agents, and one that expires within about a second,
 * both only while the console runs. What the node carries meanwhile is counted.
 */
export function openDriver({
  server,
  now,
  log,
  memory,
  mayAsk = () => true,
  speeds,
}: Deps): Driver {
  const ledger = openLedger(`server:${server.id}`)
  const desiredPorts = openDesiredPorts(ledger.total)
  const states = openStates({ ledger, desiredPorts })
  let listener: Listener | undefined
  let node: Node | undefined
  let turn: Promise<unknown> = Promise.resolve()
  let looking: Promise<void> | undefined
  let reading: Promise<void> | undefined
  let retry: NodeJS.Timeout | undefined
  let fails = 0
  let isClosed = false
  const timers = [
    setInterval(() => void (desiredPorts.endAt(now()) && look()), ENDS_EVERY_MS),
    setInterval(() => void look(), speeds?.looksMs ?? LOOKS_EVERY_MS),
    setInterval(count, speeds?.pollMs ?? pollMsOf(server)),
  ]
  // The ports that were open before are loaded before the first request.
  void look()

  return {
    ...noPlane(),
    change,
    counters: async () =>
      new Map([...ledger.totals()].map(([key, down]) => [key, { up: 0, down }])),
    clients,
    kill,
    alive,
    states: states.all,
    stateOf: states.of,
    onFlow: (next) => void (listener = next),
    foreign: states.foreign,
    leave: end,
    close: end,
  }

  async function change(desired: DesiredPort[], closed: readonly string[]): Promise<PortState[]> {
    for (const key of closed) {
      desiredPorts.remove(key)
      states.forget(key)
    }
    for (const port of desired) if (desiredPorts.add(port)) states.forget(port.key)
    if (isClosed || desired.length + closed.length === 0) return []
    await Promise.race([look(), pause(ANSWERS_WITHIN_MS, undefined, { ref: false })])
    return states.answerTo(desired.map(({ key }) => key))
  }

  async function kill(key: string): Promise<void> {
    desiredPorts.remove(key)
    states.forget(key)
    await inTurn(({ rounds }) => {
      const entries = ledger.all().filter((entry) => entry.key === key)
      return rounds.close(entries, { isHasty: true })
    })
  }

  async function clients(key: string): Promise<string[]> {
    const entry = ledger.all().find((one) => one.key === key)
    return entry && node ? node.program.clients(entry.port).catch(() => []) : []
  }

  async function alive(): Promise<boolean> {
    const answered = node?.program.about().then(
      () => true,
      () => false,
    )
    return (await answered) ?? false
  }

  /** Brings the node to the desired state; many calls at a time cost one round. */
  function look(): Promise<void> {
    if (looking) return looking
    const mine = inTurn(async ({ rounds }) => {
      // A later call may want more than this round covers.
      looking = undefined
      if (!(await rounds.run())) tryAgain()
    }).then(() => {
      if (looking === mine) looking = undefined
    })
    looking = mine
    return mine
  }

  /** Reads the counters; at most one further reading is queued. */
  function count(): void {
    reading ??= inTurn(async ({ counting }) => {
      const { counters, isWhole } = await counting.look()
      const isLost = ledger.all().some(({ port }) => !isWhole && !counters.has(port))
      // A port the node no longer lists was lost in a restart.
      if (desiredPorts.endAt(now()) || isLost) void look()
    }).finally(() => (reading = undefined))
  }

  /** Runs work exclusively; failed work is tried again. */
  function inTurn(work: (found: Node) => Promise<unknown>): Promise<void> {
    const done = turn.then(async () => {
      try {
        if (!mayAsk()) throw new NodeTrouble('not ours')
        node ??= await openNode({
          server,
          ledger,
          desiredPorts,
          states,
          memory,
          mayAsk,
          now,
          log,
          speeds,
          currentListener,
        })
        await work(node)
        fails = 0
      } catch (error) {
        failed(error)
      }
    })
    turn = done
    return done
  }

  function failed(error: unknown): void {
    fails += 1
    const isAway = error instanceof NodeTrouble
    if (isAway && fails >= FAILS_TO_BE_AWAY) states.away()
    if (!isAway || fails === FAILS_TO_BE_AWAY)
      log.warn({ serverId: server.id, err: error }, 'a node could not be brought up to date')
    tryAgain()
  }

  function currentListener(): Listener | undefined {
    return listener
  }

  function tryAgain(): void {
    if (isClosed) return
    clearTimeout(retry)
    const wait = Math.min(RETRY_MS * 2 ** Math.max(fails - 1, 0), MAX_RETRY_MS)
    retry = setTimeout(() => void look(), speeds?.retryMs ?? wait)
  }

  /** Ends with a last reading; open ports stay open, and the node goes on counting them. */
  async function end(): Promise<void> {
    if (isClosed) return
    isClosed = true
    for (const timer of timers) clearInterval(timer)
    clearTimeout(retry)
    const last = inTurn(async ({ counting }) => {
      await counting.look()
      // Without ports there may be a successor, whose state is newer.
      if (ledger.all().length > 0) await counting.note()
    })
    await Promise.race([
      last,
      pause(speeds?.leavesMs ?? LEAVES_WITHIN_MS, undefined, { ref: false }),
    ])
  }
}

function pollMsOf({ driver }: DrivenServer): number {
  return driver === 'libev' || driver === 'rust' ? 10_000 : 60_000
}
