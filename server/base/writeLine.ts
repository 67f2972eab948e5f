import { writeSync } from 'node:fs'

const STDOUT = 1
/** How often a pipe that is full is tried again, and how long is waited in between, ms. */
const [TRIES, PAUSE_MS] = [50, 20]

/**
 * Writes to the standard output. What it does not take, because its disk is full, is away or can
 * only be read, is left out: a console whose log has no room goes on serving.
 */
export function writeLine(text: string): void {
  let left = Buffer.from(text)
  for (let tries = 0; left.length > 0 && tries < TRIES;)
    try {
      left = left.subarray(writeSync(STDOUT, left))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return
      tries += 1
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
    }
}
