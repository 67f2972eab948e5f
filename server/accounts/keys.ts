import { sql } from 'kysely'
import { isWireGuardPort } from '#rules/ports.ts'
import { newWireGuardKeys } from '../engine/wireguardKeys.ts'
import { cached } from '../database/cached.ts'
import { findSetting } from '../database/settings/store.ts'
import type { Database } from '../database/database.ts'
import { portions } from './flow/portions.ts'
import { serversOf } from './servers/allowed.ts'
import type { StoredAccount } from './store.ts'

type Keyed = Pick<StoredAccount, 'id' | 'port' | 'server' | 'publicKey'>
type WireGuardKeys = Pick<StoredAccount, 'publicKey' | 'privateKey'>
type Made = WireGuardKeys & { id: number }

/**
 * Accounts with the keys WireGuard needs; keys are generated now for accounts that have none yet.
 *
 * Only where a WireGuard server may carry the account and its port has an address there.
 */
export async function withKeys<Account extends Keyed>(
  db: Database,
  accounts: readonly Account[],
): Promise<Account[]> {
  const lacking = accounts.filter(
    ({ publicKey, port }) => publicKey === '' && isWireGuardPort(port),
  )
  if (lacking.length === 0) return [...accounts]
  const servers = await cached(db, { name: 'wireguard servers', from: ['server'] }, () =>
    db.selectFrom('server').select('id').where('type', '=', 'WireGuard').execute(),
  )
  const wanting = lacking.filter((account) => {
    const allowed = serversOf(account)
    return servers.some(({ id }) => allowed?.includes(id) ?? true)
  })
  const { keepOwnKeys = true } = await findSetting(db, 'account')
  const made = new Map<number, WireGuardKeys>()
  for (const part of portions(wanting))
    for (const { id, ...keys } of await storeKeys(
      db,
      part.map(({ id }) => id),
      { keepOwnKeys },
    ))
      made.set(id, keys)
  return accounts.map((account) => ({ ...account, ...made.get(account.id) }))
}

/**
 * Of two callers that generate keys at the same moment, both get those of the first. Private keys that
 * are not to be kept are dropped here: nobody is there to be shown them, until new ones are asked for.
 */
async function storeKeys(
  db: Database,
  ids: readonly number[],
  { keepOwnKeys }: { keepOwnKeys: boolean },
): Promise<Made[]> {
  const made = ids.map((id) => {
    const keys = newWireGuardKeys()
    return { id, ...keys, ...(!keepOwnKeys && { privateKey: '' }) }
  })
  const eachOf = (name: keyof WireGuardKeys) =>
    sql<string>`case "id" ${sql.join(
      made.map((one) => sql`when ${sql.lit(one.id)} then ${one[name]}`),
      sql` `,
    )} end`
  const stored = await db
    .updateTable('account')
    .set({ publicKey: eachOf('publicKey'), privateKey: eachOf('privateKey') })
    .where('id', 'in', ids)
    .where('publicKey', '=', '')
    .returning(['id', 'publicKey', 'privateKey'])
    .execute()
  if (stored.length === ids.length) return stored
  return db
    .selectFrom('account')
    .select(['id', 'publicKey', 'privateKey'])
    .where('id', 'in', ids)
    .execute()
}
