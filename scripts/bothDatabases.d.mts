export const BOTH_DATABASES: string[]
export const SOON_ON_BOTH: string[]
export const OWN_DATABASE: string[]
export function serverTests(names: readonly string[]): string[]
