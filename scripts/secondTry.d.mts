export const MAX_FILES: number
export function filesToTryAgain(path: string): string[] | undefined
export function tests(name: string, command: string, args: string[]): Promise<boolean>
export function passSecondTries(): Promise<boolean>
