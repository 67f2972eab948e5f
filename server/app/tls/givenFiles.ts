import { readFileSync, statSync } from 'node:fs'
import type { Pair } from './certificate.ts'

/** A certificate somebody else renews, in two files. */
export function givenFiles(certFile: string, keyFile: string) {
  const stampOf = () =>
    [certFile, keyFile]
      .map((path) => statSync(path))
      .map(({ mtimeMs, size, ino }) => `${mtimeMs} ${size} ${ino}`)
      .join()
  let read = ''
  let isRead = false
  return {
    /** Whether the files are others than those that were read, or cannot be looked at. */
    haveChanged() {
      try {
        return !isRead || stampOf() !== read
      } catch {
        return true
      }
    },
    /** Reads both. While a pair is being replaced one half may not fit: it is read again then. */
    read(check: (pair: Pair) => void): Pair {
      isRead = false
      read = stampOf()
      const pair = { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') }
      check(pair)
      isRead = true
      return pair
    },
  }
}
