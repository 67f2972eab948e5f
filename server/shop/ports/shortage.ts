import type { PortRange } from '#rules/ports.ts'
import type { Config } from '../../base/config.ts'
import type { Database } from '../../database/database.ts'
import { findSetting } from '../../database/settings/store.ts'
import { insertEvent } from '../../messaging/events/store.ts'
import { countTakenPorts } from '../../accounts/ports.ts'
import { sizeOf } from './newcomers.ts'

/** Below how many percent of free ports the main admin is notified where the setting says nothing. */
const USUAL_WARNING = 10
const DAY_MS = 86_400_000

type Place = {
  now: number
  config: Pick<Config, 'port'>
  /** How many are about to be taken in the same transaction. */
  coming?: number
}

/**
 * Notifies the main admin, once a day, when few of these ports are left. Requires the transaction in
 * which one of them was taken or set aside.
 */
export async function noteShortage(
  tx: Database,
  ranges: readonly PortRange[],
  { now, config, coming = 0 }: Place,
): Promise<void> {
  const { port } = await findSetting(tx, 'account')
  const percent = port?.warnFree ?? USUAL_WARNING
  const size = sizeOf(ranges)
  if (percent === 0 || size === 0) return
  const free = size - (await countTakenPorts(tx, ranges, config.port)) - coming
  if (free * 100 >= size * percent) return
  const effect = `portsShort:${Math.floor(now / DAY_MS)}`
  const event = { kind: 'portsShort' as const, userId: null, subjectId: null, effect }
  await insertEvent(tx, { ...event, data: { percent } }, now)
}

/** Notifies the main admin, once a day, that newcomers are refused a trial account. */
export async function noteTrialsRefused(db: Database, now: number): Promise<void> {
  const effect = `trialsRefused:${Math.floor(now / DAY_MS)}`
  const event = { kind: 'trialsRefused' as const, userId: null, subjectId: null, effect }
  await insertEvent(db, { ...event, data: {} }, now)
}
