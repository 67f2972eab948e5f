export const root: string
export const SOURCES: readonly string[]
