import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** Who may enter a folder: its owner alone. */
const OWN = 0o700

/**
 * Makes a folder and those above it, for its owner alone, where they are missing.
 *
 * Node's own way of making all of them tries for ever where the kernel has no such folder, as in
 * `/proc`. This one throws then. Returns the first folder it made; undefined for none.
 */
export function makeFolder(path: string): string | undefined {
  if (isFolder(path)) return undefined
  try {
    mkdirSync(path, { mode: OWN })
    return path
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // Another process has made it just now.
    if (code === 'EEXIST' && isFolder(path)) return undefined
    const above = dirname(path)
    if (code !== 'ENOENT' || above === path || isFolder(above)) throw error
    const first = makeFolder(above)
    const last = makeFolder(path)
    return first ?? last
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}
