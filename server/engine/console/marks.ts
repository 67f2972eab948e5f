import type { CounterMark } from '../plane.ts'
import type { DesiredPort, Life, Order, Reading } from '../protocol/messages.ts'

/** Payload bytes that passed for one key since the listener was last called with it. */
export type Delta = {
  key: string
  up: number
  down: number
  /** When a client was last seen, in ms of the console's clock. */
  at: number
  mark: CounterMark
  /** Whether the key requests more budget. */
  isLow?: boolean
  /** Whether this console ordered the port; absent where all ports are its own. */
  isOrdered?: boolean
  /** Whether the counter has risen by more than is possible. */
  isCut?: boolean
}

/** How far the counters of some lives had risen, by life and key. */
export type KnownLives = ReadonlyMap<string, ReadonlyMap<string, { up: number; down: number }>>

/** What was passed on of each key, so that every byte is passed on exactly once. */
export type Marks = {
  /** Adopts the database's marks where they are higher: other processes may have counted. */
  learn(lives: KnownLives): void
  /** What counters add to what was passed on before. Repeated or late ones add nothing twice. */
  rise(life: Life): Delta[]
  /** Deletes a life that has ended and is settled. */
  forget(epoch: string): void
  /** Records the budgets of some ports: they count from what has been passed on so far. */
  grant(desired: DesiredPort[]): void
  /** Whether a port has this very budget already, of which some may have passed. */
  isGranted(desired: DesiredPort): boolean
  /** A desired port in the terms of the life with `epoch`. */
  order(port: DesiredPort, epoch: string): Order
}

/**
 * The total of a port without any budget, however much passes: one that goes on slowly is not ordered
 * again for it.
 */
const USED_UP = 0

/** Stores high-water marks per life and key, and sums per key over all lives, for `source`. */
export function openMarks(source: string): Marks {
  const lives = new Map<string, Map<string, Reading>>()
  const charged = new Map<string, number>()
  const granted = new Map<string, number>()

  return {
    learn,
    rise,
    forget: (epoch) => lives.delete(epoch),
    grant,
    isGranted: ({ key, budget }) => isStill(granted.get(key), passed(key), budget),
    order,
  }

  function passed(key: string): number {
    return charged.get(key) ?? 0
  }

  function learn(stored: KnownLives): void {
    for (const [epoch, keys] of stored) {
      const marks = lives.getOrInsertComputed(epoch, () => new Map())
      for (const [key, { up, down }] of keys) {
        const [, oldUp, oldDown] = marks.get(key) ?? [key, -1, -1]
        if (up > oldUp || down > oldDown)
          marks.set(key, [key, Math.max(up, oldUp), Math.max(down, oldDown), 0])
      }
    }
  }

  function rise({ epoch, counters }: Life): Delta[] {
    const marks = lives.getOrInsertComputed(epoch, () => new Map())
    return counters.flatMap((reading) => {
      const [key, up, down, at] = reading
      const [, oldUp, oldDown, oldAt] = marks.get(key) ?? [key, 0, 0, 0]
      if (up < oldUp || down < oldDown) return []
      if (up === oldUp && down === oldDown && at === oldAt) return []
      marks.set(key, reading)
      const delta = { key, up: up - oldUp, down: down - oldDown, at }
      charged.set(key, (charged.get(key) ?? 0) + delta.up + delta.down)
      return [{ ...delta, mark: { source, epoch, up, down } }]
    })
  }

  function grant(desired: DesiredPort[]): void {
    for (const { key, budget } of desired) {
      const total = totalOf(passed(key), budget)
      if (total === undefined) granted.delete(key)
      else granted.set(key, total)
    }
  }

  function order({ budget, lowAt, ...port }: DesiredPort, epoch: string): Order {
    const total = granted.get(port.key)
    if (budget === null || total === undefined) return { ...port, until: null }
    const [, up, down] = lives.get(epoch)?.get(port.key) ?? [port.key, 0, 0]
    const until = total && total - passed(port.key) + up + down
    return lowAt === undefined ? { ...port, until } : { ...port, until, low: until - lowAt }
  }
}

/** The sum at which a budget is used up, in a counter that has passed so many bytes. */
function totalOf(passed: number, budget: number | null): number | undefined {
  if (budget === null) return undefined
  return budget === 0 ? USED_UP : passed + budget
}

/** Whether a budget comes to a total; what has used up its budget has none, whatever passes since. */
function isStill(total: number | undefined, passed: number, budget: number | null): boolean {
  if (budget === 0 && total !== undefined) return total <= passed
  return total === totalOf(passed, budget)
}
