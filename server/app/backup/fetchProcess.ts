import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { createInterface } from 'node:readline'
import { INSTALLATION } from '../../base/installation.ts'
import type { Fetched, FetchProblem, WantedBackup } from '../../backup/restore/fetched.ts'

/** What the process writes, a line each: its progress, and last of all the result. */
export type FetchLine =
  | { share: number }
  | { found: Fetched; takesOver: string | null }
  | { problem: FetchProblem }

type Terms = {
  /** Gets the copy. */
  folder: string
  signal: AbortSignal
  onShare: (share: number) => void
}

/** The result of a fetch. */
export type FetchResult = Exclude<FetchLine, { share: number }>

/**
 * Fetches a backup in a process of its own: checking a whole database would keep this one from
 * answering. Keys reach it by its environment, which only this user may read.
 */
export async function fetchInProcess(
  { place, endpoint, region, keyId, secret, key, at }: WantedBackup,
  { folder, signal, onShare }: Terms,
): Promise<FetchResult> {
  const when = at === undefined ? [] : ['--at', new Date(at).toISOString()]
  const words = [INSTALLATION.backup, 'fetch', '--to', folder, ...when]
  const child = spawn(process.execPath, words, {
    signal,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      BACKUP: place,
      BACKUP_KEY: key,
      BACKUP_ENDPOINT: endpoint,
      AWS_REGION: region || 'us-east-1',
      AWS_ACCESS_KEY_ID: keyId,
      AWS_SECRET_ACCESS_KEY: secret,
    },
  })
  const closed = once(child, 'close')
  // An aborted one is awaited below; until then its error is not an unhandled one.
  closed.catch(() => {})
  if (child.pid) setPriority(child.pid, 10)
  let said = ''
  child.stderr.on('data', (part: Buffer) => (said += part.toString()))
  let result: FetchResult | undefined
  for await (const text of createInterface({ input: child.stdout })) {
    const line = JSON.parse(text) as FetchLine
    if ('share' in line) onShare(line.share)
    else result = line
  }
  await closed
  return result ?? { problem: { word: 'failed', detail: said.trim().slice(0, 500) } }
}
