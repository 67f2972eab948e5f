import type { Wire } from '../../../engine/wire.ts'

/** What brings a wire to each engine that runs on this machine, and another one for each that ended. */
export type Engines = { onWire: (listener: (wire: Wire) => void) => void }

/** Connects the engines of this machine with the console at the other end of a link. */
export type Bridge = {
  /** Uses this link for all engines, now and later, until it ends. */
  carry: (link: { open: () => Wire; onClose: (listener: () => void) => void }) => void
}

/**
 * Without a link, what engines report is dropped: their counters go on rising, and the console that comes
 * next begins with a new wire and gets all of it.
 */
export function openBridge(engines: Engines): Bridge {
  const idle = new Set<Wire>()
  let open: (() => Wire) | undefined

  engines.onWire((wire) => {
    if (open) return join(wire, open())
    idle.add(wire)
    wire.onMessage(() => {})
    wire.onClose(() => idle.delete(wire))
  })

  return {
    carry(link) {
      open = link.open
      link.onClose(() => {
        if (open === link.open) open = undefined
      })
      // Each is followed by a fresh one, on which nothing has been said.
      for (const wire of idle) wire.close()
      idle.clear()
    },
  }
}

function join(engine: Wire, lane: Wire): void {
  engine.onMessage(lane.send)
  lane.onMessage(engine.send)
  engine.onClose(lane.close)
  lane.onClose(engine.close)
}
