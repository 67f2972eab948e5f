import type { Schema } from '#contract'

type Verdict = Schema<'WatchVerdict'>
type Attempt = Schema<'Attempt'>

/** A server of the account, with what was seen on it during the watch. */
export type Line = Pick<
  Schema<'WatchedServer'>,
  'serverId' | 'state' | 'until' | 'watched' | 'attempts'
> & {
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
const NOTHING = { serverId: null, insteadId: null, until: null, count: 0, at: null }

/**
 * The first thing that prevents a client from connecting, from the account outwards: the account, its
 * servers, whether a client came at all, its password, where it went.
 *
 * Every port is scanned by strangers, who never know the password. So what came from the caller's
 * own network is judged alone if there is any; otherwise a client that got through anywhere proves
 * that the password is right, regardless of what others tried.
 */
export function verdictOf({ summary, lines, lastServer }: Watched): Verdict {
  const chosen = lines.find(({ serverId }) => serverId === lastServer)
  if (summary.open === 0) {
    const { until } = summary
    return { ...NOTHING, until, word: wordOf(summary.state), serverId: chosen?.serverId ?? null }
  }
  const seen = lines.flatMap(({ serverId, state, attempts }) =>
    attempts
      // The port's part of a shared quota was used up, and it has received another part since.
      .filter(({ reason }) => reason !== 'over' || state !== 'open')
      .map((attempt) => ({ ...attempt, serverId })),
  )
  if (seen.length > 0) return judged(seen)
  const other = chosen && lines.find((line) => line.state === 'open' && line !== chosen)
  const insteadId = other?.serverId ?? null
  if (chosen && chosen.state !== 'open') {
    const { serverId, until } = chosen
    return { ...NOTHING, word: wordOf(chosen.state), serverId, insteadId, until }
  }
  const watched = lines.filter((line) => line.state === 'open' && line.watched)
  if (watched.length === 0) return { ...NOTHING, word: 'unwatched', insteadId }
  const hasTunnel = watched.some(({ isTunnel }) => isTunnel)
  return { ...NOTHING, word: hasTunnel ? 'noHandshake' : 'absent', insteadId }
}

function judged(all: readonly Seen[]): Verdict {
  const own = all.filter((attempt) => attempt.own === true)
  const seen = own.length > 0 ? own : all
  const latest = (...reasons: Attempt['reason'][]) =>
    seen
      .filter(({ reason }) => reasons.includes(reason))
      .reduce<Seen | undefined>((one, other) => (one && one.at > other.at ? one : other), undefined)
  const connected = latest('connected')
  const wrong = latest('wrongKey')
  const isLater = (one: Seen) => !connected || one.at > connected.at
  if (wrong && (own.length > 0 ? isLater(wrong) : !connected)) return about('wrongKey', wrong)
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
  if (connected) return about('fine', connected)
  const lost = latest('refused', 'noName', 'noAnswer')
  if (lost) return about(lost.reason as 'refused' | 'noName' | 'noAnswer', lost)
  const last = latest('nothing', 'replay')
  return last ? about('silent', last) : { ...NOTHING, word: 'absent' }
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
    !['opening', 'absent', 'noHandshake', 'silent', 'refused', 'noName', 'noAnswer'].includes(word)
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
  wrongKey: 'password',
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
