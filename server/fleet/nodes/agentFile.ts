import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import type { AgentFile } from '../../engine/nodeLinks.ts'
import { RELEASE } from '../../base/version.ts'

let known: { stamp: string; file: AgentFile } | undefined

/** The agent program this console hands out; undefined where the console was not built. */
export async function findAgentFile(path: string): Promise<AgentFile | undefined> {
  const facts = await stat(path).catch(() => undefined)
  if (!facts) return undefined
  // A build may replace it under a running console.
  const stamp = `${path} ${facts.size} ${facts.mtimeMs}`
  if (known?.stamp === stamp) return known.file
  const hash = createHash('sha256')
    .update(await readFile(path))
    .digest('hex')
  known = { stamp, file: { path, hash, version: RELEASE } }
  return known.file
}
