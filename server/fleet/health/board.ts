import type { FlowDelta } from '../../engine/plane.ts'
import { type Light, type LightBoard, type Lights, UNKNOWN } from '../../base/lights.ts'
import { openRates } from './rates.ts'

type LightName = Exclude<keyof Lights, 'names'>
type Seen = { [Name in LightName]: Omit<Light, 'since'> } & Pick<Lights, 'names'>

/** A board that is written on. */
export type WritableBoard = LightBoard & {
  /** Takes in what passed. */
  carried: (deltas: readonly FlowDelta[]) => void
  /** Notes what was seen of a server at `now`, ms; answers with its lights. */
  note: (serverId: number, seen: Seen, now: number) => Lights
  /** Takes over what another process has seen of a server, at `now`, ms. */
  take: (serverId: number, lights: Lights, now: number) => void
  /** Takes in what passed through another process, which adds it to its own sum. */
  passedElsewhere: (deltas: readonly FlowDelta[]) => void
  /** Forgets servers that are not among these. */
  keepOnly: (serverIds: ReadonlySet<number>) => void
}

/** Starts with nothing known. */
export function openBoard(now: () => number): WritableBoard {
  const rates = openRates(now)
  const known = new Map<number, Lights>()
  let at: number | null = null

  return {
    of: (serverId) => known.get(serverId) ?? { agent: UNKNOWN, ports: UNKNOWN, handshake: UNKNOWN },
    lookedAt: () => at,
    rateOf: rates.of,
    total: rates.total,
    carried: (deltas) => rates.add(deltas),
    passedElsewhere: (deltas) => rates.add(deltas, { isOwn: false }),
    note,
    take(serverId, lights, now) {
      at = now
      known.set(serverId, lights)
    },
    keepOnly: (serverIds) => {
      for (const id of known.keys()) if (!serverIds.has(id)) known.delete(id)
    },
  }

  function note(serverId: number, seen: Seen, time: number): Lights {
    at = time
    const before = known.get(serverId)
    const since = (name: LightName): Light => {
      const was = before?.[name]
      const stays = was?.state === seen[name].state
      return { ...seen[name], since: stays ? was.since : time }
    }
    const three = { agent: since('agent'), ports: since('ports'), handshake: since('handshake') }
    const lights = { ...three, ...(seen.names && { names: seen.names }) }
    known.set(serverId, lights)
    return lights
  }
}
