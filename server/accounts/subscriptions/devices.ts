import { meetApp, type App } from '../devices/apps.ts'
import { passwordOf } from '../devices/keys.ts'
import { type DeviceRow, findDeviceByToken, noteFetch } from '../devices/store.ts'
import { deviceLimitOf } from '../deviceLimit.ts'
import { takesDevices } from '../servers/access.ts'
import type { ServerRow } from '../servers/store.ts'
import { findAccount, type StoredAccount } from '../store.ts'
import type { Call } from '../../http/contract.ts'
import type { PortState } from '../../engine/plane.ts'

type Asked = Pick<
  Call<'getSubscription'>,
  'db' | 'now' | 'wake' | 'plane' | 'requestHeader' | 'header'
>

/** Whose key an app is given. */
export type Holder = {
  /** Tells what a server knows the app by, in place of the account's password; undefined for that. */
  passwordOn: (server: ServerRow) => string | undefined
  /** Why it gets no server at all. */
  refused?: 'full' | 'waiting'
}

/** The account's own key for everything. */
export const OWN_KEY: Holder = { passwordOn: () => undefined }

/** What apps may call a device by: the standard has 36 letters, some send a hash of 64. */
const HWID = /^[!-~]{1,64}$/
const MOST_LETTERS = 60

/** The account and the device whose own link has this token. */
export async function findByDeviceToken({ db }: Pick<Asked, 'db'>, token: string) {
  const device = await findDeviceByToken(db, token)
  const account = device && (await findAccount(db, device.accountId))
  return account && { account, device }
}

/**
 * Whose key an app gets that has shown a link: that of the device whose link it is, or, with the link of
 * the account, of the device it says it is on, where the account tells devices apart. Says so in the
 * headers that apps read. Servers that do not know the key get the account's own.
 */
export async function holderOf(
  call: Asked,
  account: StoredAccount,
  linked: DeviceRow | undefined,
): Promise<Holder> {
  const { db, now } = call
  const isActive = deviceLimitOf(account) > 0
  if (isActive) call.header('x-hwid-active', 'true')
  if (linked) {
    await noteFetch(db, linked, now())
    return keyOf(call, account, linked)
  }
  const app = isActive ? appIn(call) : undefined
  if (!app) return OWN_KEY
  const met = await meetApp(call, account, app)
  if ('device' in met) return keyOf(call, account, met.device)
  call.header('x-hwid-max-devices-reached', 'true')
  call.header('x-hwid-limit', 'true')
  return { passwordOn: () => undefined, refused: met.refused }
}

async function keyOf(
  { db, plane }: Asked,
  { id: accountId }: StoredAccount,
  device: DeviceRow,
): Promise<Holder> {
  const password = await passwordOf(db, device)
  return {
    passwordOn: (server) =>
      takesDevices(server) && knowsDevices(plane.stateOf(`${server.id}:${accountId}`))
        ? password
        : undefined,
  }
}

/** Whether what carries a port lets in devices; where that is not known the account's own key is sure. */
const knowsDevices = (state: PortState | undefined) =>
  state !== undefined && state.open && state.ownKeyOnly !== true

/** The device an app says it is on; undefined for one that says nothing, or what no app says. */
function appIn({ requestHeader }: Pick<Asked, 'requestHeader'>): App | undefined {
  const hwid = requestHeader('x-hwid')?.trim() ?? ''
  if (!HWID.test(hwid)) return undefined
  const text = (name: string) =>
    [...(requestHeader(name) ?? '')]
      .filter((letter) => /[\p{L}\p{N}\p{P}\p{S} ]/u.test(letter))
      .slice(0, MOST_LETTERS)
      .join('')
      .trim()
  const system = [text('x-device-os'), text('x-ver-os')].filter((one) => one !== '').join(' ')
  return { hwid, model: text('x-device-model'), system }
}
