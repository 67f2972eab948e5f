import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { emptyFolder } from './served.ts'

/** Whether processes can be given another time of day (Debian's faketime). */
export const hasMovedClocks = !spawnSync('faketime', ['--version']).error

/**
 * A time of day for the processes of one machine that can be set while they run. Clocks that nobody
 * sets, as of how long a machine has been running, are as they are.
 */
export async function aMovedClock(offset: string) {
  const file = join(await emptyFolder(), 'offset')
  const set = (next: string) => writeFileSync(file, next)
  set(offset)
  const { stdout } = spawnSync('faketime', ['-f', '+0', 'printenv', 'LD_PRELOAD'])
  return {
    env: {
      LD_PRELOAD: String(stdout).trim(),
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
    },
    /** Sets it to so much before or after the real time, such as `-1d`. */
    set,
  }
}
