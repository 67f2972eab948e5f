/**
 * Ends the process at once after an error that nobody caught: any state may be inconsistent, and
 * whoever caused it may hold connections that a clean stop would wait for, while nobody is served.
 * What is stored is stored in transactions, so that this costs no more than a power cut; whoever
 * watches the process starts it again. `note` is called before.
 */
export function endAtUncaughtErrors(note: () => void): void {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error: unknown) => {
      try {
        // Written before it returns, to terminals, pipes and files alike.
        console.error(`Sluice stops because of an error in it: ${shown(error)}`)
        note()
      } finally {
        process.exit(1)
      }
    })
}

/** The error and the first line of where it came from. */
const shown = (error: unknown) =>
  error instanceof Error ? (error.stack ?? error.message).split('\n', 2).join('') : String(error)
