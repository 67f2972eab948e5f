export const root: string
export const SOURCES: readonly string[]
/** Whether what is built is newer than every source. */
export function isBuilt(): boolean
