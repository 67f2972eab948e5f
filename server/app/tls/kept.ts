import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Pair } from './certificate.ts'

/** What ACME needs after a restart, in the folder `tls` of the data folder, for its owner alone. */
export function keptIn(dataDir: string) {
  const folder = join(dataDir, 'tls')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const read = (name: string) => {
    try {
      return readFileSync(join(folder, name), 'utf8')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
  }
  /** Replaces a file at once: after a crash it is the old one or the new one. */
  const write = (name: string, text: string) => {
    const path = join(folder, name)
    const file = openSync(`${path}.new`, 'w', 0o600)
    try {
      writeSync(file, text)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(`${path}.new`, path)
  }
  return {
    accountKey: () => read('account.pem'),
    keepAccountKey: (key: string) => write('account.pem', key),
    /** Key and chain are one file, so that no crash leaves the key of one and the chain of another. */
    pair(): Pair | undefined {
      const text = read('certificate.pem')
      const at = text?.indexOf('-----BEGIN CERTIFICATE-----') ?? -1
      return text && at > 0 ? { key: text.slice(0, at), cert: text.slice(at) } : undefined
    },
    keepPair: ({ cert, key }: Pair) => write('certificate.pem', `${key.trim()}\n${cert.trim()}\n`),
  }
}

export type Kept = ReturnType<typeof keptIn>
