import type { Database } from '../../database/database.ts'
import { LIGHTS } from '#rules/lights.ts'
import { servingOf } from '#rules/serving.ts'
import type { LightCause, Lights } from '../../base/lights.ts'

const NAMES = [...LIGHTS, 'service'] as const
const MAX_AGE_MS = 400 * 86_400_000

/**
 * Notes when a server's lights went red, and its customers were not served (`service`), and when that
 * was over. Repeating it changes nothing: a light has at most one outage that lasts.
 */
export async function noteOutages(
  db: Database,
  serverId: number,
  lights: Lights,
  now: number,
): Promise<void> {
  const lasting = await db
    .selectFrom('outage')
    .select(['id', 'light'])
    .where('serverId', '=', serverId)
    .where('endTime', 'is', null)
    .execute()
  for (const light of NAMES) {
    const { state, cause } = light === 'service' ? servingOf(lights) : lights[light]
    const open = lasting.filter((one) => one.light === light).map(({ id }) => id)
    if (state === 'red' && open.length === 0)
      await db
        .insertInto('outage')
        .values({ serverId, light, cause: cause ?? 'away', startTime: now })
        .execute()
    // What is not known ends no outage.
    if ((state === 'green' || state === 'amber') && open.length > 0)
      await db
        .updateTable('outage')
        .set({ endTime: now })
        .where('id', 'in', open)
        .where('endTime', 'is', null)
        .execute()
  }
}

/** When servers did not serve, newest first. */
export async function selectOutages(
  db: Database,
  since: number,
): Promise<Map<number, { from: number; to: number | null }[]>> {
  const rows = await db
    .selectFrom('outage')
    .select(['serverId', 'startTime', 'endTime'])
    .where('light', '=', 'service')
    .where((eb) => eb.or([eb('endTime', 'is', null), eb('endTime', '>=', since)]))
    .orderBy('startTime')
    .execute()
  const byServer = new Map<number, { from: number; to: number | null }[]>()
  for (const { serverId, startTime: from, endTime: to } of rows) {
    const times = byServer.getOrInsertComputed(serverId, () => [])
    const last = times.at(-1)
    if (last && (last.to === null || from <= last.to))
      last.to = last.to === null || to === null ? null : Math.max(last.to, to)
    else times.push({ from, to })
  }
  for (const times of byServer.values()) times.reverse()
  return byServer
}

/** When a server's lights were red, newest first, at most so many. */
export async function selectServerOutages(db: Database, serverId: number, most: number) {
  const rows = await db
    .selectFrom('outage')
    .select(['light', 'cause', 'startTime', 'endTime'])
    .where('serverId', '=', serverId)
    .where('light', '!=', 'service')
    .orderBy('startTime', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
  return rows.map(({ light, cause, startTime: from, endTime: to }) => {
    // Only `noteOutages` writes them, and those of the service are left out.
    return { light: light as (typeof LIGHTS)[number], cause: cause as LightCause, from, to }
  })
}

/** When what carries these servers did not report, newest first, at most so many. */
export function selectSilences(db: Database, serverIds: readonly number[], most: number) {
  if (serverIds.length === 0) return []
  return db
    .selectFrom('outage')
    .select(['serverId', 'startTime as from', 'endTime as to'])
    .where('serverId', 'in', serverIds)
    .where('light', '=', 'agent')
    .orderBy('startTime', 'desc')
    .orderBy('serverId', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
}

/** Forgets what is long past. */
export async function removeOldOutages(db: Database, now: number): Promise<void> {
  await db
    .deleteFrom('outage')
    .where('endTime', '<', now - MAX_AGE_MS)
    .execute()
}
