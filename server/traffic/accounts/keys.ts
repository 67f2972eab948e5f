import { generateKeyPairSync } from 'node:crypto'
import { isWireGuardPort } from '#rules/ports.ts'
import type { Database } from '../../database/database.ts'
import { serversOf } from '../servers/allowed.ts'
import type { StoredAccount } from './store.ts'

/**
 * Accounts with the keys WireGuard wants of them, made now for those that have none yet.
 *
 * Only where a WireGuard server may carry the account and its port has an address there.
 */
export async function withKeys(db: Database, accounts: StoredAccount[]): Promise<StoredAccount[]> {
  const lacking = accounts.filter(
    ({ publicKey, port }) => publicKey === '' && isWireGuardPort(port),
  )
  if (lacking.length === 0) return accounts
  const servers = await db
    .selectFrom('server')
    .select('id')
    .where('type', '=', 'WireGuard')
    .execute()
  const made = new Map<number, WireGuardKeys>()
  for (const account of lacking) {
    const allowed = serversOf(account)
    if (servers.some(({ id }) => allowed?.includes(id) ?? true))
      made.set(account.id, await keepKeys(db, account.id))
  }
  return accounts.map((account) => ({ ...account, ...made.get(account.id) }))
}

type WireGuardKeys = Pick<StoredAccount, 'publicKey' | 'privateKey'>

/** A new pair of Curve25519 keys, each 32 bytes in base64, as WireGuard writes them. */
export function newWireGuardKeys(): WireGuardKeys {
  const { d = '', x = '' } = generateKeyPairSync('x25519').privateKey.export({ format: 'jwk' })
  return { publicKey: standard(x), privateKey: standard(d) }
}

/** Of two who make keys at the same moment, both get those of the first. */
async function keepKeys(db: Database, id: number): Promise<WireGuardKeys> {
  const keys = newWireGuardKeys()
  const { numUpdatedRows } = await db
    .updateTable('account')
    .set(keys)
    .where('id', '=', id)
    .where('publicKey', '=', '')
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return keys
  const kept = await db
    .selectFrom('account')
    .select(['publicKey', 'privateKey'])
    .where('id', '=', id)
    .executeTakeFirst()
  return kept ?? keys
}

const standard = (base64url: string) => Buffer.from(base64url, 'base64url').toString('base64')
