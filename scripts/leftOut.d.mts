export function noteLeftOut(engine: string, why: string): void
export function whatWasLeftOut(): string[]
export function forgetLeftOut(): void
