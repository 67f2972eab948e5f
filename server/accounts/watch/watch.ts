import { setTimeout as pause } from 'node:timers/promises'
import type { Schema } from '#contract'
import { verdictOf } from '#rules/verdict.ts'
import type { Attempt, Plane, PeerSight } from '../../engine/plane.ts'
import type { World } from '../../http/world.ts'
import type { StoredAccount } from '../store.ts'
import { selectStandings } from '../connection/accountStatus.ts'
import { selectServers } from '../servers/store.ts'
import { CONNECTED_MS } from '#rules/wireguard.ts'
import { hostOf } from '../../engine/wireguard/counters.ts'

type Options = {
  /** Only later attempts, ms; where absent, all that is remembered, and none of it is judged. */
  since: number | undefined
  isOwn: boolean
  /** What the caller may know of an attempt. */
  shown: (attempt: Attempt) => Schema<'Attempt'>
}

/** A screen polls every two seconds: a server that is slower than that is not waited for. */
const TIMEOUT_MS = 2_000

/** What clients of an account met lately on each of its servers, and the diagnosis. */
export async function watch(
  { db, plane, lights, now }: Pick<World, 'db' | 'plane' | 'lights' | 'now'>,
  account: StoredAccount,
  { since, isOwn, shown }: Options,
): Promise<Schema<'AccountWatch'>> {
  // Read first: attempts made meanwhile belong to the next answer.
  const at = now()
  const standings = await selectStandings({ db, plane, lights }, [account], { now: at, isOwn })
  const { connections, connection, lastServer } = standings(account)
  const tunnels = new Set(
    (await selectServers(db)).filter(({ type }) => type === 'WireGuard').map(({ id }) => id),
  )
  const servers = await Promise.all(
    connections.map(async ({ serverId, name, state, until, lacksUdp }) => {
      const key = `${serverId}:${account.id}`
      const seen = await (tunnels.has(serverId)
        ? tunnelAttemptsOf(plane, key, { since: since ?? 0, now: at })
        : attemptsOf(plane, key, since ?? 0))
      const attempts = (seen ?? []).map(shown)
      const watched = seen !== undefined
      return { serverId, name, state, until, watched, attempts, ...(lacksUdp && { lacksUdp }) }
    }),
  )
  const lines = servers.map((one) => ({
    ...one,
    isTunnel: tunnels.has(one.serverId),
    ...(since === undefined && { attempts: [] }),
  }))
  return { now: at, servers, verdict: verdictOf({ summary: connection, lines, lastServer }) }
}

/** The same for a WireGuard server, whose clients are seen by their handshakes alone. */
async function tunnelAttemptsOf(
  plane: Plane,
  key: string,
  span: { since: number; now: number },
): Promise<Attempt[] | undefined> {
  const [seen, peers] = await Promise.all([
    attemptsOf(plane, key, span.since),
    inTime(plane.peers(key)),
  ])
  return seen && peers && [...seen, ...handshakesSeen(peers, span)]
}

/** Undefined where it cannot say, or not in time. */
function attemptsOf(plane: Plane, key: string, since: number): Promise<Attempt[] | undefined> {
  return inTime(plane.attempts(key, since))
}

async function inTime<Answer>(asked: Promise<Answer>): Promise<Answer | undefined> {
  const answer = asked.catch(() => undefined)
  return Promise.race([answer, pause(TIMEOUT_MS, undefined, { ref: false })])
}

/**
 * The handshakes of a WireGuard account as attempts since `since`, ms. A device whose tunnel is up
 * makes a handshake every two minutes and may have done so just before: it counts as connected as
 * long as its last handshake is recent. A device with a wrong key leaves no trace.
 */
function handshakesSeen(
  peers: readonly PeerSight[],
  { since, now }: { since: number; now: number },
): Attempt[] {
  return peers.flatMap(({ endpoint, handshakeAt }) => {
    const address = hostOf(endpoint)
    if (address === undefined || handshakeAt === undefined) return []
    if (handshakeAt <= Math.min(since, now - CONNECTED_MS)) return []
    return [{ reason: 'connected', at: Math.min(handshakeAt, now), count: 1, address }]
  })
}
