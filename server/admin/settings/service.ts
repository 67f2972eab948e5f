import type { Body, Schema } from '#contract'
import { parseDuration } from '#rules/duration.ts'
import { pricesBy } from '#rules/planPrices.ts'
import { toCents } from '#rules/price.ts'
import { parseSupportLink } from '#rules/supportLink.ts'
import { isTimeZone } from '#rules/zone.ts'
import type { Database } from '../../database/database.ts'
import { Refusal } from '../../base/refusal.ts'
import { selectServers } from '../../accounts/servers/store.ts'
import { holdSettings, type Saved, saveSetting } from '../../database/settings/saveSetting.ts'
import { findSetting } from '../../database/settings/store.ts'

/** Replaces the name, appearance and language of the site. Refuses with `changed meanwhile`. */
export async function editBaseSetting(
  db: Database,
  { data, revision }: Body<'editBaseSetting'>,
): Promise<Saved> {
  const { support = '', timeZone = '' } = data
  if (support.trim() !== '' && parseSupportLink(support) === undefined)
    throw new Refusal(
      400,
      'body/data/support must be a web address, an email address or a Telegram name',
    )
  if (timeZone !== '' && !isTimeZone(timeZone))
    throw new Refusal(
      400,
      'body/data/timeZone must be the name of a time zone such as Asia/Shanghai',
    )
  return db.transaction().execute(async (tx) => {
    await holdSettings(tx)
    // A console sends back everything it received.
    const { homeTimeZone: _, ...base } = data as typeof data & { homeTimeZone?: string }
    return saveSetting(tx, 'base', base, revision)
  })
}

/**
 * Replaces what users may do and are given.
 *
 * Refuses port ranges that end before they start, and with `changed meanwhile`.
 */
export async function editAccountSetting(
  db: Database,
  { data, revision }: Body<'editAccountSetting'>,
): Promise<Saved> {
  // A bound that is left out is the default for new ports.
  const { start = 50_000, end = 60_000 } = data.port ?? {}
  if (end < start) throw new Refusal(403)
  return db.transaction().execute(async (tx) => {
    await holdSettings(tx)
    // Keys that are not shown again are not stored, either; older consoles do not know the option.
    if (data.keepDeviceKeys === false)
      await tx.updateTable('device').set({ privateKey: '' }).where('privateKey', '!=', '').execute()
    return saveSetting(tx, 'account', data, revision)
  })
}

/**
 * Replaces the defaults of a new plan, for each period.
 *
 * Refuses prices with parts of a cent, an invalid reward, unknown servers, and with `changed
 * meanwhile`.
 */
export async function editPaymentSetting(
  db: Database,
  { data, revision }: Body<'editPaymentSetting'>,
): Promise<Saved> {
  // Anything else that was sent is not a period.
  const { hour, day, week, month, season, year } = data
  const given = Object.entries({ hour, day, week, month, season, year })
  const sent = Object.fromEntries(given.filter(([, period]) => period !== undefined))
  const periods = [hour, day, week, month, season, year].filter((period) => period !== undefined)
  const prices = periods.flatMap((period) => Object.values(pricesBy(period)))
  if (prices.some((price) => toCents(price) === undefined)) throw new Refusal(403, 'bad price')
  for (const { refTime = 0 } of periods)
    if (typeof refTime === 'string' && parseDuration(refTime) === 1 && refTime.trim() !== '1')
      throw new Refusal(403, 'bad time')
  return db.transaction().execute(async (tx) => {
    await holdSettings(tx)
    const current = Object.values(await findSetting(tx, 'payment'))
    const servers = (await selectServers(tx)).map(({ id }) => id)
    // A server that was deleted meanwhile must not block a change of prices.
    const existing = new Set([...servers, ...chosenBy(current)])
    const isNone = periods.some(({ server }) => server?.length === 0)
    if (isNone || !chosenBy(periods).every((id) => existing.has(id)))
      throw new Refusal(403, 'bad server')
    return saveSetting(tx, 'payment', sent, revision)
  })
}

const chosenBy = (periods: readonly Schema<'PaymentPeriod'>[]) =>
  periods.flatMap(({ server }) => server ?? [])
