import type { Call } from '../../http/contract.ts'
import type { Database } from '../../database/database.ts'
import { found, Refusal } from '../../base/refusal.ts'
import { hasServer } from '../servers/store.ts'
import { findAccount } from '../store.ts'

/** Until when an account is banned on a server, ms; 0 when it is not. */
export async function getAccountBan(call: Call<'getAccountBan'>): Promise<{ banTime: number }> {
  const { db, path, now } = call
  await checkBoth(db, path)
  const row = await db
    .selectFrom('ban')
    .select('until')
    .where('accountId', '=', path.accountId)
    .where('serverId', '=', path.serverId)
    .where('until', '>', now())
    .executeTakeFirst()
  return { banTime: row?.until ?? 0 }
}

/** Bans an account on a server from now on; 0 ms end a ban. Wire-contract facts: 4.11. */
export async function banAccount(call: Call<'banAccount'>): Promise<'success'> {
  const { db, path, body, now, wake } = call
  const { accountId, serverId } = path
  const until = now() + body.time
  await db.transaction().execute(async (tx) => {
    await checkBoth(tx, path)
    if (body.time === 0) {
      const bans = tx.deleteFrom('ban').where('accountId', '=', accountId)
      await bans.where('serverId', '=', serverId).execute()
      return
    }
    await tx
      .insertInto('ban')
      .values({ accountId, serverId, until })
      .onConflict((conflict) => conflict.columns(['accountId', 'serverId']).doUpdateSet({ until }))
      .execute()
  })
  wake([accountId])
  return 'success'
}

async function checkBoth(
  db: Database,
  { accountId, serverId }: { accountId: number; serverId: number },
): Promise<void> {
  found(await findAccount(db, accountId))
  if (!(await hasServer(db, serverId))) throw new Refusal(403)
}
