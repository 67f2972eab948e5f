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
  const tag = await derive('argon2id', { ...COST, message: prepared(password), nonce })
  const { memory, passes, parallelism } = COST
  const text = [nonce, tag].map((part) => part.toString('base64').replace(/=+$/, ''))
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${text.join('$')}`
}

/**
 * Whether a password matches a stored hash, however its letters were put together: `é` is one
 * character on most keyboards, and two on some.
 */
export async function isPassword(password: string, username: string, stored: string) {
  // Hashes of earlier releases are of what was typed then.
  const forms = new Set([prepared(password), password, password.normalize('NFD')])
  for (const form of forms) if (await isExactly(form, username, stored)) return true
  return false
}

/** A password as it is hashed (RFC 8265, OpaqueString): composed, and every space a plain one. */
const prepared = (password: string) => password.replaceAll(/\p{Zs}/gu, ' ').normalize('NFC')

async function isExactly(password: string, username: string, stored: string) {
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
