import type { Insertable, Selectable } from 'kysely'
import { isUnlimited } from '#rules/account.ts'
import { hasOwnPort } from '#rules/ports.ts'
import { findPortTrouble } from '../../accounts/ports.ts'
import { moveTimes, timesMovedBy } from '../../accounts/quota/moving.ts'
import { findAccount, holdAccount, removeAccount } from '../../accounts/store.ts'
import { newToken } from '../../accounts/token.ts'
import { nextNumber } from '../../accounts/withoutPort.ts'
import { recountUsage } from '../../accounts/quota/usage.ts'
import { holdPortServers } from '../../accounts/servers/store.ts'
import type { Database } from '../../database/database.ts'
import { openLink, sealedLink } from '../../database/secret/links.ts'
import type { AccountTable, BoughtTimeTable, FlowPackTable } from '../../database/tables.ts'
import { giveDevices, takeDevices, type TakenDevices } from './devices.ts'
import type { Kind } from './kind.ts'
import { noteDeletion } from './note.ts'

type Times = Pick<Selectable<AccountTable>, 'cycleStart' | 'cycles' | 'expireTime'>

const timesOf = ({ cycleStart, cycles, expireTime }: Times): Times => ({
  cycleStart,
  cycles,
  expireTime,
})

/** Moves the end of an account. */
export const extend: Kind<'extend'> = {
  async check({ tx, id }) {
    const account = await findAccount(tx, id)
    if (!account) return 'gone'
    return isUnlimited(account) ? 'no end' : undefined
  },
  async run(context) {
    const { tx, id, action, now } = context
    // A payment delivered at the same moment moves the same end.
    await holdAccount(tx, id)
    const account = await findAccount(tx, id)
    if (!account) return { problem: 'gone' }
    if (isUnlimited(account)) return { problem: 'no end' }
    const became = await timesMovedBy(tx, account, action.time, now)
    await moveTimes(tx, account, became, now)
    return { before: { was: timesOf(account), became } }
  },
  async undo(context, { was, became }: { was: Times; became: Times }) {
    const { tx, id, now } = context
    // Time that was paid for at the same moment must not be undone with it.
    await holdAccount(tx, id)
    const account = await findAccount(tx, id)
    if (!account) return 'gone'
    if (JSON.stringify(timesOf(account)) !== JSON.stringify(timesOf(became))) return 'changed since'
    await moveTimes(tx, account, was, now)
    return undefined
  },
}

/** When an account ends, and would end if that were moved by `time` ms; nothing of one without an end. */
export async function movedEnd(
  tx: Database,
  id: number,
  time: number,
  now: number,
): Promise<{ ends?: number; movedTo?: number }> {
  const account = await findAccount(tx, id)
  if (!account || account.expireTime === null) return {}
  const { expireTime } = await timesMovedBy(tx, account, time, now)
  return expireTime === null ? {} : { ends: account.expireTime, movedTo: expireTime }
}

/** Adds traffic to the current cycle of an account. */
export const addFlow: Kind<'addFlow'> = {
  async check({ tx, id }) {
    const account = await findAccount(tx, id)
    if (!account) return 'gone'
    return account.flow > 0 ? undefined : 'no quota'
  },
  async run(context) {
    const { tx, id, action, now } = context
    // A cycle that is moved or started at the same moment takes its packs along.
    await holdAccount(tx, id)
    const problem = await addFlow.check(context)
    if (problem) return { problem }
    const pack = await tx
      .insertInto('flowPack')
      .values({ accountId: id, flow: action.flow, createTime: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { before: { pack: pack.id } }
  },
  async undo({ tx }, { pack }: { pack: number }) {
    const { numDeletedRows } = await tx
      .deleteFrom('flowPack')
      .where('id', '=', pack)
      .executeTakeFirst()
    return numDeletedRows > 0n ? undefined : 'gone'
  },
}

/** Deletes an account; undo restores it as it was, with its packs and devices. */
export const remove: Kind<'delete'> = {
  check: async ({ tx, id }) => ((await findAccount(tx, id)) ? undefined : 'gone'),
  async run(context) {
    const { tx, id } = context
    // Restored as it was when it was deleted, with what was paid for a moment before.
    await holdAccount(tx, id)
    const row = await tx.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirst()
    if (!row) return { problem: 'gone' }
    const packs = await tx.selectFrom('flowPack').selectAll().where('accountId', '=', id).execute()
    const bought = await tx
      .selectFrom('boughtTime')
      .selectAll()
      .where('accountId', '=', id)
      .execute()
    const devices = await takeDevices(tx, id)
    await removeAccount(tx, id)
    await noteDeletion(context, 'deleteAccount', { label: String(row.port), row })
    return { before: { row, packs, bought, devices } }
  },
  async undo(context, { row, packs, bought = [], devices }: Gone) {
    const { tx, now, consolePort } = context
    const { server = null } = row
    const servers = await holdPortServers(tx)
    const port = await portBack(tx, row.port)
    const trouble = await findPortTrouble(tx, { port, server }, { servers, consolePort })
    if (trouble) return 'port taken'
    const owner = row.userId
      ? await tx.selectFrom('user').select('id').where('id', '=', row.userId).executeTakeFirst()
      : undefined
    const back = await tx
      .insertInto('account')
      .values({ ...row, port, ...(await linkBack(tx, row)), userId: owner?.id ?? null })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!back) return 'port taken'
    if (packs.length > 0) await tx.insertInto('flowPack').values(packs).execute()
    // Otherwise a refund of what it was bought with would find nothing to take back.
    if (bought.length > 0) await tx.insertInto('boughtTime').values(bought).execute()
    if (devices) await giveDevices(tx, devices)
    await recountUsage(tx, back.id, now)
    await noteDeletion(context, 'deleteAccount', { label: String(row.port), row })
    return undefined
  },
}

/** Its port, or its number; where somebody else has that by now, another number is as good. */
async function portBack(tx: Database, port: number): Promise<number> {
  if (hasOwnPort({ port })) return port
  const held = tx.selectFrom('account').select('id').where('port', '=', port)
  return (await held.executeTakeFirst()) ? nextNumber(tx) : port
}

/** Another link for a deleted account where the secret that its own was sealed with is gone. */
async function linkBack(tx: Database, { subscribe, subscribeHash = null }: Gone['row']) {
  const opens = await openLink(tx, { subscribe, subscribeHash }).then(
    () => true,
    () => false,
  )
  return opens ? {} : sealedLink(tx, newToken())
}

type Pack = Insertable<FlowPackTable>
type Gone = {
  row: Insertable<AccountTable>
  packs: Pack[]
  /** Undefined for accounts deleted before it was noted. */
  bought?: Insertable<BoughtTimeTable>[]
  /** Undefined for accounts deleted before their devices were recorded. */
  devices?: TakenDevices
}
