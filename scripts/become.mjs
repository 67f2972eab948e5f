/** How a command hands over to the program it starts; runs on the Node a machine has (18 or newer). */
import { spawn } from 'node:child_process'
import { constants } from 'node:os'

/**
 * Becomes a program: the process is replaced where Node and the system can do so. Elsewhere it is
 * started, and ends as soon as this process is gone, however that ended (`server/base/parent.ts`).
 */
export function become(file, words, { cwd = process.cwd(), env = process.env } = {}) {
  if (process.execve) {
    process.chdir(cwd)
    process.execve(file, [file, ...words], env)
  }
  const child = spawn(file, words, { cwd, env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  // Ctrl-C reaches it by itself; a signal to this process alone would not.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    console.error(error.message)
    process.exit(1)
  })
  // As shells say that a program was killed.
  child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code))
}
