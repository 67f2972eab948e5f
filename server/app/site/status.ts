import { type Answer, CONTRACT } from '#contract'
import { parseSupportLink } from '#rules/supportLink.ts'
import { browserColour, DEFAULT_COLOUR } from '#rules/theme.ts'
import type { Call } from '../../http/contract.ts'
import { languageOfReader } from '../../http/reader.ts'
import { operationsOf } from '../../http/permissions.ts'
import { hasArticles } from '../../messaging/articles/store.ts'
import { hasPasskeys } from '../../people/factors/passkeyStore.ts'
import { findVapidPublicKey } from '../../notify/push/keys.ts'
import { type FieldKind, fieldKinds, isFieldKind } from '#rules/providers/registry.ts'
import { allProviders, providerNamed } from '../../shop/providers/registry.ts'
import { providersOn } from '../../shop/providers/setting.ts'
import { findSetting } from '../../database/settings/store.ts'
import { monthsKnownSince } from '../../accounts/flow/known.ts'
import { MAX_DEVICES } from '../../accounts/devices/service.ts'
import { hasBot } from '../../notify/telegram/setting.ts'
import { madeIfWritable } from '../../database/unavailable.ts'
import { VERSION } from '../../base/version.ts'
import type { World } from '../../http/world.ts'
import { changeLastLogin, findLoginById, hasMainAdmin } from '../../people/session/people.ts'
import { registrationOf } from '../../people/session/registration.ts'

const MINUTE_MS = 60_000

/** The public settings of the site. */
async function siteOf({ db, config }: World) {
  const [base, { logo, icon, iconTime }] = await Promise.all([
    findSetting(db, 'base'),
    findSetting(db, 'brand'),
  ])
  const support = parseSupportLink(base.support ?? '')
  const site = {
    version: VERSION,
    contract: CONTRACT,
    title: base.title ?? 'Sluice',
    shortTitle: base.shortTitle ?? 'Sluice',
    themePrimary: base.themePrimary ?? DEFAULT_COLOUR,
    themeAccent: base.themeAccent ?? 'pink',
    browserColor: browserColour(base.themePrimary ?? DEFAULT_COLOUR),
    site: config.site,
    skin: 'default',
    language: base.language ?? '',
    serviceWorker: base.serviceWorker ?? true,
    // A new icon needs a new shell as much as the operator's own wish for one.
    serviceWorkerTime:
      iconTime === undefined
        ? base.serviceWorkerTime
        : Math.max(iconTime, base.serviceWorkerTime ?? 0),
    ...(support && { support }),
    ...((logo || icon) && {
      brand: { ...(logo && { logo }), ...(icon && { icon: icon.icon192 }) },
    }),
    ...(base.browserLanguage && { browserLanguage: true }),
  }
  return { base, site }
}

/** The site's settings and offer, for visitors. */
export async function visitorStatus(world: World): Promise<Answer<'getStatus'>> {
  const { db } = world
  const [{ base, site }, hasMain, signUp, passkey, help] = await Promise.all([
    siteOf(world),
    hasMainAdmin(db),
    registrationOf(db),
    hasPasskeys(db),
    hasArticles(db, 'public'),
  ])
  const front = base.frontPage?.isEnable === true
  return { ...site, setup: !hasMain, signUp, passkey, help, ...(front && { front }) }
}

/** The caller and the site's settings: the first request of every console. */
export async function getStatus(call: Call<'getStatus'>): Promise<Answer<'getStatus'>> {
  const { db, caller, now } = call
  if (!caller) return visitorStatus(call)
  const { base, site } = await siteOf(call)
  const [account, ref, on, person, monthsSince] = await Promise.all([
    findSetting(db, 'account'),
    findSetting(db, 'ref'),
    providersOn(db, allProviders()),
    findLoginById(db, caller.id),
    monthsKnownSince(db, now()),
  ])
  const mine = {
    ...site,
    status: caller.type,
    id: caller.id,
    email: person?.email ?? '',
    ...paymentOf(on),
    giftcard: true,
    telegram: await hasBot(db),
    refCode: ref.useRef,
    subscribe: account.subscribe ?? false,
    simple: account.simple ?? false,
    macAccount: account.macAccount ?? false,
    ...(account.graceHours ? { graceHours: account.graceHours } : {}),
    wireGuardDevices: account.wireGuardDevices ?? MAX_DEVICES,
    keepDeviceKeys: account.keepDeviceKeys ?? false,
    ...(monthsSince !== undefined && { monthsSince }),
    ...(base.appDownloads?.length ? { appDownloads: base.appDownloads } : {}),
    ...(base.wireguardDns ? { wireguardDns: base.wireguardDns } : {}),
  }
  if (caller.type === 'admin')
    return { ...mine, ...permissionsOf(caller.rights), ...(await pushKey(call)) }
  const minute = Math.floor(now() / MINUTE_MS) * MINUTE_MS
  // An admin who sees what this customer sees is not the customer being here.
  if (!caller.seenBy) {
    const language = await languageOfReader(call)
    await madeIfWritable(changeLastLogin(db, caller.id, { now: minute, language }))
  }
  const group = await db
    .selectFrom('userGroup')
    .select('multiAccount')
    .where('id', '=', caller.groupId)
    .executeTakeFirst()
  return {
    ...mine,
    multiAccount: group?.multiAccount ?? 0,
    showAllServer: account.showAllServer ?? false,
    ...(caller.seenBy && {
      seenBy: { id: caller.seenBy.id, expiresIn: caller.seenBy.expireTime - now() },
    }),
  }
}

/** Which ways of paying with money are on: some by fields of their own, all of them in a list. */
function paymentOf(on: Awaited<ReturnType<typeof providersOn>>) {
  const fields = Object.fromEntries(fieldKinds().map((kind) => [kind, on.has(kind)]))
  const more = [...on].map(([kind, stored]) => providerNamed(kind)?.status?.(stored) ?? {})
  const others = [...on.keys()].filter((kind) => !isFieldKind(kind))
  return {
    ...(fields as Record<FieldKind, boolean>),
    ...Object.assign({}, ...more),
    ...(others.length > 0 && { payments: others }),
  }
}

/** What an admin other than the main one may call. */
function permissionsOf(rights: string | undefined): Pick<Answer<'getStatus'>, 'permissions'> {
  if (rights === undefined) return {}
  return { permissions: { kind: rights, operations: operationsOf(rights) } }
}

/** The key is made at the first request; a disk that is full then must not lock callers out. */
async function pushKey(world: Pick<World, 'db' | 'secret'>): Promise<{ pushPublicKey?: string }> {
  const key: { pushPublicKey?: string } = {}
  const made = findVapidPublicKey(world).then((publicKey) => (key.pushPublicKey = publicKey))
  await madeIfWritable(made)
  return key
}
