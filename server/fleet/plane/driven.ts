import type { Plane } from '../../engine/plane.ts'
import type { Lease } from '../../database/lease.ts'
import type { World } from '../../http/world.ts'
import { openDriver } from '../../engine/drivers/driver.ts'
import { driverMemory } from './driverMemory.ts'
import { selectMarks } from '../../accounts/metering/marks.ts'
import { findServer } from '../../accounts/servers/store.ts'
import { laterPlane } from './later.ts'
import { noPlane } from './none.ts'

/** The node program of one server as a plane; where there is none, one that carries nothing. */
export function drivenPlane(
  { db, now, log, lease }: Pick<World, 'db' | 'now' | 'log'> & { lease: Lease },
  id: number,
): Plane {
  return laterPlane(make())

  async function make(): Promise<Plane> {
    const server = await findServer(db, id)
    if (!server || server.driver === null) return noPlane()
    const { driver } = server
    const loadMarks = (epochs: readonly string[]) => selectMarks(db, `server:${id}`, epochs)
    const memory = driverMemory(db, id, { loadMarks, hold: lease.hold })
    const mayAsk = lease.isHeld
    return openDriver({ server: { ...server, driver }, now, log, memory, mayAsk })
  }
}
