import type { DesiredPort } from '../plane.ts'

/** A desired port, with what ends it. */
export type Desired = DesiredPort & {
  /** The total of its key at which the budget is used up; null for never. */
  overAt: number | null
  /** Why it is closed nevertheless. */
  ended?: 'over' | 'expired'
}

/**
 * The ports the console wants open. Node programs know neither budgets nor ends, so both are
 * checked here: an account is closed at the reading that finds its budget used up, and at its end
 * to a second.
 */
export function openDesiredPorts(total: (key: string) => number) {
  const ports = new Map<string, Desired>()
  /** Keys that were to close since they were last desired. */
  const unwanted = new Set<string>()

  return {
    all: () => [...ports.values()],
    of: (key: string) => ports.get(key),
    isUnwanted: (key: string) => unwanted.has(key),
    isLow,
    add,
    remove,
    endAt,
  }

  /** Adds a desired port; returns whether it differs from before. */
  function add(port: DesiredPort): boolean {
    const before = ports.get(port.key)
    unwanted.delete(port.key)
    const overAt = port.budget === null ? null : total(port.key) + port.budget
    ports.set(port.key, { ...port, overAt })
    const isSame = before?.port === port.port && before.password === port.password
    return !isSame || before.method !== port.method || before.ended !== undefined
  }

  function remove(key: string): void {
    ports.delete(key)
    unwanted.add(key)
  }

  /** Whether a key will need more budget soon. */
  function isLow(key: string): boolean {
    const { overAt = null, lowAt } = ports.get(key) ?? {}
    return overAt !== null && lowAt !== undefined && overAt - total(key) <= lowAt
  }

  /** Closes what is over or expired at a moment; returns whether there was any. */
  function endAt(now: number): boolean {
    let hasEnded = false
    for (const desired of ports.values()) {
      if (desired.ended) continue
      const { key, overAt, expireAt } = desired
      if (expireAt !== undefined && expireAt <= now) desired.ended = 'expired'
      else if (overAt !== null && total(key) >= overAt) desired.ended = 'over'
      hasEnded ||= desired.ended !== undefined
    }
    return hasEnded
  }
}

export type DesiredPorts = ReturnType<typeof openDesiredPorts>
