import { serversOf } from '../../accounts/servers/allowed.ts'
import { findAccount } from '../../accounts/store.ts'
import type { Database } from '../../database/database.ts'
import { selectServers } from '../../accounts/servers/store.ts'
import type { Kind } from './kind.ts'

type Ban = { serverId: number; until: number }

/** Closes an account on every server it may use, for a time; 0 lifts its bans. */
export const ban: Kind<'ban'> = {
  check: async ({ tx, id }) => ((await findAccount(tx, id)) ? undefined : 'gone'),
  async run({ tx, id, action, now }) {
    const account = await findAccount(tx, id)
    if (!account) return { problem: 'gone' }
    const was = await selectBans(tx, id)
    const allowed = serversOf(account)
    const servers = (await selectServers(tx)).filter((one) => !allowed || allowed.includes(one.id))
    const until = now + action.time
    const became = action.time === 0 ? [] : servers.map((one) => ({ serverId: one.id, until }))
    await replaceBans(tx, id, became)
    return { before: { was, became } }
  },
  async undo({ tx, id, now }, { was, became }: { was: Ban[]; became: Ban[] }) {
    if (!(await findAccount(tx, id))) return 'gone'
    const left = await selectBans(tx, id)
    const ended = became.filter(({ until }) => until > now)
    const same = ended.every((one) =>
      left.some(({ serverId, until }) => serverId === one.serverId && until === one.until),
    )
    if (!same) return 'changed since'
    const existing = new Set((await selectServers(tx)).map((one) => one.id))
    await replaceBans(
      tx,
      id,
      was.filter(({ serverId }) => existing.has(serverId)),
    )
    return undefined
  },
}

async function selectBans(tx: Database, accountId: number): Promise<Ban[]> {
  return tx
    .selectFrom('ban')
    .select(['serverId', 'until'])
    .where('accountId', '=', accountId)
    .orderBy('serverId')
    .execute()
}

async function replaceBans(tx: Database, accountId: number, bans: readonly Ban[]): Promise<void> {
  await tx.deleteFrom('ban').where('accountId', '=', accountId).execute()
  if (bans.length > 0)
    await tx
      .insertInto('ban')
      .values(bans.map((one) => ({ accountId, ...one })))
      .execute()
}
