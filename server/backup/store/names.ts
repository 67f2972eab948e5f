import { Damaged } from './vault.ts'

/** Names of the objects in a store. Numbers have a fixed width, so that names sort numerically. */

/** The owner of a store, and how far it has shipped. */
export const OWNER = 'owner'

const WIDTH = 12
const wide = (number: number) => String(number).padStart(WIDTH, '0')

/** One chain of segments, and the snapshots in it; the number rises, whatever the clock does. */
export type Generation = { name: string; number: number }

export function newGeneration(after: number, time: number, random: string): Generation {
  const day = new Date(time).toISOString().slice(0, 10)
  return { name: `${wide(after + 1)}-${day}-${random}`, number: after + 1 }
}

/** The last part of a snapshot to be written: with it the snapshot is whole. */
export const wholeName = (generation: string, seq: number) =>
  `${generation}/snapshot/${wide(seq)}/whole`

export const partName = (generation: string, seq: number, part: number) =>
  `${generation}/snapshot/${wide(seq)}/${wide(part)}`

/** The segments `first` to `last` in one object. */
export const segmentName = (generation: string, first: number, last = first) =>
  `${generation}/segment/${wide(first)}-${wide(last)}`

/** An object holding the segments `first` to `last`. */
export type SegmentObject = { name: string; first: number; last: number }

/** A snapshot, taken before segment `seq`; `names` are all its objects. */
export type SnapshotObjects = { seq: number; isWhole: boolean; names: string[] }

/** The stored objects of one generation. */
export type Stored = Generation & { segments: SegmentObject[]; snapshots: SnapshotObjects[] }

/** Sorts the names in a store into generations, oldest first. Foreign names are left out. */
export function sortNames(names: readonly string[]): Stored[] {
  const found = new Map<string, Stored>()
  for (const name of names.toSorted()) {
    const [, generation = '', number, kind, rest = ''] =
      /^((\d{12})-[\w-]+)\/(segment|snapshot)\/(.+)$/.exec(name) ?? []
    if (generation === '') continue
    const one = found.getOrInsertComputed(generation, () => ({
      name: generation,
      number: Number(number),
      segments: [],
      snapshots: [],
    }))
    const [first = NaN, last = NaN] = rest.split(/[-/]/).map(Number)
    if (kind === 'segment' && last >= first) one.segments.push({ name, first, last })
    if (kind === 'snapshot') {
      let snapshot = one.snapshots.find(({ seq }) => seq === first)
      if (!snapshot) one.snapshots.push((snapshot = { seq: first, isWhole: false, names: [] }))
      snapshot.names.push(name)
      if (name === wholeName(generation, first)) snapshot.isWhole = true
    }
  }
  return [...found.values()].toSorted((a, b) => a.number - b.number || (a.name < b.name ? -1 : 1))
}

/**
 * The objects with the segments from `first` on, without those whose segments are all in another.
 * Throws a sentence that names the first one missing.
 */
export function chainFrom(generation: Stored, first: number): SegmentObject[] {
  const chain: SegmentObject[] = []
  const sorted = generation.segments.toSorted((a, b) => a.first - b.first || b.last - a.last)
  let next = first
  for (const one of sorted) {
    if (one.last < next) continue
    if (one.first > next)
      throw new Damaged(
        `The segment ${segmentName(generation.name, next)} is missing, and later ones need it.`,
      )
    chain.push(one)
    next = one.last + 1
  }
  return chain
}
