import type { DesiredPort, Order, Reading, Report } from './messages.ts'

/** Payload bytes that passed for one key since the listener last heard of it. */
export type Delta = {
  key: string
  up: number
  down: number
  /** When a client was last seen, in ms. */
  at: number
}

/** What has been told of each key, so that every byte is told exactly once. */
export type Marks = {
  /** What a report adds to what was told before. A repeated or late one adds nothing twice. */
  rise(report: Report): Delta[]
  /** Notes the budgets of some ports: they count from what has been told so far. */
  grant(desired: DesiredPort[]): void
  /** Forgets every budget. */
  revoke(): void
  /** A desired port in the terms of the process whose reports have `epoch`. */
  order(port: DesiredPort, epoch: string | undefined): Order
}

/** Keeps high-water marks per process and key, and sums per key over all processes. */
export function keepMarks(): Marks {
  const epochs = new Map<string, Map<string, Reading>>()
  const charged = new Map<string, number>()
  const granted = new Map<string, number>()

  return { rise, grant, revoke: () => granted.clear(), order }

  function rise(report: Report): Delta[] {
    const marks = epochs.getOrInsertComputed(report.epoch, () => new Map())
    // The process before this one may still have a report under way; older ones have not.
    if (epochs.size > 2) epochs.delete(epochs.keys().next().value ?? '')
    return report.counters.flatMap((reading) => {
      const [key, up, down, at] = reading
      const [, oldUp, oldDown, oldAt] = marks.get(key) ?? [key, 0, 0, 0]
      const rose = up > oldUp || down > oldDown || at !== oldAt
      if (!rose || up < oldUp || down < oldDown) return []
      marks.set(key, reading)
      const delta = { key, up: up - oldUp, down: down - oldDown, at }
      charged.set(key, (charged.get(key) ?? 0) + delta.up + delta.down)
      return [delta]
    })
  }

  function grant(desired: DesiredPort[]): void {
    for (const { key, budget } of desired) {
      if (budget === null) granted.delete(key)
      else granted.set(key, (charged.get(key) ?? 0) + budget)
    }
  }

  function order({ budget, ...port }: DesiredPort, epoch: string | undefined): Order {
    const total = granted.get(port.key)
    if (budget === null || total === undefined) return { ...port, until: null }
    const [, up, down] = epochs.get(epoch ?? '')?.get(port.key) ?? [port.key, 0, 0]
    return { ...port, until: total - (charged.get(port.key) ?? 0) + up + down }
  }
}
