/** What is used of browsers newer than the floor: names, and where they stand. */
const NEWER: readonly (readonly [owner: object, ...names: string[]])[] = [
  [Array.prototype, 'findLast', 'findLastIndex', 'toReversed', 'toSorted', 'toSpliced', 'with'],
  [String.prototype, 'toWellFormed'],
  [Object, 'groupBy'],
  [Map, 'groupBy'],
  [URL, 'canParse'],
  [AbortSignal, 'any', 'timeout'],
  [AbortSignal.prototype, 'throwIfAborted'],
  [globalThis, 'structuredClone'],
]

/**
 * Puts stand-ins where this browser lacks something the console uses, before a screen is loaded. What
 * it has today is loaded by nobody else; `tests/structure/floor.test.ts` finds what is missing here.
 */
export async function mendOlderBrowser(): Promise<void> {
  const lacks = NEWER.some(([owner, ...names]) => names.some((name) => !(name in owner)))
  if (lacks) await import('./stand-ins.ts')
}
