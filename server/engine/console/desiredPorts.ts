import { isDeepStrictEqual } from 'node:util'
import { portIn } from '../portKey.ts'
import { digestOf } from '../protocol/digest.ts'
import type { Marks } from './marks.ts'
import type { DesiredPort } from '../protocol/messages.ts'

/** The desired ports of the engines of one machine. */
export type DesiredPorts = {
  /** Takes in changed orders; returns the keys that differ from before. */
  note: (next: readonly DesiredPort[], closed: readonly string[]) => Set<string>
  has: (key: string) => boolean
  all: () => DesiredPort[]
  /** Those of these keys that are desired, with their orders. */
  some: (keys: readonly string[]) => DesiredPort[]
  /** Whether a key was ever ordered open or closed. */
  isDecided: (key: string) => boolean
  /** Whether a port was ever desired here; that of a device is its account's. */
  wasWanted: (key: string) => boolean
  /** The digest of all of it, comparable with an engine's. */
  digest: () => string
}

/** Starts with nothing; `marks` know the budgets. */
export function openDesiredPorts(marks: Pick<Marks, 'grant' | 'isGranted'>): DesiredPorts {
  const desired = new Map<string, DesiredPort>()
  const decided = new Set<string>()
  const ordered = new Set<string>()

  return {
    note,
    has: (key) => desired.has(key),
    all: () => [...desired.values()],
    some: (keys) => keys.flatMap((key) => desired.get(key) ?? []),
    isDecided: (key) => decided.has(key),
    wasWanted: (key) => ordered.has(key) || ordered.has(portIn(key)),
    digest: () => digestOf(desired.values()),
  }

  function note(next: readonly DesiredPort[], closed: readonly string[]): Set<string> {
    for (const key of closed) desired.delete(key)
    const changed = new Set(next.filter(isNews).map(({ key }) => key))
    for (const port of next) desired.set(port.key, port)
    for (const { key } of next) ordered.add(key)
    for (const key of [...closed, ...next.map((port) => port.key)]) decided.add(key)
    marks.grant([...next])
    return changed
  }

  function isNews(port: DesiredPort): boolean {
    const { budget: _, lowAt: __, ...terms } = port
    const { budget: ___, lowAt: ____, ...before } = desired.get(port.key) ?? { budget: 0 }
    return !isDeepStrictEqual(terms, before) || !marks.isGranted(port)
  }
}
