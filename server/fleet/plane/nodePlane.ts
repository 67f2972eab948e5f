import type { Plane } from '../../engine/plane.ts'
import type { Wire } from '../../engine/wire.ts'
import type { Database } from '../../database/database.ts'
import { linkEngine } from '../../engine/console/link.ts'
import { idsIn } from '../../engine/portKey.ts'
import { lastBooked, selectMarks } from '../../accounts/metering/marks.ts'
import { leaseBook } from './leases.ts'
import { nodeIn } from '../../accounts/servers/carrier.ts'
import { enginePlane } from './enginePlane.ts'

/** The engines of another machine, whose wires are added when it connects. */
export type NodePlane = {
  plane: Plane
  attach: (wire: Wire) => void
  /** Whether it has a wire to this process. */
  isOurs: () => boolean
}

type Watch = {
  /** Gets the reason when the link to an engine was ended for invalid messages. */
  failed?: (error: unknown) => void
  /** Gets what of its counters was not believed. */
  doubted?: (error: unknown) => void
  /** Gets ports that were open there before they were ordered here. */
  adopted?: (keys: readonly string[]) => void
  /** Gets the keys of which it had leases while it was away, once it is back. */
  back?: (keys: string[]) => void
}

/**
 * A node as a plane, under the name its counters are stored by. While it is away nothing is sent to
 * it: the desired ports are ordered when it is back. Its counts are accepted as far as they are
 * possible, and of its own servers alone.
 */
export function nodePlane(
  db: Database,
  name: string,
  { failed, doubted = () => {}, adopted, back = () => {} }: Watch = {},
): NodePlane {
  const link = linkEngine({
    source: name,
    loadMarks: (epochs) => selectMarks(db, name, epochs),
    waitMs: 0,
    ...(failed && { failed }),
    doubts: {
      mayHave,
      lastBooked: () => lastBooked(db, name),
      leases: leaseBook(db, nodeIn(name) ?? 0),
      back,
      cut: (key, bytes) => doubted(new Error(`${bytes} bytes of ${key} cannot have passed`)),
    },
  })
  const wires = new Set<Wire>()
  const letGo = async () => link.leave()
  return {
    plane: enginePlane(link, { adopted, leave: letGo, close: letGo }),
    attach(wire) {
      wires.add(wire)
      wire.onClose(() => wires.delete(wire))
      link.attach(wire)
    },
    isOurs: () => wires.size > 0,
  }

  /** Only ports of its own servers, whatever it reports as open. */
  async function mayHave(): Promise<(key: string) => boolean> {
    const id = nodeIn(name) ?? 0
    const rows = await db.selectFrom('server').select('id').where('nodeId', '=', id).execute()
    const servers = new Set(rows.map((row) => row.id))
    return (key) => servers.has(idsIn(key).serverId)
  }
}
