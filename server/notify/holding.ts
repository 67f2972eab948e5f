/** Since when something holds of each of some things, by their ids. */
export function holding() {
  const since = new Map<number, number>()
  return {
    /** It holds of these at `now`, ms, and of no others. */
    note(ids: Iterable<number>, now: number): void {
      const all = new Set(ids)
      for (const id of since.keys()) if (!all.has(id)) since.delete(id)
      for (const id of all) since.getOrInsert(id, now)
    },
    /** For how long it has held, ms; below 0 where it does not. */
    ms: (id: number, now: number): number => now - (since.get(id) ?? Infinity),
  }
}
