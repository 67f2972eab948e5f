import type { Body, Schema } from '#contract'
import { parseDuration } from '#rules/duration.ts'
import { toCents } from '#rules/price.ts'
import type { Database } from '../database.ts'
import { Refusal } from '../refusal.ts'
import { selectServers } from '../servers/store.ts'
import { changeSetting, findSetting } from './store.ts'

/** Replaces what users may do and are given. Refuses ports that end before they start. */
export async function editAccountSetting(
  db: Database,
  { data }: Body<'editAccountSetting'>,
): Promise<'success'> {
  // A border that is left out is the one new ports are looked for with.
  const { start = 50_000, end = 60_000 } = data.port ?? {}
  if (end < start) throw new Refusal(403)
  await changeSetting(db, 'account', data)
  return 'success'
}

/**
 * Replaces what a new plan of each period starts from.
 *
 * Refuses prices with parts of a cent, a reward nobody can read, and servers there are none of.
 */
export async function editPaymentSetting(
  db: Database,
  { data }: Body<'editPaymentSetting'>,
): Promise<'success'> {
  const periods = Object.values(data)
  const prices = periods.flatMap(({ alipay = 0, paypal = 0 }) => [alipay, paypal])
  if (prices.some((price) => toCents(price) === undefined)) throw new Refusal(403, 'bad price')
  for (const { refTime = 0 } of periods)
    if (typeof refTime === 'string' && parseDuration(refTime) === 1 && refTime.trim() !== '1')
      throw new Refusal(403, 'bad time')
  const kept = Object.values(await findSetting(db, 'payment'))
  const servers = (await selectServers(db)).map(({ id }) => id)
  // A server that was deleted meanwhile must not keep prices from being changed.
  const known = new Set([...servers, ...chosenBy(kept)])
  const isNone = periods.some(({ server }) => server?.length === 0)
  if (isNone || !chosenBy(periods).every((id) => known.has(id)))
    throw new Refusal(403, 'bad server')
  await changeSetting(db, 'payment', data)
  return 'success'
}

const chosenBy = (periods: readonly Schema<'PaymentPeriod'>[]) =>
  periods.flatMap(({ server }) => server ?? [])
