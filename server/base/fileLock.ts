import { DatabaseSync } from 'node:sqlite'

const BUSY = 5

/** The held locks, by path: an unreferenced connection would be closed by garbage collection. */
const held = new Map<string, DatabaseSync>()

/**
 * Takes a lock for this process; undefined where another has it. It is SQLite's own, on an empty
 * file: the kernel releases it with the process, however that ends, and it is seen from every
 * container. Returns the release function. Throws where the file cannot be written.
 */
export function lockFile(path: string): (() => void) | undefined {
  const connection = new DatabaseSync(path)
  try {
    connection.exec('pragma busy_timeout = 0; begin immediate')
  } catch (error) {
    connection.close()
    if ((error as { errcode?: number }).errcode === BUSY) return undefined
    throw error
  }
  held.set(path, connection)
  return () => {
    if (held.delete(path)) connection.close()
  }
}
