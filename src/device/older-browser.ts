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

/** Whether this browser lacks something the console uses. Asked before the stand-ins are there, and kept. */
export const lacksNewer = (): boolean => isOlder

const isOlder = NEWER.some(([owner, ...names]) => names.some((name) => !(name in owner)))

/**
 * Puts stand-ins where this browser lacks something, before a screen is loaded. Nobody else loads
 * them; `tests/structure/floor.test.ts` finds what is missing here.
 */
export async function mendOlderBrowser(): Promise<void> {
  if (isOlder) await import('./stand-ins.ts')
}
