import type { Answer } from '#contract'
import { browserColour } from '#rules/theme.ts'
import type { Call } from '../contract.ts'
import { findVapidKeys } from '../push/keys.ts'
import { findSetting } from '../settings/store.ts'
import { VERSION } from '../version.ts'
import { changeLastLogin, findLoginById, hasMainAdmin } from './people.ts'

const MINUTE = 60_000

/** Who is here, and how the site is set: the first thing every console asks. */
export async function getStatus(call: Call<'getStatus'>): Promise<Answer<'getStatus'>> {
  const { db, config, caller, now } = call
  const base = await findSetting(db, 'base')
  const site = {
    version: VERSION,
    title: base.title ?? 'Sluice',
    shortTitle: base.shortTitle ?? 'Sluice',
    themePrimary: base.themePrimary ?? 'blue',
    themeAccent: base.themeAccent ?? 'pink',
    browserColor: browserColour(base.themePrimary ?? 'blue'),
    site: config.site,
    skin: 'default',
    language: base.language ?? '',
    serviceWorker: base.serviceWorker ?? true,
    serviceWorkerTime: base.serviceWorkerTime,
  }
  if (!caller) return { ...site, setup: !(await hasMainAdmin(db)) }

  const [account, person] = await Promise.all([
    findSetting(db, 'account'),
    findLoginById(db, caller.id),
  ])
  const mine = {
    ...site,
    status: caller.type,
    id: caller.id,
    email: person?.email ?? '',
    // Paying and inviting come with their own settings; until then they are off.
    alipay: false,
    paypal: false,
    giftcard: false,
    telegram: false,
    refCode: false,
    subscribe: account.subscribe ?? false,
    simple: account.simple ?? false,
    macAccount: account.macAccount ?? false,
  }
  if (caller.type === 'admin')
    return { ...mine, pushPublicKey: (await findVapidKeys(db)).publicKey }
  await changeLastLogin(db, caller.id, Math.floor(now() / MINUTE) * MINUTE)
  const group = await db
    .selectFrom('userGroup')
    .select('multiAccount')
    .where('id', '=', caller.groupId)
    .executeTakeFirst()
  return {
    ...mine,
    multiAccount: group?.multiAccount ?? 0,
    showAllServer: account.showAllServer ?? false,
  }
}
