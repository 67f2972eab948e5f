import { type Way, openGates } from './gates.ts'
import { gatedIn, type PeerEntry, speedsIn } from './peerTable.ts'
import { openSpeeds } from './speeds.ts'

/** What holds back the peers of one interface: their speeds, and the gate of those that have ended. */
export type Holds = {
  /** Sets what gated peers reach, from the next `apply` on. */
  setWay: (way: Way) => void
  /** Makes the rules what the table says. */
  apply: () => Promise<void>
  /** The same, also where other software has removed them. */
  guard: () => Promise<void>
  remove: () => Promise<void>
}

/** `shutOut` shuts one out that the gate cannot hold. */
export function openHolds(
  name: string,
  table: ReadonlyMap<string, PeerEntry>,
  shutOut: (entry: PeerEntry) => void,
): Holds {
  const [speeds, gates] = [openSpeeds(name), openGates(name)]
  let way: Way = { homes: [], answers: undefined }
  /** What is in the log already. */
  let fault = ''

  return {
    setWay: (next) => void (way = next),
    apply,
    async guard() {
      await Promise.all([speeds.guard(), gates.guard()]).catch(() => {})
      await apply()
    },
    async remove() {
      await Promise.all([speeds.remove(), gates.remove()])
    },
  }

  async function apply(): Promise<void> {
    await limit()
    try {
      const { addresses, kept } = gatedIn(table.values())
      await gates.apply({ ...way, addresses }, kept)
    } catch (error) {
      // Without the gate they would reach everything.
      console.error('engine: wireguard: no way back:', error)
      for (const entry of table.values()) if (entry.isGated && entry.isActive) shutOut(entry)
    }
  }

  /** A machine that cannot limit anybody serves as it did before there were limits; it is tried again. */
  async function limit(): Promise<void> {
    const { limited, kept } = speedsIn(table.values())
    try {
      await speeds.apply(limited, kept)
      fault = ''
    } catch (error) {
      if (fault !== String(error)) console.error('engine: wireguard: not limited:', error)
      fault = String(error)
    }
  }
}
