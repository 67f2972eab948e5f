import { WrongSettings } from '../../base/settings/wrong.ts'
import { MoveRefused } from '../../backup/move/refused.ts'
import { unavailableBy } from '../../database/unavailable.ts'

/** Prints a command's result, or one sentence about why it failed. */
export async function printResult(work: Promise<string>): Promise<void> {
  try {
    console.log(await work)
  } catch (error) {
    console.error(sentenceFor(error))
    process.exitCode = 1
  }
}

/** The remedy for an error, for the operator. */
function sentenceFor(error: unknown): string {
  if (error instanceof MoveRefused || error instanceof WrongSettings) return error.message
  const { message: why, code } = error as { message: string; code?: unknown }
  const again = 'What was copied is kept: give the same command again.'
  switch (code === 'ENOSPC' ? 'full' : unavailableBy(error)) {
    case 'full':
      return `There is no room left: ${why}. Free some. ${again}`
    case undefined:
      return `It cannot go on: ${why}. ${again}`
    default:
      return `The database cannot be reached, or not be written: ${why}. ${again}`
  }
}
