import { type Generation, partName, type SegmentObject, wholeName } from '../store/names.ts'
import { type Segment, splitSegments } from '../log/segment.ts'
import type { Whole } from './snapshot.ts'
import type { Store } from '../store/store.ts'
import { Damaged, type Vault } from '../store/vault.ts'

/** An object's bytes. Throws `Damaged` where it is missing or was modified. */
export async function objectIn(store: Store, vault: Vault, name: string): Promise<Buffer> {
  const packed = await store.get(name)
  if (!packed) throw new Damaged(`The object ${name} is missing.`)
  return vault.open(name, packed)
}

/** The manifest of a whole snapshot. */
export async function wholeOf(
  store: Store,
  vault: Vault,
  generation: Generation['name'],
  seq: number,
): Promise<Whole> {
  return JSON.parse((await objectIn(store, vault, wholeName(generation, seq))).toString()) as Whole
}

/** The bytes of a snapshot, part after part. */
export async function* partsOf(
  store: Store,
  vault: Vault,
  generation: string,
  { seq, parts }: Whole,
): AsyncGenerator<Buffer> {
  for (let part = 0; part < parts; part += 1)
    yield await objectIn(store, vault, partName(generation, seq, part))
}

/** How many objects are downloaded at once. */
const AHEAD = 8

/** The segments of a chain, in order. Throws `Damaged` for an object that holds others. */
export async function* segmentsOf(
  store: Store,
  vault: Vault,
  generation: string,
  chain: SegmentObject[],
): AsyncGenerator<Segment> {
  const fetch = ({ name }: SegmentObject) => {
    const bytes = objectIn(store, vault, name)
    // The awaiting caller gets a failure; until then it is not an unhandled rejection.
    bytes.catch(() => {})
    return bytes
  }
  const coming = chain.slice(0, AHEAD).map(fetch)
  let next = 0
  for (const { name, first } of chain) {
    const segments = splitSegments(await coming.shift()!)
    const later = chain[AHEAD + next]
    next += 1
    if (later) coming.push(fetch(later))
    if (segments[0]?.seq !== first)
      throw new Damaged(`The object ${name} of ${generation} holds other segments.`)
    yield* segments
  }
}
