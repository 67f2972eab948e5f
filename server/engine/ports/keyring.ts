import type { RemoteInfo } from 'node:dgram'
import type { Arrival } from './account.ts'
import type { Door, Refusal, StreamReader } from './door.ts'

/**
 * How many datagrams a second that no key opens are tried with all keys. Beyond them only the account's
 * own is tried, and that of a sender who is known: garbage must not cost more for a port with many.
 */
const MOST_MISSES = 200

/**
 * The door of a port with one account that several keys open: its own, and those of its devices. The
 * methods that such ports have say nothing of whose key it is, so each is tried; a client is told of
 * none, and learns nothing from a wrong one.
 *
 * `mostPlaces`: of how many senders of datagrams the key is remembered, so that it is tried first.
 * `isKey`: whether a key opens the port still, when a connection that came before shows it.
 */
export function doorOfKeys(
  own: Door,
  others: readonly Door[],
  mostPlaces: number,
  isKey: (door: Door) => boolean = () => true,
): Door {
  if (others.length === 0) return own
  const doors = [own, ...others]
  const latest = new Map<string, Door>()
  let [second, misses] = [0, 0]

  return { ...own, readStream: () => readWithAny(doors, isKey), openPacket }

  function openPacket(packet: Buffer, from: RemoteInfo): Arrival | Refusal {
    const place = `${from.address} ${from.port}`
    const known = latest.get(place)
    let refusal: Refusal = { reason: 'wrongKey', account: own.owner }
    for (const door of doorsFor(known)) {
      const opened = door.openPacket(packet, from)
      if (!('reason' in opened)) {
        remember(place, door)
        return opened
      }
      refusal = graver(refusal, opened)
    }
    misses += 1
    return refusal
  }

  function doorsFor(known: Door | undefined): readonly Door[] {
    const now = Math.floor(performance.now() / 1_000)
    if (now !== second) [second, misses] = [now, 0]
    const tried = misses < MOST_MISSES ? doors : [own]
    return known ? [known, ...tried.filter((one) => one !== known)] : tried
  }

  function remember(place: string, door: Door): void {
    latest.delete(place)
    latest.set(place, door)
    if (latest.size > mostPlaces) latest.delete(latest.keys().next().value ?? '')
  }
}

/** Reads a stream with all keys until one has opened its first box. */
function readWithAny(doors: readonly Door[], isKey: (door: Door) => boolean): StreamReader {
  let left = doors.map((door) => ({ door, one: door.readStream() }))
  let found: StreamReader | undefined
  const reader: StreamReader = { proof: undefined, refusal: undefined, read }
  return reader

  function read(data: Buffer): Buffer[] | undefined {
    if (found) return readOn(found, data)
    const rest = []
    for (const { door, one } of left.filter((each) => isKey(each.door))) {
      const pieces = one.read(data)
      if (one.proof) {
        found = one
        reader.proof = one.proof
        reader.refusal = one.refusal
        return pieces
      }
      if (pieces) rest.push({ door, one })
      else if (one.refusal) reader.refusal = graver(reader.refusal, one.refusal)
    }
    left = rest
    return left.length > 0 ? [] : undefined
  }

  function readOn(one: StreamReader, data: Buffer): Buffer[] | undefined {
    const pieces = one.read(data)
    reader.refusal = one.refusal
    return pieces
  }
}

/** Of two refusals the one that knows more: only the right key tells more than that it is wrong. */
function graver(one: Refusal | undefined, other: Refusal): Refusal {
  return one === undefined || one.reason === 'wrongKey' ? other : one
}
