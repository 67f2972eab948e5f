import type { Log } from '../../base/log.ts'
import type { FlowDelta } from '../plane.ts'
import { agentProgram } from './agentProgram.ts'
import { startCounting } from './counting.ts'
import { addressIn, type DrivenServer } from './kinds.ts'
import type { Ledger } from './ledger.ts'
import { managerProgram } from './managerProgram.ts'
import { type DriverMemory, type DriverState, placeOf } from './memory.ts'
import type { NodeProgram } from './program.ts'
import { openRounds } from './rounds.ts'
import { sentinelPassword } from './sentinel.ts'
import { NodeTrouble } from './trouble.ts'
import type { States } from './states.ts'
import type { DesiredPorts } from './desiredPorts.ts'

/** The timings of the protocols, ms. */
export type Speeds = Partial<Pick<NodeProgram, 'pollMs' | 'quietMs' | 'reopenMs' | 'lateMs'>> & {
  timeoutMs?: number
  retryMs?: number
  looksMs?: number
  leavesMs?: number
}

type Deps = {
  server: DrivenServer
  ledger: Ledger
  desiredPorts: DesiredPorts
  states: States
  memory: DriverMemory
  mayAsk: () => boolean
  now: () => number
  log: Log
  speeds?: Speeds
  /** Receives the traffic that was carried. */
  currentListener: () => ((deltas: FlowDelta[]) => Promise<void>) | undefined
}

/** A node program with the state stored for it. */
export type Node = Awaited<ReturnType<typeof openNode>>

/** Loads the stored state of a node, and prepares to command it. */
export async function openNode({
  server,
  ledger,
  memory,
  mayAsk,
  now,
  log,
  speeds = {},
  ...parts
}: Deps) {
  const place = placeOf(server)
  const stored = (await memory.load()) ?? undefined
  // The state of another machine does not apply to this one.
  const previous = stored?.place === place ? stored : undefined
  const { timeoutMs, retryMs: _retry, leavesMs: _leaves, ...times } = speeds
  const found = programOf(server, { now, log, from: previous?.from, timeoutMs })
  const program = { ...guarded(found, mayAsk), ...times }
  const marks = await memory.loadMarks(previous?.ports.map(({ epoch }) => epoch) ?? [])
  for (const port of previous?.ports ?? [])
    ledger.resume(port, marks.get(port.epoch)?.get(port.key)?.down ?? 0)
  const { id: serverId, driver: kind, password } = server
  const { desiredPorts, states } = parts
  const common = { program, ledger, now, log, serverId }
  const counting = startCounting({
    ...common,
    place,
    readAt: previous?.readAt ?? now(),
    save: memory.save,
    listener: parts.currentListener,
    isLow: desiredPorts.isLow,
  })
  const rounds = openRounds({
    ...common,
    kind,
    counting,
    desiredPorts,
    states,
    sentinelPassword: sentinelPassword(serverId, password),
  })
  return { program, counting, rounds }
}

/** Changes to the node fail where another process may be the one to make them by now. */
function guarded(program: NodeProgram, mayAsk: () => boolean): NodeProgram {
  const whileOurs = async <Answer>(ask: () => Promise<Answer>) => {
    if (!mayAsk()) throw new NodeTrouble('not ours')
    return ask()
  }
  return {
    ...program,
    add: (port, terms) => whileOurs(() => program.add(port, terms)),
    remove: (port) => whileOurs(() => program.remove(port)),
  }
}

type ProgramParts = { now: () => number; log: Log; from: DriverState['from']; timeoutMs?: number }

function programOf(server: DrivenServer, { now, log, from, timeoutMs }: ProgramParts): NodeProgram {
  const { driver, port, password, id: serverId } = server
  const place = { host: addressIn(server.host), port, password }
  if (driver === 'libev' || driver === 'rust')
    return managerProgram(place, { kind: driver, timeoutMs })
  return agentProgram(place, { kind: driver, now, from, timeoutMs, onSkew })

  function onSkew(skew: number): void {
    if (Math.abs(skew) < 60_000) return
    log.warn({ serverId, skewMs: skew }, 'the clock of a node is off')
  }
}
