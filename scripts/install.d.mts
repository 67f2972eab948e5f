export const root: string
export const SOURCES: readonly string[]
export const PROGRAM_SOURCES: readonly string[]
/** Whether the built console is newer than every source of it. */
export function isBuilt(): boolean
/** Packs the programs that `npm start` runs, or with `all` those of a release, unless that is done. */
export function packPrograms(wanted?: { all?: boolean }): void
/** Whether packages of today take a Node. */
export function isFit(version: string): boolean
