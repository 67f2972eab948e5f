type Kind = 'browsers' | 'clients' | 'mail servers' | 'release'
export function noteLeftOut(kind: Kind, name: string, why: string): void
export function whatWasLeftOut(kind?: Kind): string[]
export function forgetLeftOut(kind: Kind): void
