import type { Body, Schema } from '#contract'
import { parseDuration } from '#rules/duration.ts'
import { toCents } from '#rules/price.ts'
import { parseSupportLink } from '#rules/supportLink.ts'
import type { Database } from '../../database/database.ts'
import { Refusal } from '../../base/refusal.ts'
import { selectServers } from '../../traffic/servers/store.ts'
import { holdSettings, type Saved, saveSetting } from '../../database/settings/saveSetting.ts'
import { findSetting } from '../../database/settings/store.ts'

/** Replaces the name, looks and language of the site. Refuses with `changed meanwhile`. */
export async function editBaseSetting(
  db: Database,
  { data, revision }: Body<'editBaseSetting'>,
): Promise<Saved> {
  const { support = '' } = data
  if (support.trim() !== '' && parseSupportLink(support) === undefined)
    throw new Refusal(
      400,
      'body/data/support must be a web address, an email address or a Telegram name',
    )
  return db.transaction().execute(async (tx) => {
    await holdSettings(tx)
    return saveSetting(tx, 'base', data, revision)
  })
}

/**
 * Replaces what users may do and are given.
 *
 * Refuses ports that end before they start, and with `changed meanwhile`.
 */
export async function editAccountSetting(
  db: Database,
  { data, revision }: Body<'editAccountSetting'>,
): Promise<Saved> {
  // A border that is left out is the one new ports are looked for with.
  const { start = 50_000, end = 60_000 } = data.port ?? {}
  if (end < start) throw new Refusal(403)
  return db.transaction().execute(async (tx) => {
    await holdSettings(tx)
    // What is not to be shown again is not kept, either; older consoles do not know of it.
    if (data.keepDeviceKeys === false)
      await tx.updateTable('device').set({ privateKey: '' }).where('privateKey', '!=', '').execute()
    return saveSetting(tx, 'account', data, revision)
  })
}

/**
 * Replaces what a new plan of each period starts from.
 *
 * Refuses prices with parts of a cent, a reward nobody can read, servers there are none of, and
 * with `changed meanwhile`.
 */
export async function editPaymentSetting(
  db: Database,
  { data, revision }: Body<'editPaymentSetting'>,
): Promise<Saved> {
  // Whatever else was sent is nobody's period.
  const { hour, day, week, month, season, year } = data
  const given = Object.entries({ hour, day, week, month, season, year })
  const sent = Object.fromEntries(given.filter(([, period]) => period !== undefined))
  const periods = [hour, day, week, month, season, year].filter((period) => period !== undefined)
  const prices = periods.flatMap(({ alipay = 0, paypal = 0 }) => [alipay, paypal])
  if (prices.some((price) => toCents(price) === undefined)) throw new Refusal(403, 'bad price')
  for (const { refTime = 0 } of periods)
    if (typeof refTime === 'string' && parseDuration(refTime) === 1 && refTime.trim() !== '1')
      throw new Refusal(403, 'bad time')
  return db.transaction().execute(async (tx) => {
    await holdSettings(tx)
    const kept = Object.values(await findSetting(tx, 'payment'))
    const servers = (await selectServers(tx)).map(({ id }) => id)
    // A server that was deleted meanwhile must not keep prices from being changed.
    const known = new Set([...servers, ...chosenBy(kept)])
    const isNone = periods.some(({ server }) => server?.length === 0)
    if (isNone || !chosenBy(periods).every((id) => known.has(id)))
      throw new Refusal(403, 'bad server')
    return saveSetting(tx, 'payment', sent, revision)
  })
}

const chosenBy = (periods: readonly Schema<'PaymentPeriod'>[]) =>
  periods.flatMap(({ server }) => server ?? [])
