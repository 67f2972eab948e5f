import type { Schema } from '#contract'
import { isWireGuardPort } from '#rules/ports.ts'
import { found, Refusal } from '../../base/refusal.ts'
import { newPresharedKey, newWireGuardKeys } from '../../engine/wireguardKeys.ts'
import type { Database } from '../../database/database.ts'
import { seal } from '../../database/sealed.ts'
import { findSetting } from '../../database/settings/store.ts'
import type { World } from '../../http/world.ts'
import { deviceLimitOf } from '../deviceLimit.ts'
import { isHeld } from '../known.ts'
import { changeAccount, holdAccount, type StoredAccount } from '../store.ts'
import { takesDevices } from '../servers/access.ts'
import { serversOf } from '../servers/allowed.ts'
import { selectServers } from '../servers/store.ts'
import { secretOf } from '../servers/tunnels.ts'
import { newLink, tokenOf } from './keys.ts'
import {
  changeDeviceKeys,
  changeDeviceName,
  deleteDevice,
  findDevice,
  insertDevice,
  insertTunnelDevice,
  letIn,
  selectDevices,
} from './store.ts'
import { devicesOf } from './view.ts'

type Device = Schema<'WireGuardDevice'>
type Deps = Pick<World, 'db' | 'plane' | 'now' | 'wake'>

/** The account a call is about. Refuses with 404 one that the caller may not see. */
export type Scope = {
  find: (db: Database) => Promise<StoredAccount>
  accountId: number
  isOwn: boolean
}

/** How many devices an account may have besides its own key, unless the setting changes it. */
export const MAX_DEVICES = 5

/**
 * Adds a device with keys of its own: for Trojan and Shadowsocks, and with addresses for WireGuard. Its private
 * key is in the answer, and stored only where the setting allows it.
 *
 * Refuses with `no address`, `device limit` and `device name taken`.
 */
export async function addDevice(world: Deps, scope: Scope, sent: string): Promise<Device> {
  const { db, now, wake } = world
  const { accountId } = scope
  const name = named(sent)
  const ways = await waysOf(db, await scope.find(db))
  const [{ publicKey, privateKey }, presharedKey] = [newWireGuardKeys(), newPresharedKey()]
  const secret = await secretOf(db)
  const { wireGuardDevices = MAX_DEVICES, keepDeviceKeys } = await findSetting(db, 'account')
  const { id, hasTunnel } = await db.transaction().execute(async (tx) => {
    // Of two concurrent additions, the second counts the first one's device.
    await holdAccount(tx, accountId)
    const account = await scope.find(tx)
    const there = await selectDevices(tx, [accountId])
    if (there.some((one) => one.name === name)) throw new Refusal(403, 'device name taken')
    const most = deviceLimitOf(account) || wireGuardDevices
    if (there.filter(({ isWaiting }) => !isWaiting).length >= most)
      throw new Refusal(403, 'device limit')
    const row = { accountId, name, createTime: now(), ...(ways.proxy && (await newLink(tx))) }
    const stored = {
      publicKey,
      privateKey: keepDeviceKeys ? seal(privateKey, secret) : '',
      presharedKey: seal(presharedKey, secret),
    }
    const made = ways.tunnel && (await insertTunnelDevice(tx, { ...row, ...stored }))
    if (made) return { id: made, hasTunnel: true }
    if (!ways.proxy) throw new Refusal(403, 'no address')
    const alone = { ...row, number: null, publicKey: null, presharedKey: '' }
    return { id: await insertDevice(tx, alone), hasTunnel: false }
  })
  wake([accountId])
  const shown = await devicesOf(world, await scope.find(db), { ...scope, isQuick: true })
  // A concurrent call may already have removed it.
  return {
    ...found(
      shown.find((one) => one.id === id),
      404,
    ),
    ...(hasTunnel && { privateKey, presharedKey }),
  }
}

/** Which keys a new device of an account can have. */
async function waysOf(db: Database, account: StoredAccount) {
  const allowed = serversOf(account)
  const all = await selectServers(db)
  const servers = all.filter(({ id }) => allowed?.includes(id) ?? true)
  const proxy = servers.some(takesDevices)
  // Where no other key would be of use, its server may still be to come.
  const hasTunnels = !proxy || servers.some(({ type }) => type === 'WireGuard')
  return { proxy, tunnel: hasTunnels && isWireGuardPort(account.port) }
}

/** Renames a device. Refuses with `device name taken`. */
export async function renameDevice(
  { db }: Deps,
  { find, accountId }: Scope,
  { id, name }: { id: number; name: string },
): Promise<'success'> {
  await find(db)
  const device = { accountId, id, name: named(name) }
  const isThere = await changeDeviceName(db, device).catch((error: unknown) => {
    if (isHeld(error)) throw new Refusal(403, 'device name taken')
    throw error
  })
  if (!isThere) throw new Refusal(404)
  return 'success'
}

/** The token of a device's own link. Refuses with 404 where it has none, or waits. */
export async function linkOf({ db }: Pick<Deps, 'db'>, { find, accountId }: Scope, id: number) {
  await find(db)
  const device = found(await findDevice(db, { accountId, id }), 404)
  if (device.isWaiting) throw new Refusal(404)
  return { id: accountId, subscribe: found(await tokenOf(db, device), 404) }
}

/** Lets in a device that waits. Refuses with `device limit`. */
export async function admitDevice(
  { db, wake }: Deps,
  { find, accountId }: Scope,
  id: number,
): Promise<'success'> {
  await db.transaction().execute(async (tx) => {
    await holdAccount(tx, accountId)
    const account = await find(tx)
    const rows = await selectDevices(tx, [accountId])
    const device = rows.find((one) => one.id === id)
    if (!device) throw new Refusal(404)
    if (!device.isWaiting) return
    if (rows.filter(({ isWaiting }) => !isWaiting).length >= deviceLimitOf(account))
      throw new Refusal(403, 'device limit')
    await letIn(tx, device)
  })
  wake([accountId])
  return 'success'
}

/** Says whether a device too many waits, or takes the place of another. */
export async function chooseRule(
  { db }: Pick<Deps, 'db'>,
  { find, accountId }: Scope,
  asks: boolean,
): Promise<'success'> {
  await find(db)
  await changeAccount(db, accountId, { asksForDevices: asks ? 1 : 0 })
  return 'success'
}

/** Removes a device from an account; it is disconnected when the ports are reconciled. */
export async function removeDevice(
  { db, wake }: Deps,
  { find, accountId }: Scope,
  id: number,
): Promise<'success'> {
  await db.transaction().execute(async (tx) => {
    await find(tx)
    if (!(await deleteDevice(tx, { accountId, id }))) throw new Refusal(404)
  })
  wake([accountId])
  return 'success'
}

/**
 * Generates new keys for a device, 0 for the account's own. Its private key is in the answer, and
 * stored only where the settings allow it. Refuses with `no address`.
 */
export async function renewKey(world: Deps, scope: Scope, deviceId: number): Promise<Device> {
  const { db, wake } = world
  const { accountId } = scope
  const account = await scope.find(db)
  const { proxy } = await waysOf(db, account)
  const device =
    deviceId === 0 ? undefined : found(await findDevice(db, { accountId, id: deviceId }), 404)
  const hasTunnel = device === undefined || device.publicKey !== null
  if (hasTunnel && !isWireGuardPort(account.port)) throw new Refusal(403, 'no address')
  const { publicKey, privateKey } = newWireGuardKeys()
  const presharedKey = device ? newPresharedKey() : null
  const { keepOwnKeys = true, keepDeviceKeys } = await findSetting(db, 'account')
  if (presharedKey === null)
    await changeAccount(db, accountId, { publicKey, privateKey: keepOwnKeys ? privateKey : '' })
  else {
    const secret = await secretOf(db)
    const stored = {
      publicKey,
      privateKey: keepDeviceKeys ? seal(privateKey, secret) : '',
      presharedKey: seal(presharedKey, secret),
    }
    const keys = { ...(hasTunnel && stored), ...(proxy && (await newLink(db))) }
    if (!(await changeDeviceKeys(db, { accountId, id: deviceId }, keys))) throw new Refusal(404)
  }
  wake([accountId])
  const shown = await devicesOf(world, await scope.find(db), { ...scope, isQuick: true })
  // A concurrent call may already have renewed it once more.
  return {
    ...found(
      shown.find((one) => one.id === deviceId),
      404,
    ),
    ...(hasTunnel && { publicKey, privateKey, presharedKey }),
  }
}

/** A name as it is stored: names that look the same are the same. */
const named = (text: string): string => text.normalize('NFC').trim()
