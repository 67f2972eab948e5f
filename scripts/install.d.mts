export const root: string
export const SOURCES: readonly string[]
export const PROGRAM_SOURCES: readonly string[]
/** Whether the built console is newer than every source of it. */
export function isBuilt(): boolean
/** Packs the programs that `npm start` runs, unless that is done; a few seconds. */
export function packPrograms(): void
/** Whether packages of today take a Node. */
export function isFit(version: string): boolean
