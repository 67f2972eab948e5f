import type { Insertable } from 'kysely'
import { Refusal } from '../../base/refusal.ts'
import type { ServerTable } from '../../database/tables.ts'
import { requestAbout, detectDriver } from '../../engine/drivers/detect.ts'
import { addressIn, ciphersOf, type DriverKind } from '../../engine/drivers/kinds.ts'
import type { ServerRow } from './store.ts'

type Sent = Insertable<ServerTable>
type Reached = Pick<ServerRow, 'type' | 'plane' | 'host' | 'port' | 'password' | 'driver'>

/**
 * What a server's node program speaks, found out by asking it; null where there is none.
 *
 * Refuses with `server unreachable` only what was asked and did not answer, or knows another
 * password; with 400 what the program that answered cannot carry. `before` is not asked again when
 * it is reached as it was, so that the name of a server that is away can be changed.
 */
export async function driverFor(
  server: Sent,
  now: () => number,
  before?: Reached,
): Promise<DriverKind | null> {
  if (server.plane !== 'manager') return null
  const driver =
    before && isReachedAs(before, server) ? before.driver : await askedDriver(server, now)
  checkCarried(server, driver)
  return driver
}

/** How a server's node program is, when it answers within some seconds. */
export async function aboutServer({ driver, host, port, password }: ServerRow, now: () => number) {
  if (driver === null) return undefined
  return requestAbout({ host: addressIn(host), port, password }, driver, now)
}

async function askedDriver(server: Sent, now: () => number): Promise<DriverKind> {
  const { host, port = 0, password = '' } = server
  const found = await detectDriver({ host: addressIn(host), port, password }, now)
  if ('trouble' in found) throw new Refusal(403, 'server unreachable')
  return found.driver
}

function isReachedAs(before: Reached, { type, host, port, password }: Sent): boolean {
  const isSamePlace = addressIn(before.host) === addressIn(host) && before.port === port
  const isSame = isSamePlace && before.password === password && before.type === type
  return isSame && before.plane === 'manager' && before.driver !== null
}

function checkCarried({ type, method }: Sent, driver: DriverKind | null): void {
  if (driver === null) return
  const carried = driver === 'wireguard' ? 'WireGuard' : 'Shadowsocks'
  if (type !== carried) throw new Refusal(400, `body/type must be ${carried} for this node agent`)
  const ciphers = ciphersOf(driver)
  if (ciphers.length > 0 && !ciphers.includes(method))
    throw new Refusal(400, `body/method must be one of ${ciphers.join(', ')} for this node agent`)
}
