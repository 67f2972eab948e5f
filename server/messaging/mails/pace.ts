import { makeTimespan } from '../../base/timespan.ts'

/** What was found out about a mail server: how much it takes. */
export type Learned = {
  /** Mails in a minute. */
  perMinute: number
  /** Whether the server has refused more than that. */
  isLimited: boolean
  /** Connections at once. */
  connections: number
}

const MINUTE_MS = 60_000
/**
 * How a server that nobody knows is begun with: below 30 mails in the first minute, which is the
 * least that larger providers take.
 */
const START = { perMinute: 18, burst: 10 }
/** The most connections: the large providers take three of one sender. */
export const MAX_CONNECTIONS = 3
/** Beyond this nothing is held back. */
const MAX_PER_MINUTE = 3_000
/** Of what a server took before it refused, this share is sent: the rest is for codes. */
const SHARE = 0.8
/** How long a pace is gone at before a faster one is tried: while no limit is known, and after, ms. */
const STEADY_MS = { free: MINUTE_MS, limited: 10 * MINUTE_MS }
/** Pauses after a refusal: the first, doubled with each further one, and the longest, ms. */
const FIRST_PAUSE_MS = 10_000
const MAX_PAUSE_MS = 600_000

/** The pace at which mails go to one server. */
export type Pace = ReturnType<typeof openPace>

/**
 * Finds the pace a mail server takes, and holds back what would be more.
 *
 * Begins slowly and doubles each minute until the server refuses; then stays a fifth below what it
 * took in the minute before, and carefully tries more. After a refusal nothing goes out for a while,
 * then one mail: when it is taken, the others follow. Codes (`isUrgent`) are counted but never held
 * back.
 */
export function openPace(now: () => number, known?: Learned) {
  let { perMinute, isLimited, connections } = known ?? {
    perMinute: START.perMinute,
    isLimited: false,
    connections: MAX_CONNECTIONS,
  }
  const pause = makeTimespan(now)
  let pauses = 0
  /** Since the last refusal nothing was taken: one mail at a time tries it. */
  let isProbing = false
  let underWay = 0
  /** When the server took mails, in the last minute, ms. */
  let taken: number[] = []
  let hasTaken = false
  let steadySince = now()
  let connectedSince = now()
  let allowance = burst()
  let countedAt = now()

  function burst(): number {
    const tenSeconds = Math.max(1, Math.floor(perMinute / 6))
    return isLimited ? tenSeconds : Math.max(START.burst, tenSeconds)
  }

  function count(): void {
    // A clock that was changed adds no more than a minute, and takes nothing.
    const past = Math.min(MINUTE_MS, Math.max(0, now() - countedAt))
    countedAt = now()
    allowance = Math.min(burst(), allowance + (past / MINUTE_MS) * perMinute)
  }

  /** How many mails the server took in the last minute. */
  function lately(): number {
    taken = taken.filter((at) => at > now() - MINUTE_MS && at <= now())
    return taken.length
  }

  function rest(): void {
    pause.begin(Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** pauses))
    pauses += 1
    isProbing = true
    steadySince = now()
  }

  function goFaster(): void {
    const steady = isLimited ? STEADY_MS.limited : STEADY_MS.free
    if (now() < steadySince) steadySince = now()
    if (connectedSince > now()) connectedSince = now()
    if (now() - steadySince >= steady && lately() * 2 >= perMinute) {
      const faster = isLimited ? perMinute + Math.max(1, Math.floor(perMinute / 10)) : perMinute * 2
      perMinute = Math.min(MAX_PER_MINUTE, faster)
      steadySince = now()
    }
    if (now() - connectedSince >= STEADY_MS.limited && connections < MAX_CONNECTIONS) {
      connections += 1
      connectedSince = now()
    }
  }

  return {
    /** What is known by now. */
    learned: (): Learned => ({ perMinute, isLimited, connections }),

    /** Whether a mail that can wait may go now; it is then under way. */
    begin(): boolean {
      count()
      if (pause.isOn() || allowance < 1 || (isProbing && underWay > 0)) return false
      allowance -= 1
      underWay += 1
      return true
    },

    /** Ends what `begin` began; `unused` if the server was given no mail. */
    end({ unused = false } = {}): void {
      underWay -= 1
      if (unused) allowance += 1
    },

    /** The server has taken a mail. */
    took({ isUrgent }: { isUrgent: boolean }): void {
      count()
      if (isUrgent) allowance -= 1
      taken.push(now())
      hasTaken = true
      isProbing = false
      pauses = 0
      goFaster()
    },

    /** The server has refused a mail because there are too many. */
    slowDown(): void {
      // Others were under way: they tell nothing new.
      if (pause.isOn()) return
      if (hasTaken) {
        perMinute = Math.max(1, Math.min(perMinute, Math.floor(lately() * SHARE)))
        isLimited = true
      }
      hasTaken = false
      rest()
    },

    /** Whether nothing goes out for a while. */
    isResting: () => pause.isOn(),

    /** The server has refused a connection. */
    useFewer(): void {
      connectedSince = now()
      if (connections > 1) connections -= 1
      else if (!pause.isOn()) rest()
    },
  }
}
