import type { Plane } from '../../base/plane.ts'
import type { Wire } from '../../base/wire.ts'
import type { Database } from '../../database/database.ts'
import { linkEngine } from '../engine/link.ts'
import { selectMarks } from '../metering/marks.ts'
import { enginePlane } from './enginePlane.ts'

/** The engines of another machine, whose wires come when it dials in. */
export type NodePlane = {
  plane: Plane
  attach: (wire: Wire) => void
  /** Whether it has a wire to this process. */
  isOurs: () => boolean
}

/**
 * A node as a plane, under the name its counters are kept by. While it is away it is asked for
 * nothing: what was wanted meanwhile is asked for when it comes back. `failed` gets why the link to
 * an engine was ended that says what none of ours does.
 */
export function nodePlane(
  db: Database,
  name: string,
  failed?: (error: unknown) => void,
): NodePlane {
  const link = linkEngine({
    source: name,
    loadMarks: (epochs) => selectMarks(db, name, epochs),
    waitMs: 0,
    ...(failed && { failed }),
  })
  const wires = new Set<Wire>()
  const letGo = async () => link.leave()
  return {
    plane: enginePlane(link, { leave: letGo, close: letGo }),
    attach(wire) {
      wires.add(wire)
      wire.onClose(() => wires.delete(wire))
      link.attach(wire)
    },
    isOurs: () => wires.size > 0,
  }
}
