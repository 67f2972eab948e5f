import type { Schema } from '#contract'
import { isWireGuardPort } from '#rules/ports.ts'
import { found, Refusal } from '../../base/refusal.ts'
import { newPresharedKey, newWireGuardKeys } from '../../engine/wireguardKeys.ts'
import type { Database } from '../../database/database.ts'
import { seal } from '../../database/sealed.ts'
import { findSetting } from '../../database/settings/store.ts'
import type { World } from '../../http/world.ts'
import { isHeld } from '../known.ts'
import { changeAccount, holdAccount, type StoredAccount } from '../store.ts'
import { secretOf } from '../servers/tunnels.ts'
import {
  changeDeviceKeys,
  changeDeviceName,
  deleteDevice,
  insertDevice,
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
 * Adds a device with keys and addresses of its own. Its private key is in the answer, and stored
 * only where the setting allows it.
 *
 * Refuses with `no address`, `device limit` and `device name taken`.
 */
export async function addDevice(world: Deps, scope: Scope, sent: string): Promise<Device> {
  const { db, now, wake } = world
  const { accountId } = scope
  const name = named(sent)
  await scope.find(db)
  const [{ publicKey, privateKey }, presharedKey] = [newWireGuardKeys(), newPresharedKey()]
  const secret = await secretOf(db)
  const { wireGuardDevices = MAX_DEVICES, keepDeviceKeys } = await findSetting(db, 'account')
  const id = await db.transaction().execute(async (tx) => {
    // Of two concurrent additions, the second counts the first one's device.
    await holdAccount(tx, accountId)
    const { port } = await scope.find(tx)
    if (!isWireGuardPort(port)) throw new Refusal(403, 'no address')
    const there = await selectDevices(tx, [accountId])
    if (there.some((one) => one.name === name)) throw new Refusal(403, 'device name taken')
    if (there.length >= wireGuardDevices) throw new Refusal(403, 'device limit')
    const stored = {
      privateKey: keepDeviceKeys ? seal(privateKey, secret) : '',
      presharedKey: seal(presharedKey, secret),
    }
    const row = { accountId, name, publicKey, ...stored, createTime: now() }
    const made = await insertDevice(tx, row)
    if (made === undefined) throw new Refusal(403, 'no address')
    return made
  })
  wake([accountId])
  const shown = await devicesOf(world, await scope.find(db), { ...scope, isQuick: true })
  // A concurrent call may already have removed it.
  return {
    ...found(
      shown.find((one) => one.id === id),
      404,
    ),
    privateKey,
    presharedKey,
  }
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
  const { port } = await scope.find(db)
  if (!isWireGuardPort(port)) throw new Refusal(403, 'no address')
  const { publicKey, privateKey } = newWireGuardKeys()
  const presharedKey = deviceId === 0 ? null : newPresharedKey()
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
    if (!(await changeDeviceKeys(db, { accountId, id: deviceId }, stored))) throw new Refusal(404)
  }
  wake([accountId])
  const shown = await devicesOf(world, await scope.find(db), { ...scope, isQuick: true })
  // A concurrent call may already have renewed it once more.
  return {
    ...found(
      shown.find((one) => one.id === deviceId),
      404,
    ),
    publicKey,
    privateKey,
    presharedKey,
  }
}

/** A name as it is stored: names that look the same are the same. */
const named = (text: string): string => text.normalize('NFC').trim()
