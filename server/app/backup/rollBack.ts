import { createInterface } from 'node:readline/promises'
import type { Config } from '../../base/config.ts'
import { command } from '../../base/installation.ts'
import { type LastCopy, lastCopy, rollBack } from '../../database/rollBack.ts'

/** The confirmation the operator has to type. */
const YES = 'yes'
const HOUR_MS = 3_600_000

const NOT_NEEDED =
  'There is nothing to go back from: this release can start on the database as it is. Nothing was changed. To go back to an earlier release, install that one first, then do this again.'

/** Rolls back to the copy from before the last upgrade, once the operator has confirmed it. */
export async function rollBackOnRequest(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  { yes }: { yes: boolean },
): Promise<string> {
  const file = databaseUrl.replace(/^file:/, '')
  const copy = await lastCopy(file, dataDir)
  if (copy === undefined) return NOT_NEEDED
  const sentence = sentenceFor(copy, Date.now())
  if (!yes && !process.stdin.isTTY)
    throw new Error(`${sentence} If that is meant: ${command('backup rollback --yes')}`)
  if (!yes && !(await agrees(sentence))) throw new Error('Nothing was changed.')
  return rollBack(file, copy.copy, Date.now())
}

/** The age of the copy, and what was added after it. */
export function sentenceFor({ copy, made, isEarlier, since }: LastCopy, now: number): string {
  const hours = Math.round((now - made) / HOUR_MS)
  const age = hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`
  const lost = since
    ? `${since.orders} orders and ${since.users} people came after it, and will not be in the database`
    : 'What came after it will not be in the database'
  const earlier = isEarlier
    ? ' It is of an earlier release than this one, which upgrades it when it starts.'
    : ''
  return `The copy ${copy} was made ${new Date(made).toISOString()}, ${age} ago.${earlier} ${lost}; payments stay with the provider.`
}

async function agrees(sentence: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return (await terminal.question(`${sentence}\nType "${YES}" to go back: `)).trim() === YES
  } finally {
    terminal.close()
  }
}
