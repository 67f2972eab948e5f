import type { Database } from '../../database/database.ts'
import { passwordOf } from '../../accounts/devices/keys.ts'
import { selectDevices } from '../../accounts/devices/store.ts'
import type { selectFormerPasswords } from '../../accounts/former.ts'
import { takesDevices } from '../../accounts/servers/access.ts'
import type { ServerRow } from '../../accounts/servers/store.ts'
import type { DesiredPort } from '../../engine/plane.ts'

type FormerPasswords = Awaited<ReturnType<typeof selectFormerPasswords>>

/** What the account's own key is among those of its devices. */
const OWN_KEY = 0

/**
 * The further keys of an account in its order on a server: those of its devices, and under number 0 the
 * password that was its own and opens it for a while. `keyFor` says what the engine knows one by that
 * uses this in place of the account's password.
 */
export type DevicesOn = (
  accountId: number,
  server: ServerRow,
  keyFor: (password: string) => string,
) => Pick<DesiredPort, 'devices'>

/** Looks up the further keys of all these accounts at once; nothing where no server takes any. */
export async function selectDeviceKeys(
  db: Database,
  accounts: readonly { id: number }[],
  { servers, former }: { servers: readonly ServerRow[]; former: FormerPasswords },
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
    const was = former.get(accountId)
    const keys = (devices.get(accountId) ?? []).flatMap(({ id, password }) =>
      password === undefined ? [] : [{ deviceId: id, password: keyFor(password) }],
    )
    if (was) keys.push({ deviceId: OWN_KEY, password: keyFor(was.password) })
    // In one order, whatever their names are: another one would be another order.
    keys.sort((a, b) => a.deviceId - b.deviceId)
    return keys.length > 0 ? { devices: keys } : {}
  }
}
