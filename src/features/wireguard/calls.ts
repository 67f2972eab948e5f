import { useQuery } from '@tanstack/react-query'
import {
  addDevice,
  admitDevice,
  admitMyDevice,
  addMyDevice,
  getDeviceLink,
  getMyDeviceLink,
  listDevices,
  listMyDevices,
  removeDevice,
  removeMyDevice,
  renameDevice,
  renameMyDevice,
  renewKey,
  renewMyKey,
} from './operations.ts'

/** The owner of the devices: one of the caller's own accounts, or any account an admin may see. */
export type Whose = 'mine' | 'anyone'

/** The calls that change devices, by owner. */
export const CALLS = {
  mine: {
    add: addMyDevice,
    admit: admitMyDevice,
    rename: renameMyDevice,
    remove: removeMyDevice,
    renew: renewMyKey,
  },
  anyone: {
    add: addDevice,
    admit: admitDevice,
    rename: renameDevice,
    remove: removeDevice,
    renew: renewKey,
  },
}

/** The token of a device's own link. */
export function useDeviceLink(whose: Whose, device: { accountId: number; deviceId: number }) {
  const mine = useQuery({ ...getMyDeviceLink(device), enabled: whose === 'mine' })
  const anyone = useQuery({ ...getDeviceLink(device), enabled: whose === 'anyone' })
  return whose === 'mine' ? mine : anyone
}

/** The devices of an account. */
export function useDevices(whose: Whose, accountId: number) {
  const mine = useQuery({ ...listMyDevices(accountId), enabled: whose === 'mine' })
  const anyone = useQuery({ ...listDevices(accountId), enabled: whose === 'anyone' })
  return whose === 'mine' ? mine : anyone
}
