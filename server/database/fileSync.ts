import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Writes a file, or the names in a folder, to the disk: it survives a power cut from then on. */
export function sync(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
