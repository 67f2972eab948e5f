import type { Selectable } from 'kysely'
import { isUnlimited, PERIOD, startBefore } from '#rules/account.ts'
import { randomPassword } from '#rules/password.ts'
import type { Database } from '../../database/database.ts'
import { holdRow, holdRows } from '../../database/revision.ts'
import type { AccountTable } from '../../database/tables.ts'
import { mayAdd, maySell, trafficGiven } from '../../shop/reselling/given.ts'
import { findPortTrouble } from '../../accounts/ports.ts'
import { holdAccount, insertAccount, removeAccount } from '../../accounts/store.ts'
import { termsOf } from '../../accounts/terms.ts'
import { newToken } from '../../accounts/token.ts'
import { holdPortServers, selectServerIds } from '../../accounts/servers/store.ts'
import type { ImportedAccount } from './imported.ts'
import { holdImporter } from './importer.ts'
import type { Kind } from './kind.ts'

/** Adds an account from a row of a table. */
export const importAccounts: Kind<'importAccounts'> = {
  check: async () => undefined,
  hold: (tx, inputs) =>
    holdRows(
      tx,
      'plan',
      inputs.map(({ orderId }) => orderId),
    ),
  async run({ tx, now, input, consolePort, ...context }) {
    const { port, password, user, ...row } = input as ImportedAccount
    if (row.orderId > 0 && !(await holdRow(tx, 'plan', row.orderId)))
      return { problem: 'unknown plan' }
    const importer = await holdImporter({ tx, ...context }, 'sellPlan')
    if (typeof importer === 'string') return { problem: importer }
    const owner = user === null ? null : await findOwner(tx, user, importer?.groupId)
    if (owner === undefined) return { problem: 'unknown user' }
    if (importer) {
      const { limits, groupId } = importer
      if (owner === null) return { problem: 'unknown user' }
      if (!maySell(limits, { id: row.orderId, baseId: 0 })) return { problem: 'plan not allowed' }
      if (!mayAdd(limits, await trafficGiven(tx, groupId), row.flow))
        return { problem: 'traffic limit' }
    }
    if (row.server) {
      const known = new Set(await selectServerIds(tx))
      if (row.server.some((id) => !known.has(id))) return { problem: 'unknown server' }
    }
    const terms = termsOf({ ...row, ...timesOf(row, now) }, undefined, now)
    const servers = await holdPortServers(tx)
    const placed = { port, server: terms.server }
    if (await findPortTrouble(tx, placed, { servers, consolePort }))
      return { problem: 'port exists' }
    const id = await insertAccount(tx, {
      ...terms,
      port,
      password: password ?? randomPassword(),
      userId: owner,
      subscribe: newToken(),
      createTime: now,
    })
    return id === undefined
      ? { problem: 'port exists' }
      : { before: { id, was: await stateOf(tx, id) } }
  },
  async undo({ tx, action }, { id, was }: { id: number; was: Partial<Selectable<AccountTable>> }) {
    // Time that is paid for at the same moment must not be deleted with it.
    await holdAccount(tx, id)
    const state = await stateOf(tx, id)
    if (!state) return 'gone'
    if (JSON.stringify(state) !== JSON.stringify(was)) return 'changed since'
    // A user who moved to another group since took the account along.
    const { groupId } = action
    if (groupId !== undefined && !(await isOf(tx, state.userId, groupId))) return 'changed since'
    const packs = tx.selectFrom('flowPack').select('id').where('accountId', '=', id).limit(1)
    const devices = tx.selectFrom('device').select('id').where('accountId', '=', id).limit(1)
    if ((await packs.executeTakeFirst()) ?? (await devices.executeTakeFirst()))
      return 'changed since'
    await removeAccount(tx, id)
    return undefined
  },
}

/** The start and the number of cycles with which an account ends when its row says. */
function timesOf(
  { type, expire, cycles }: Pick<ImportedAccount, 'type' | 'expire' | 'cycles'>,
  now: number,
) {
  const period = PERIOD[type]
  if (isUnlimited({ type }) || period === undefined) return {}
  if (expire === null) return { time: now, limit: cycles }
  const { create, limit } = startBefore(now, { create: expire - period, limit: 1 }, period)
  return { time: create, limit }
}

async function findOwner(
  tx: Database,
  username: string,
  group: number | undefined,
): Promise<number | undefined> {
  const row = await tx
    .selectFrom('user')
    .select('id')
    .where('username', '=', username)
    .$if(group !== undefined, (people) =>
      people.where('groupId', '=', group!).where('type', '=', 'normal'),
    )
    .executeTakeFirst()
  return row?.id
}

/** What an undo must find as it was: everything but what the passing of time changes. */
function stateOf(tx: Database, id: number) {
  return tx
    .selectFrom('account')
    .select(['port', 'password', 'userId', 'orderId', 'type', 'server', 'flow', 'cycleStart'])
    .select(['cycles', 'expireTime', 'autoRemove', 'multiServerFlow'])
    .where('id', '=', id)
    .executeTakeFirst()
}

async function isOf(tx: Database, userId: number | null, groupId: number): Promise<boolean> {
  const person = tx.selectFrom('user').select('id').where('groupId', '=', groupId)
  return (await person.where('id', '=', userId ?? 0).executeTakeFirst()) !== undefined
}
