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
  const read = (name: string) => {
    try {
      return readFileSync(join(folder, name), 'utf8')
    } catch (error) {
      if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? ''))
        return undefined
      throw error
    }
  }
  /** Replaces a file at once: after a crash it is the old one or the new one. */
  const write = (name: string, text: string) => {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
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
    pair(): KeptPair | undefined {
      const text = read('certificate.pem')
      const at = text?.indexOf('-----BEGIN CERTIFICATE-----') ?? -1
      if (!text || at <= 0) return undefined
      const directory = /^Directory: (.*)\n/.exec(text)?.[1]
      const key = text.slice(0, at).replace(/^Directory: .*\n/, '')
      return { key, cert: text.slice(at), ...(directory === undefined ? {} : { directory }) }
    },
    keepPair: ({ cert, key, directory }: Pair & { directory: string }) =>
      write('certificate.pem', `Directory: ${directory}\n${key.trim()}\n${cert.trim()}\n`),
  }
}

/** A pair, and the authority it is from; older releases have not written that. */
type KeptPair = Pair & { directory?: string }

export type Kept = ReturnType<typeof keptIn>
