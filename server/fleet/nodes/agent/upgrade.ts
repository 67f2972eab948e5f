import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'

const FETCH_MS = 60_000
const TRIAL_MS = 20_000
const run = promisify(execFile)

/** Which program to change to, as the console said over the sealed link. */
export type Wanted = { hash: string; version: string }

/**
 * Puts the console's program in the place of this one. The way it comes is nobody's to believe: its
 * hash is, and that it runs here. Throws with this program as it was.
 */
export async function replaceProgram(
  program: string,
  address: string,
  { hash, version }: Wanted,
): Promise<void> {
  const reply = await fetch(`${address.replace(/\/+$/, '')}/api/node/agent`, {
    signal: AbortSignal.timeout(FETCH_MS),
  })
  if (!reply.ok) throw new Error(`the console answered ${reply.status}`)
  const text = Buffer.from(await reply.arrayBuffer())
  if (createHash('sha256').update(text).digest('hex') !== hash)
    throw new Error('what came is not the program that was named')
  const next = `${program}.next.mjs`
  writeFileSync(next, text, { flush: true })
  try {
    chmodSync(next, 0o644)
    const { stdout } = await run(process.execPath, [next, 'version'], { timeout: TRIAL_MS })
    if (stdout.trim() !== version) throw new Error(`it says it is ${stdout.trim()}`)
    renameSync(next, program)
  } finally {
    rmSync(next, { force: true })
  }
}
