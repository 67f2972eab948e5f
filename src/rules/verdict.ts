import type { Schema } from '#contract'

type Verdict = Schema<'WatchVerdict'>
type Attempt = Schema<'Attempt'>

/** A server of the account, with what was seen on it during the watch. */
export type Line = Pick<
  Schema<'WatchedServer'>,
  'serverId' | 'state' | 'until' | 'watched' | 'attempts'
> & {
  /** Whether datagrams do not get through it. */
  lacksUdp?: boolean | undefined
  /** Whether it is a WireGuard server, on which a client with a wrong key leaves no trace. */
  isTunnel?: boolean
}

type Watched = {
  summary: Pick<Schema<'ConnectionSummary'>, 'state' | 'open' | 'until'>
  lines: readonly Line[]
  /** The server that was used last: most apps have only one chosen. */
  lastServer: number | null
}

type Seen = Attempt & { serverId: number }

/** States of a connection that are the account's own; all others are the server's. */
const OF_ACCOUNT = [
  'inactive',
  'pending',
  'expired',
  'over',
  'banned',
  'noServer',
  'opening',
] as const satisfies Verdict['word'][]
/** An app that has UDP over TCP switched on tries it again within this time, ms. */
const INSIDE_MS = 60_000
/** What is seen of a client that connects where its server is said to be down: the newer counts. */
const DOWN: readonly Line['state'][] = ['serverDown', 'unreachable']
/** Apart by less than this, ms, two results are of two clients: importing again takes longer. */
const SAME_TIME_MS = 10_000
/** How often a stranger may try: apps that have an old password try again and again. */
const MOST_STRANGE = 1
const NOTHING = { serverId: null, insteadId: null, until: null, count: 0, at: null }

/**
 * The first thing that prevents a client from connecting, from the account outwards: the account, its
 * servers, whether a client came at all, its password, where it went.
 *
 * Every port is scanned by strangers, who never know the password. So what came from the caller's
 * own network is judged alone if there is any; otherwise a client that got through anywhere proves
 * that the password is right, regardless of what others tried.
 */
export function verdictOf({ summary, lines: said, lastServer }: Watched): Verdict {
  const lines = said.map((line) =>
    isSeenToWork(line) ? { ...line, state: 'open' as const } : line,
  )
  const chosen = lines.find(({ serverId }) => serverId === lastServer)
  if (summary.open === 0 && !said.some(isSeenToWork)) {
    const { until } = summary
    return { ...NOTHING, until, word: wordOf(summary.state), serverId: chosen?.serverId ?? null }
  }
  const seen = lines.flatMap(({ serverId, state, attempts }) =>
    attempts
      // The port's part of a shared quota was used up, and it has received another part since.
      .filter(({ reason }) => reason !== 'over' || state !== 'open')
      .map((attempt) => ({ ...attempt, serverId })),
  )
  if (seen.length > 0) return withoutUdp(judged(seen), lines)
  const other = chosen && lines.find((line) => line.state === 'open' && line !== chosen)
  const insteadId = other?.serverId ?? null
  if (chosen && chosen.state !== 'open') {
    const { serverId, until } = chosen
    return { ...NOTHING, word: wordOf(chosen.state), serverId, insteadId, until }
  }
  const watched = lines.filter((line) => line.state === 'open' && line.watched)
  if (watched.length === 0) return { ...NOTHING, word: 'unwatched', insteadId }
  // What the client tried may have been datagrams alone.
  const lacking = chosen ?? (watched.every(({ lacksUdp }) => lacksUdp) ? watched[0] : undefined)
  if (lacking?.lacksUdp)
    return withoutUdp({ ...NOTHING, word: 'fine', serverId: lacking.serverId }, lines)
  const hasTunnel = watched.some(({ isTunnel }) => isTunnel)
  return { ...NOTHING, word: hasTunnel ? 'noHandshake' : 'absent', insteadId }
}

function isSeenToWork({ state, attempts }: Line): boolean {
  return DOWN.includes(state) && attempts.some(({ reason }) => reason === 'connected')
}

/** All is well but for the datagrams of that server: named with one where they get through. */
function withoutUdp(verdict: Verdict, lines: readonly Line[]): Verdict {
  const line = lines.find(({ serverId }) => serverId === verdict.serverId)
  if (verdict.word !== 'fine' || !line?.lacksUdp) return verdict
  const other = lines.find(({ state, lacksUdp }) => state === 'open' && !lacksUdp)
  return { ...verdict, word: 'noUdp', insteadId: other?.serverId ?? null }
}

function judged(all: readonly Seen[]): Verdict {
  const own = all.filter((attempt) => attempt.own === true)
  const seen = own.length > 0 ? own : all
  const latest = (...reasons: Attempt['reason'][]) => latestOf(seen, reasons)
  const connected = latest('connected')
  // It had the password, whatever became of the answer.
  const proven = latest('connected', 'answered', 'clock')
  const wrong = latest('wrongKey')
  const isLater = (one: Seen) => !connected || one.at > connected.at
  if (wrong && connected) {
    // In one network an app with an old password beside one that is fine; elsewhere a stranger's.
    const isBeside = own.length === 0 || isLater(wrong) || connected.at - wrong.at < SAME_TIME_MS
    if (isBeside && (own.length > 0 || wrong.count > MOST_STRANGE)) return beside(wrong, connected)
  } else if (wrong && (own.length > 0 ? !proven || wrong.at > proven.at : !proven)) {
    return about('wrongKey', wrong)
  }
  const ended = latest('over')
  if (ended && isLater(ended)) return about('over', ended)
  const tooMany = latest('tooMany')
  if (tooMany && isLater(tooMany)) return about('tooMany', tooMany)
  const multiplexed = latest('multiplexing')
  if (multiplexed && isLater(multiplexed)) return about('multiplexing', multiplexed)
  // TCP goes on connecting beside it: only a while later it is known to be off.
  const inside = latest('udpOverTcp')
  if (inside && (!connected || inside.at > connected.at - INSIDE_MS))
    return about('udpOverTcp', inside)
  const answered = latest('answered')
  const skewed = latest('clock')
  const isSkewed = skewed && isLater(skewed) && !(answered && answered.at > skewed.at)
  // Consoles that know no word for it go on.
  if (isSkewed) return { ...about('silent', skewed), skewMs: skewed.skewMs ?? 0 }
  if (connected) {
    const strange = latestOf(all, ['wrongKey'], false)
    return strange && strange.count > MOST_STRANGE
      ? beside(strange, connected)
      : about('fine', connected)
  }
  if (answered) return about('unheard', answered)
  const lost = latest('refused', 'noName', 'noAnswer')
  if (lost) return about(lost.reason as 'refused' | 'noName' | 'noAnswer', lost)
  const last = latest('nothing', 'replay')
  return last ? about('silent', last) : { ...NOTHING, word: 'absent' }
}

function latestOf(
  seen: readonly Seen[],
  reasons: readonly Attempt['reason'][],
  own?: boolean,
): Seen | undefined {
  return seen
    .filter((one) => reasons.includes(one.reason) && (own === undefined || one.own === own))
    .reduce<Seen | undefined>((one, other) => (one && one.at > other.at ? one : other), undefined)
}

/** One client is fine, and another one has a wrong password: the server that works, and how often. */
function beside({ count, at }: Seen, { serverId }: Seen): Verdict {
  return { ...NOTHING, word: 'oldKey', serverId, count, at }
}

function about(word: Verdict['word'], { serverId, count, at }: Seen): Verdict {
  return { ...NOTHING, word, serverId, count, at }
}

function wordOf(state: Schema<'ConnectionState'>): Verdict['word'] {
  return OF_ACCOUNT.find((word) => word === state) ?? 'lineDown'
}

/** Whether nothing that may still be seen can change the verdict: the watch can end at once. */
export function isFinal({ word, insteadId }: Verdict): boolean {
  if (word === 'unwatched') return true
  return (
    insteadId === null &&
    ![
      'opening',
      'absent',
      'noHandshake',
      'silent',
      'refused',
      'noName',
      'noAnswer',
      'unheard',
      'noUdp',
      'oldKey',
    ].includes(word)
  )
}

/** The checks, from the account outwards, that must pass for a client to connect. */
export const CHECKS = ['account', 'line', 'client', 'password'] as const

/** The result of a check: passed, failed, running, or pending. */
export type CheckState = 'good' | 'bad' | 'now' | 'later'

const FAILS_AT: Readonly<Partial<Record<Verdict['word'], (typeof CHECKS)[number]>>> = {
  inactive: 'account',
  pending: 'account',
  expired: 'account',
  over: 'account',
  banned: 'account',
  noServer: 'account',
  opening: 'line',
  lineDown: 'line',
  absent: 'client',
  noHandshake: 'client',
  silent: 'client',
  unwatched: 'client',
  tooMany: 'client',
  unheard: 'client',
  noUdp: 'line',
  wrongKey: 'password',
  oldKey: 'password',
}

/** The results of the four checks, in order; while it `watches`, a failure at the client is still pending. */
export function checksOf(verdict: Verdict, watches: boolean): CheckState[] {
  const failing = FAILS_AT[verdict.word]
  const at = failing ? CHECKS.indexOf(failing) : CHECKS.length
  const isAwaited = watches && !isFinal(verdict)
  return CHECKS.map((_, index) => {
    if (index < at) return 'good'
    if (index > at) return 'later'
    return isAwaited ? 'now' : 'bad'
  })
}
