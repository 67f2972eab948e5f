import { open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { makeFolder } from '../../base/makeFolder.ts'
import type { Store } from './store.ts'

/** Name of a file an interrupted write leaves behind. */
const HALF = '.half'

/** A store in a folder, such as a mounted disk. A named object is whole and synced to disk. */
export function folderStore(folder: string): Store {
  const path = (name: string) => join(folder, ...name.split('/'))
  return {
    place: folder,
    async put(name, bytes) {
      const file = path(name)
      const made = makeFolder(dirname(file))
      const half = await open(file + HALF, 'w', 0o600)
      try {
        await half.writeFile(bytes)
        await half.sync()
      } finally {
        await half.close()
      }
      await rename(file + HALF, file)
      await syncFolder(dirname(file))
      if (made) await syncFolder(dirname(made))
    },
    get: (name) => readFile(path(name)).catch(otherwise(undefined)),
    async list(prefix = '') {
      const below = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
        otherwise([]),
      )
      return below
        .filter((one) => one.isFile() && !one.name.endsWith(HALF))
        .map((one) => relative(folder, join(one.parentPath, one.name)).split(sep).join('/'))
        .filter((name) => name.startsWith(prefix))
    },
    remove: (name) => rm(path(name), { force: true }),
  }
}

/** A file name survives a power cut only once its folder has been synced, too. */
async function syncFolder(folder: string) {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const otherwise =
  <Value>(value: Value) =>
  (error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return value
    throw error
  }
