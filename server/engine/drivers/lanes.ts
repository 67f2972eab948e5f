/** What all callers of one node program share: its four connections, and the times they send. */
export type Lane = {
  /** Runs work as soon as fewer than four requests are under way. */
  enter: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** A time no earlier request used: of two equal ones the node refuses the second. */
  stamp: (at: number) => number
}

const MAX_AT_ONCE = 4
/** More than are sent in the ten minutes for which a node remembers times. */
const MAX_STAMPS = 20_000
const lanes = new Map<string, Lane>()

/** The lane to a node program; shared within this process. */
export function laneTo({ host, port }: { host: string; port: number }): Lane {
  return lanes.getOrInsertComputed(`${host}:${port}`, openLane)
}

function openLane(): Lane {
  const waiting: (() => void)[] = []
  const used = new Set<number>()
  let inside = 0

  return { enter, stamp }

  // Not the last one plus one: measuring a clock sends times far ahead, too.
  function stamp(at: number): number {
    let time = Math.floor(at)
    while (used.has(time)) time += 1
    used.add(time)
    const [oldest] = used
    if (used.size > MAX_STAMPS && oldest !== undefined) used.delete(oldest)
    return time
  }

  async function enter<Result>(work: () => Promise<Result>): Promise<Result> {
    if (inside >= MAX_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
    else inside += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // The first waiting caller takes the free place.
      if (next) next()
      else inside -= 1
    }
  }
}
