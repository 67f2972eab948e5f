import { hkdfSync } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeFolder } from '../../base/makeFolder.ts'
import { keyFrom, keyIn, newKey } from '../../base/settings/keyText.ts'

type Where = { key: string; keyFile: string }

const KIND = 'a backup key'

/** The operator's key; undefined where there is none yet. Throws a sentence for an invalid one. */
export function findKey({ key, keyFile }: Where): Buffer | undefined {
  if (key) return keyFrom(key, 'BACKUP_KEY', KIND)
  if (existsSync(keyFile)) return keyIn(keyFile, KIND)
  return undefined
}

/** The name of a key; it reveals nothing of the key. */
export const nameOf = (key: Buffer) =>
  Buffer.from(hkdfSync('sha256', key, '', 'sluice backup key name', 9)).toString('base64url')

/**
 * Makes a key, writes it to the key file, and returns it with the text to show once. Only a
 * terminal is shown the key itself: a service's output is stored in a journal, which others may
 * read.
 */
export function makeKey(
  { keyFile }: Where,
  { isTerminal }: { isTerminal: boolean },
): { key: Buffer; sentence: string } {
  const { key, text } = newKey()
  makeFolder(dirname(keyFile))
  writeFileSync(keyFile, `${text}\n`, { mode: 0o600, flag: 'wx' })
  const sentence = isTerminal
    ? `This key opens the backups. It is shown once: keep it in another place, for without it no backup can be restored.\n\n  BACKUP_KEY=${text}\n`
    : `A key that opens the backups was made; it is in ${keyFile}, which only this user may read. Keep a copy of it in another place: without it no backup can be restored.`
  return { key, sentence }
}
