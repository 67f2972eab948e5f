import { DatabaseSync } from 'node:sqlite'

const BUSY = 5

/** What is held, by its path: a connection that nobody names would be closed by the next clean-up of memory. */
const held = new Map<string, DatabaseSync>()

/**
 * Takes a lock for this process; undefined where another has it. It is SQLite's own, on an empty
 * file: the kernel gives it up with the process, however that ends, and it is seen from every
 * container. Gives what lets go of it. Throws where the file cannot be written.
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
