import { WARNINGS } from '#rules/warnings.ts'
import type { Database } from '../../database/database.ts'
import { insertEvent } from '../../messaging/events/store.ts'
import { cycleFromOf } from '../../accounts/quota/usage.ts'
import { insertMail } from '../../messaging/mails/store.ts'
import { findStored, findSetting } from '../../database/settings/store.ts'
import type { World } from '../../http/world.ts'
import { type Candidate, selectEnding, selectRunningOut, selectUsedUp } from './candidates.ts'
import { letterOf, type Terms } from './letter.ts'
import { findTimeZone } from '../../database/settings/timeZone.ts'

type Warning = { kind: Parameters<typeof letterOf>[0]; effect: string; account: Candidate }

const BATCH_SIZE = 500
const DAY_MS = 86_400_000

/**
 * Warns customers whose accounts end soon or run out of traffic: once for each end and each cycle.
 *
 * They are notified wherever they chose to be, and by mail where that is set up. Call it again and
 * again; it may run twice at a time.
 */
export async function warnCustomers({
  db,
  now,
  config,
}: Pick<World, 'db' | 'now' | 'config'>): Promise<number> {
  const setting = await findSetting(db, 'account')
  const limits = { ...WARNINGS, ...setting.warnings }
  if (!limits.isEnable) return 0
  const [ending, runningOut, usedUp, mailServer, base, timeZone] = await Promise.all([
    selectEnding(db, limits, now()),
    selectRunningOut(db, limits, now()),
    selectUsedUp(db, now()),
    findStored(db, 'mailServer'),
    findSetting(db, 'base'),
    findTimeZone({ db, config }),
  ])
  const warnings = [
    ...ending
      .filter(isLongerThan(limits.days))
      .map((one) => warning('ending', one, one.expireTime ?? 0)),
    ...runningOut.map((one) => warning('runningOut', one, cycleFromOf(one, now()))),
    ...usedUp.map((one) => warning('usedUp', one, cycleFromOf(one, now()))),
  ]
  const fresh = await selectNew(db, warnings)
  for (const one of fresh.slice(0, BATCH_SIZE))
    await db.transaction().execute((tx) =>
      warn(tx, one, {
        now: now(),
        base,
        percent: limits.percent,
        timeZone,
        site: config.site,
        byMail: limits.mail && mailServer !== undefined,
      }),
    )
  return Math.min(fresh.length, BATCH_SIZE)
}

const warning = (kind: Warning['kind'], account: Candidate, turn: number): Warning => ({
  kind,
  effect: `${kind}:${account.id}:${turn}`,
  account,
})

/** Whether an account was given for longer than the notice: a trial of hours ends as it was given. */
const isLongerThan =
  (days: number) =>
  ({ cycleStart, expireTime }: Candidate) =>
    cycleStart === null || (expireTime ?? Infinity) - cycleStart > days * DAY_MS

/** Those nobody was notified of yet. */
async function selectNew(db: Database, warnings: Warning[]): Promise<Warning[]> {
  const known = new Set<string>()
  for (let at = 0; at < warnings.length; at += BATCH_SIZE) {
    const effects = warnings.slice(at, at + BATCH_SIZE).map(({ effect }) => effect)
    const rows = await db
      .selectFrom('event')
      .select('effect')
      .where('effect', 'in', effects)
      .execute()
    for (const { effect } of rows) known.add(effect)
  }
  return warnings.filter(({ effect }) => !known.has(effect))
}

async function warn(
  tx: Database,
  { kind, effect, account }: Warning,
  { now, byMail, ...terms }: Terms & { now: number; byMail: boolean },
): Promise<void> {
  const { owner: userId, port, expireTime } = account
  const data = { port, ends: expireTime, percent: terms.percent }
  await insertEvent(tx, { kind, userId, subjectId: null, effect, data }, now)
  if (byMail) await insertMail(tx, { ...letterOf(kind, account, terms), effect }, now)
}
