import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { momentOf, wallTime } from '#rules/zone.ts'
import { readJson, writePadded } from '../upgrade/state.ts'

const FILE = 'upgrade-plan.json'
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** A release that waits in the data folder until its hour. */
export type Plan = {
  file: string
  version: string
  /** Of the file that was shown; another one by that name is not taken. */
  sum: string
  /** ms since 1970. */
  time: number
}

/** What is planned; undefined for nothing. */
export const readPlan = (dataDir: string) => readJson<Plan>(join(dataDir, FILE))

/** Plans it, in place of what was planned before. */
export const writePlan = (dataDir: string, plan: Plan) => writePadded(join(dataDir, FILE), plan)

/** Forgets it. */
export const dropPlan = (dataDir: string) => rmSync(join(dataDir, FILE), { force: true })

/** When the clocks of a zone next show an hour. */
export function nextHour(now: number, hour: number, timeZone: string): number {
  const wall = wallTime(now, timeZone)
  const midnight = wall - (wall - Math.floor(wall / DAY_MS) * DAY_MS)
  const today = momentOf(midnight + hour * HOUR_MS, timeZone)
  return today > now ? today : momentOf(midnight + DAY_MS + hour * HOUR_MS, timeZone)
}
