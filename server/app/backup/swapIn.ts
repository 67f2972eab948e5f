import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readState, writeState } from '../../backup/shipping/localState.ts'

type Terms = {
  /** Where the copy is. */
  folder: string
  /** The closed database of a console that holds nothing yet. */
  file: string
  dataDir: string
  /** The instance whose store it was fetched from. */
  takesOver: string | null
}

/**
 * Puts a fetched copy in the place of an empty database, in one step: killed at any moment, a
 * start finds the one or the other. Throws where the copy is gone.
 */
export function swapIn({ folder, file, dataDir, takesOver }: Terms): void {
  const copy = join(folder, 'sluice.db')
  if (!existsSync(copy)) throw new Error(`The copy ${copy} is gone.`)
  // A new chain of segments begins, in the store of the copy or in one this console ships to.
  const { instance } = readState(dataDir)
  writeState(dataDir, { instance, ...(takesOver !== null && { takesOver }) })
  // The log of the empty one must not be applied to it.
  for (const end of ['-wal', '-shm', '-journal']) rmSync(file + end, { force: true })
  renameSync(copy, file)
  const place = openSync(dirname(file), 'r')
  fsyncSync(place)
  closeSync(place)
  rmSync(folder, { recursive: true, force: true })
}
