import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

// Password hashes are expensive to slow down guessing; tests make thousands. What one
// costs in memory, KiB, is left to a test that asks for it.
const REAL_MEMORY = 19_456
const TEST_MEMORY = 8

type Argon2 = typeof crypto.argon2

// Files of tests share a process, and each of them loads this file again: the state is the process's.
const STATE = Symbol.for('tests/support/cheapPasswords.ts')
const shared = globalThis as { [STATE]?: { isReal: boolean } }
const state = (shared[STATE] ??= cheapen())

/** Lets passwords cost in this file what they cost on a server, until the answer is called. */
export function hashAsServersDo() {
  state.isReal = true
  return () => void (state.isReal = false)
}

function cheapen() {
  const own = { isReal: false }
  const argon2 = crypto.argon2
  const hash: Argon2 = (algorithm, parameters, callback) => {
    const isDear = parameters.memory === REAL_MEMORY && !own.isReal
    argon2(algorithm, isDear ? { ...parameters, memory: TEST_MEMORY } : parameters, callback)
  }
  crypto.argon2 = hash
  syncBuiltinESMExports()
  return own
}
