import { idempotent } from '#contract'
import { newUuid } from '#rules/uuid.ts'
import { speaksContract } from './serverInfo.ts'

/** The header that names a write. */
export const KEY = 'Idempotency-Key'

const KEYED: readonly string[] = Object.values(idempotent)

/** The keys of writes that are being sent, or whose outcome is not known, by their input. */
const open = new Map<string, string>()

/** Whether the server supports request keys for a write: ours does, older ones do not. */
export function takesKeys(method: string, path: string): boolean {
  return speaksContract() && KEYED.includes(`${method} ${path}`)
}

/**
 * The key of a write: the same one for the same input until its outcome is known.
 *
 * Pressing again after a lost answer thus repeats the same write, and so does a second press
 * that comes too soon. Other input is another write.
 */
export function keyOf(input: string): string {
  const key = open.get(input) ?? newUuid()
  open.set(input, key)
  return key
}

/** Notes that the outcome of a write is known: the same input means another write from now on. */
export function forgetKey(key: string): void {
  for (const [input, known] of open) if (known === key) open.delete(input)
}
