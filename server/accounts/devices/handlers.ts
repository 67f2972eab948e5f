import { found, Refusal } from '../../base/refusal.ts'
import type { Caller, Handlers } from '../../http/contract.ts'
import { seesSecrets } from '../../http/permissions.ts'
import { groupOf } from '../../http/scope.ts'
import { findAccount } from '../store.ts'
import {
  addDevice,
  admitDevice,
  chooseRule,
  linkOf,
  removeDevice,
  renameDevice,
  renewKey,
  type Scope,
} from './service.ts'
import { devicesOf } from './view.ts'

type Sent = { caller: Caller; path: { accountId: number } }

/** The devices of accounts: a person's own, and for admins everyone's in their scope. */
export const deviceHandlers = {
  listMyDevices: async (call) => devicesOf(call, await mine(call).find(call.db), { isOwn: true }),
  addMyDevice: (call) => addDevice(call, mine(call), call.body.name),
  renameMyDevice: (call) =>
    renameDevice(call, mine(call), { id: call.path.deviceId, name: call.body.name }),
  removeMyDevice: (call) => removeDevice(call, mine(call), call.path.deviceId),
  renewMyKey: (call) => renewKey(call, mine(call), call.path.deviceId),
  getMyDeviceLink: (call) => linkOf(call, mine(call), call.path.deviceId),
  admitMyDevice: (call) => admitDevice(call, mine(call), call.path.deviceId),
  chooseMyDeviceRule: (call) => chooseRule(call, mine(call), call.body.asks),

  async listDevices(call) {
    const devices = await devicesOf(call, await ours(call).find(call.db), { isOwn: false })
    if (seesSecrets(call.caller)) return devices
    return devices.map((device) => ({ ...device, privateKey: null, presharedKey: null }))
  },
  addDevice: (call) => addDevice(call, ours(call), call.body.name),
  renameDevice: (call) =>
    renameDevice(call, ours(call), { id: call.path.deviceId, name: call.body.name }),
  removeDevice: (call) => removeDevice(call, ours(call), call.path.deviceId),
  renewKey: (call) => renewKey(call, ours(call), call.path.deviceId),
  getDeviceLink: (call) => linkOf(call, ours(call), call.path.deviceId),
  admitDevice: (call) => admitDevice(call, ours(call), call.path.deviceId),
} satisfies Partial<Handlers>

/** An account of the caller's own. */
function mine({ caller, path: { accountId } }: Sent): Scope {
  return {
    accountId,
    isOwn: true,
    async find(db) {
      const account = found(await findAccount(db, accountId), 404)
      if (account.userId !== caller.id) throw new Refusal(404)
      return account
    },
  }
}

/** An account of the admin's group. */
function ours({ caller, path: { accountId } }: Sent): Scope {
  return {
    accountId,
    isOwn: false,
    find: async (db) => found(await findAccount(db, accountId, groupOf(caller)), 404),
  }
}
