import { argon2, createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { openTurns } from '../../network/turns.ts'
import { inTurn } from './turns.ts'

// OWASP's argon2id: 19 MiB, two passes. Runs off the event loop.
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
// One thread is left free: hashing threads are as many as the cores, and many logins at once would
// take all of them.
const MAX_CONCURRENT = Math.max(1, availableParallelism() - 1)
const turns = openTurns({ perKey: MAX_CONCURRENT, inAll: MAX_CONCURRENT, waiting: Infinity })
const hash = promisify(argon2)
const derive: typeof hash = (...input) => inTurn(turns, '', () => hash(...input))!

/** A password hashed for storage: argon2id in PHC form. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await derive('argon2id', { ...COST, message: password, nonce })
  const { memory, passes, parallelism } = COST
  const text = [nonce, tag].map((part) => part.toString('base64').replace(/=+$/, ''))
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${text.join('$')}`
}

/** Whether a password matches a stored hash. */
export async function isPassword(password: string, username: string, stored: string) {
  if (isLegacy(stored)) {
    const sum = createHash('md5')
      .update(password + username)
      .digest('hex')
    return same(Buffer.from(sum), Buffer.from(stored))
  }
  const [, , , cost, nonce, tag] = stored.split('$')
  const [memory, passes, parallelism] = (cost ?? '').split(',').map((part) => Number(part.slice(2)))
  if (!nonce || !tag || !memory || !passes || !parallelism) return false
  const expected = Buffer.from(tag, 'base64')
  const parameters = { memory, passes, parallelism, tagLength: expected.length }
  const nonceBytes = Buffer.from(nonce, 'base64')
  const made = await derive('argon2id', { ...parameters, message: password, nonce: nonceBytes })
  return same(made, expected)
}

/** Whether a stored hash is of the old kind (MD5 salted with the name) and should be replaced. */
export function isLegacy(stored: string): boolean {
  return /^[0-9a-f]{32}$/.test(stored)
}

const same = (a: Buffer, b: Buffer) => a.length === b.length && timingSafeEqual(a, b)
