import type { Log } from '../../base/log.ts'
import { carrierOf, ENGINE } from '../../accounts/servers/carrier.ts'
import { selectCarriedServers, type ServerRow } from '../../accounts/servers/store.ts'
import { challengeIn } from '../../accounts/servers/ordered.ts'
import {
  challengeOrderOf,
  type Door,
  isOwnTrojan,
  siteOrderOf,
} from '../../accounts/servers/trojan.ts'
import type { Database } from '../../database/database.ts'
import type { Plane, SiteOrder, SiteState } from '../../engine/plane.ts'

type Deps = { db: Database; plane: Plane; log: Log; door?: Door | undefined }

/**
 * Keeps what Trojan servers show as the database says: certificates and sites are ordered once for a
 * machine, not for each account of it.
 */
export function startSites({ db, plane, log, door }: Deps) {
  /** What each machine was ordered last, as it is stored. */
  const ordered = new Map<string, string>()

  return { look }

  /**
   * Orders what has changed, or everything: who has just begun to command a machine does not know what
   * it was ordered. Accounts are ordered after it; nobody waits for slow machines.
   */
  async function look({ isAll }: { isAll: boolean }): Promise<void> {
    const servers = await selectCarriedServers(db)
    const places = Map.groupBy(
      servers.filter(({ plane: where }) => where !== 'manager'),
      carrierOf,
    )
    const carriers = new Set([ENGINE, ...places.keys(), ...ordered.keys()])
    if (isAll) ordered.clear()
    for (const carrier of carriers)
      await order(carrier, (places.get(carrier) ?? []).filter(isOwnTrojan))
  }

  async function order(carrier: string, servers: readonly ServerRow[]): Promise<void> {
    const text = JSON.stringify(servers.map(storedOf))
    if (ordered.get(carrier) === text) return
    const orders = await Promise.all(servers.map((row) => siteOrderOf(db, row, door)))
    ordered.set(carrier, text)
    const sites = [...servers.map(challengeOrderOf), ...orders].filter(
      (one): one is SiteOrder => one !== undefined,
    )
    // A machine that is away is sent them when it is back.
    const done = plane.sites(carrier, sites).then((states) => noteAnswering(db, servers, states))
    done.catch((error: unknown) => {
      ordered.delete(carrier)
      // No process commands it, or another one: that orders it.
      if (error instanceof Error && error.message === 'engine away') return
      log.warn({ err: error, carrier }, 'the sites of Trojan servers could not be ordered')
    })
  }
}

/** Notes whether a machine answers an authority: whoever orders the certificate waits for it. */
async function noteAnswering(
  db: Database,
  servers: readonly ServerRow[],
  states: readonly SiteState[],
): Promise<void> {
  for (const row of servers) {
    const challenge = challengeIn(row)
    const seen = states.find(
      ({ serverId, state }) => serverId === row.id && /^(a|notA)nswering$/.test(state),
    )
    if (!challenge || !seen) continue
    const state = 'reason' in seen ? seen.reason : seen.state
    await db
      .updateTable('server')
      .set({ challenge: JSON.stringify({ ...challenge, state }) })
      .where('id', '=', row.id)
      .where('challenge', '=', row.challenge)
      .execute()
  }
}

const storedOf = (row: ServerRow) => {
  const { id, tjPort, site, certificate, certificateKey, webSocket, privateKey } = row
  const { answers } = challengeIn(row) ?? {}
  return [id, tjPort, site, certificate, certificateKey, webSocket, privateKey, answers]
}
