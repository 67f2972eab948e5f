import type { Database } from '../../database/database.ts'
import { passwordOf } from '../../accounts/devices/keys.ts'
import { selectDevices } from '../../accounts/devices/store.ts'
import { takesDevices } from '../../accounts/servers/access.ts'
import type { ServerRow } from '../../accounts/servers/store.ts'
import type { DesiredPort } from '../../engine/plane.ts'

/**
 * The devices of an account in its order on a server: `keyFor` says what the engine knows one by that
 * uses this in place of the account's password.
 */
export type DevicesOn = (
  accountId: number,
  server: ServerRow,
  keyFor: (password: string) => string,
) => Pick<DesiredPort, 'devices'>

/** Looks up the keys of all devices of these accounts at once; nothing where no server takes any. */
export async function selectDeviceKeys(
  db: Database,
  accounts: readonly { id: number }[],
  servers: readonly ServerRow[],
): Promise<DevicesOn> {
  if (accounts.length === 0 || !servers.some(takesDevices)) return () => ({})
  const rows = await selectDevices(
    db,
    accounts.map(({ id }) => id),
  )
  const opened = await Promise.all(
    rows.map(async (row) => ({ ...row, password: await passwordOf(db, row) })),
  )
  const devices = Map.groupBy(opened, ({ accountId }) => accountId)

  return (accountId, server, keyFor) => {
    if (!takesDevices(server)) return {}
    const keys = (devices.get(accountId) ?? []).flatMap(({ id, password }) =>
      password === undefined ? [] : [{ deviceId: id, password: keyFor(password) }],
    )
    // In one order, whatever their names are: another one would be another order.
    keys.sort((a, b) => a.deviceId - b.deviceId)
    return keys.length > 0 ? { devices: keys } : {}
  }
}
