import type { Speed } from '../plane.ts'

/** How fast bytes of one account may pass in one direction, over all of its connections. */
export type Bucket = {
  /** Takes out what has passed, also more than was there: what is owed is waited for. */
  take: (bytes: number) => void
  /** Whether more may pass now. */
  hasAny: () => boolean
  /** Calls back once more may pass, in the order of asking; at once where nothing is limited. */
  wait: (resume: () => void) => void
  /** The most to read at once, bytes: a large read at a low speed would be followed by silence. */
  most: () => number
}

/** The speed of an account on this machine. */
export type Pace = { up: Bucket; down: Bucket }

/** The speeds of all accounts of the process. */
export type Paces = {
  /**
   * The pace of one of an account's ports. All of its ports with the same `kind` of limit share it:
   * its speed is that of the account and not of each server. Another speed counts at once.
   */
  join: (key: string, account: number, terms: { kind: string; speed: Speed }) => Pace
  /** Lets a port out of its pace; who waits there looks again. */
  leave: (key: string) => void
}

/** A burst that a bucket lets through, ms of its speed; at least so many bytes, which is one read. */
const DEPTH_MS = 50
const READ_BYTES = 16_384
/** How often those who wait are looked at: one timer for all, and none while nobody waits. */
const TICK_MS = 20
/** Bits in a kbit, and ms in a second, cancel: kbit/s are bits per ms. */
const BITS_PER_BYTE = 8

type Shared = {
  name: string
  pace: Pace
  set: (speed: Speed) => void
  wake: () => void
  keys: Set<string>
}

/** Starts with no account. `now` is a monotonic clock, ms. */
export function openPaces(now = () => performance.now()): Paces {
  const shared = new Map<string, Shared>()
  const places = new Map<string, Shared>()
  const watch = openWatch()

  return { join, leave }

  function join(
    key: string,
    account: number,
    { kind, speed }: { kind: string; speed: Speed },
  ): Pace {
    const name = `${account} ${kind}`
    if (places.get(key)?.name !== name) leave(key)
    const one = shared.getOrInsertComputed(name, open)
    one.keys.add(key)
    places.set(key, one)
    one.set(speed)
    return one.pace
  }

  function leave(key: string): void {
    const one = places.get(key)
    if (!one) return
    places.delete(key)
    one.keys.delete(key)
    if (one.keys.size === 0) shared.delete(one.name)
    // Once its connections see the pace that they have instead.
    queueMicrotask(one.wake)
  }

  function open(name: string): Shared {
    const [up, down] = [openBucket(now, watch), openBucket(now, watch)]
    return {
      name,
      pace: { up, down },
      keys: new Set(),
      set(speed) {
        up.set(speed.up)
        down.set(speed.down)
      },
      wake() {
        up.wake()
        down.wake()
      },
    }
  }
}

/** Looks at buckets again and again, each until it says that nobody waits there. */
function openWatch() {
  const waiting = new Set<() => boolean>()
  let timer: NodeJS.Timeout | undefined
  return watch

  function watch(look: () => boolean): void {
    waiting.add(look)
    timer ??= setInterval(tick, TICK_MS).unref()
  }

  function tick(): void {
    for (const look of waiting) if (!look()) waiting.delete(look)
    if (waiting.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function openBucket(now: () => number, watch: (look: () => boolean) => void) {
  /** Bytes per ms; Infinity is no limit. */
  let rate = Infinity
  let depth = Infinity
  let left = 0
  let filledAt = now()
  let queue: (() => void)[] = []

  return { take, hasAny, wait, most: () => depth, set, wake }

  function fill(): void {
    const at = now()
    left = Math.min(depth, left + (at - filledAt) * rate)
    filledAt = at
  }

  function take(bytes: number): void {
    if (rate === Infinity) return
    fill()
    left -= bytes
  }

  function hasAny(): boolean {
    if (rate === Infinity) return true
    fill()
    return left > 0
  }

  function wait(resume: () => void): void {
    if (rate === Infinity) return resume()
    queue.push(resume)
    watch(look)
  }

  /** Lets as many go on as there is something for; they come back at the end of the queue. */
  function look(): boolean {
    if (!hasAny()) return queue.length > 0
    const many = rate === Infinity ? queue.length : Math.ceil(left / READ_BYTES)
    for (const resume of queue.splice(0, many)) resume()
    return queue.length > 0
  }

  function set(kbits: number | undefined): void {
    const next = kbits === undefined || kbits <= 0 ? Infinity : kbits / BITS_PER_BYTE
    if (next === rate) return
    rate = next
    depth = Math.max(rate * DEPTH_MS, READ_BYTES)
    // What is owed at a low speed would be waited for at a high one.
    left = depth
    filledAt = now()
    wake()
  }

  function wake(): void {
    for (const resume of queue.splice(0)) resume()
  }
}

/** Whether a speed limits anything. */
export const isLimited = ({ up = 0, down = 0 }: Speed): boolean => up > 0 || down > 0

/** Passes a stream on where both its account's pace and its other end allow it. */
export type Valve = {
  /** Whether to go on now; where not, `resume` is called later, or the other end's `drain`. */
  isOpen: () => boolean
}

/** `isFull` says that the other end cannot take more, and will report its `drain`. */
export function openValve(
  bucketOf: () => Bucket | undefined,
  { isFull, resume }: { isFull: () => boolean; resume: () => void },
): Valve {
  let waits = false
  return { isOpen }

  function isOpen(): boolean {
    if (isFull()) return false
    const bucket = bucketOf()
    if (!bucket || bucket.hasAny()) return true
    if (waits) return false
    waits = true
    bucket.wait(() => {
      waits = false
      if (isOpen()) resume()
    })
    return false
  }
}
