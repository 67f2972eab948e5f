import type { Bus } from '../../base/bus.ts'
import type { Lights } from '../../base/lights.ts'
import type { Log } from '../../base/log.ts'
import type { FlowDelta } from '../../engine/plane.ts'
import { deviceIn, idsIn } from '../../engine/portKey.ts'
import { every } from '../../base/timers.ts'
import type { WritableBoard } from './board.ts'

type Seen = { serverId: number; lights: Lights; at: number }
type Passed = { servers: [number, { up: number; down: number }][] }

const PUBLISH_MS = 1_000

/** One board for all processes: what one saw, and what passed through it, is shown by all. */
export function shareBoard(board: WritableBoard, bus: Bus, log: Log) {
  if (bus.isAlone) return { board, stop: async () => {} }
  const passed = new Map<number, { up: number; down: number }>()
  const job = every(PUBLISH_MS, async () => publish(), log)
  bus.on<Seen>('lights', ({ serverId, lights, at }) => board.take(serverId, lights, at))
  bus.on<Passed>('passed', ({ servers }) =>
    board.passedElsewhere(servers.map(([id, bytes]) => ({ key: `${id}:0`, ...bytes, at: 0 }))),
  )
  const shared: WritableBoard = {
    ...board,
    note(serverId, seen, now) {
      const lights = board.note(serverId, seen, now)
      bus.publish('lights', { serverId, lights, at: now } satisfies Seen)
      return lights
    },
    carried(deltas) {
      board.carried(deltas)
      for (const delta of deltas) add(delta)
    },
  }
  return { board: shared, stop: job.stop }

  function add({ key, up, down }: FlowDelta): void {
    if (deviceIn(key) !== undefined) return
    const sum = passed.getOrInsertComputed(idsIn(key).serverId, () => ({ up: 0, down: 0 }))
    sum.up += up
    sum.down += down
  }

  function publish(): void {
    if (passed.size === 0) return
    bus.publish('passed', { servers: [...passed] } satisfies Passed)
    passed.clear()
  }
}
