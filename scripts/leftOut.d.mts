export function noteLeftOut(kind: 'browsers' | 'clients', name: string, why: string): void
export function whatWasLeftOut(kind?: 'browsers' | 'clients'): string[]
export function forgetLeftOut(kind: 'browsers' | 'clients'): void
