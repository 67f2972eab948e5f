import type { Method2022 } from '../cipher/ss2022/keys.ts'
import { type Answers2022, openAnswers, type Packet2022 } from '../cipher/ss2022/packet.ts'
import { type IdWindow, openIdWindow } from '../cipher/ss2022/window.ts'

/** A session of datagrams that a client began, wherever it sends them from. */
export type Session2022 = {
  /** Which of its datagrams came before. */
  window: IdWindow
  answers: Answers2022
}

/** The sessions of one account. */
export type Sessions2022 = {
  /** The session of a datagram, which is begun where there is none. */
  of: (packet: Pick<Packet2022<unknown>, 'session' | 'key'>) => Session2022
}

/** A session without a datagram for so long may be forgotten, ms: none of it is of now any more. */
const IDLE_MS = 60_000

/** Opens the sessions of an account; of more than `most` the least recently used are forgotten. */
export function openSessions2022(
  method: Method2022,
  nowS: () => number,
  { most, now = () => performance.now() }: { most: number; now?: () => number },
): Sessions2022 {
  // In order of last use.
  const sessions = new Map<string, Session2022 & { usedAt: number }>()

  return { of }

  function of({ session: id, key }: Pick<Packet2022<unknown>, 'session' | 'key'>): Session2022 {
    const usedAt = now()
    const known = sessions.get(id)
    if (known) sessions.delete(id)
    else forget(usedAt)
    const session = known ?? {
      window: openIdWindow(),
      answers: openAnswers(method, { key, session: id }, nowS),
      usedAt,
    }
    session.usedAt = usedAt
    sessions.set(id, session)
    return session
  }

  function forget(at: number): void {
    for (const [id, { usedAt }] of sessions) {
      if (at - usedAt < IDLE_MS && sessions.size < most) return
      sessions.delete(id)
    }
  }
}
