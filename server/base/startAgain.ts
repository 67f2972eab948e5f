/**
 * Replaces this process by a new start of the same program, with the same words, environment and
 * process id: a service or a container that runs it notices nothing. Where the system cannot
 * replace a process, it ends, and says so.
 */
export function startAgain(): void {
  const { execve, execPath, execArgv, argv, env } = process
  if (!execve) {
    console.log('Start it again.')
    process.exit()
  }
  // From here on a signal ends the process; caught, it would be lost with this program.
  for (const signal of ['SIGTERM', 'SIGINT']) process.removeAllListeners(signal)
  execve.call(process, execPath, [execPath, ...execArgv, ...argv.slice(1)], env)
}
