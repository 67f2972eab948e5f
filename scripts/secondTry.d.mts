export const MAX_FILES: number
export const PASSES: number
export function failuresOf(report: unknown): string[]
export function filesToTryAgain(path: string): string[] | undefined
export function tests(name: string, command: string, args: string[]): Promise<boolean>
export function passSecondTries(): Promise<boolean>
