import type { Insertable } from 'kysely'
import { standAfter } from '#rules/conversation.ts'
import type { Database } from '../../database/database.ts'
import type {
  MacAccountTable,
  MessageReadTable,
  MessageTable,
  PasskeyTable,
  RecoveryCodeTable,
  RefCodeTable,
  ReferralTable,
  SecondFactorTable,
  Tables,
  UserTable,
} from '../../database/tables.ts'

/** A person and what is deleted with them, except visits, links, and browsers to notify. */
export type UserSnapshot = {
  user: Insertable<UserTable>
  messages: Insertable<MessageTable>[]
  read: Insertable<MessageReadTable>[]
  codes: Insertable<RefCodeTable>[]
  /** The code they were invited by, and whom their own codes invited. */
  referrals: Insertable<ReferralTable>[]
  devices: Insertable<MacAccountTable>[]
  factors: Insertable<SecondFactorTable>[]
  recovery: Insertable<RecoveryCodeTable>[]
  passkeys: Insertable<PasskeyTable>[]
}

/** Databases limit the number of values in one statement. */
const BATCH_SIZE = 500

/** A person with their data; undefined when they are gone. */
export async function selectSnapshot(tx: Database, id: number): Promise<UserSnapshot | undefined> {
  const user = await tx.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirst()
  if (!user) return undefined
  const codes = await tx.selectFrom('refCode').selectAll().where('sourceUserId', '=', id).execute()
  return {
    user,
    codes,
    messages: await tx.selectFrom('message').selectAll().where('userId', '=', id).execute(),
    read: await tx.selectFrom('messageRead').selectAll().where('userId', '=', id).execute(),
    referrals: await tx
      .selectFrom('referral')
      .selectAll()
      .where((eb) =>
        eb.or([
          eb('userId', '=', id),
          eb(
            'codeId',
            'in',
            eb.selectFrom('refCode').select('refCode.id').where('sourceUserId', '=', id),
          ),
        ]),
      )
      .execute(),
    devices: await tx.selectFrom('macAccount').selectAll().where('userId', '=', id).execute(),
    factors: await tx.selectFrom('secondFactor').selectAll().where('userId', '=', id).execute(),
    recovery: await tx.selectFrom('recoveryCode').selectAll().where('userId', '=', id).execute(),
    passkeys: await tx.selectFrom('passkey').selectAll().where('userId', '=', id).execute(),
  }
}

/**
 * Restores a person with their data; returns whether it did. Not while the name is taken. What
 * others took meanwhile, such as a device or a chat, stays theirs.
 */
export async function restoreSnapshot(tx: Database, stored: UserSnapshot): Promise<boolean> {
  const { user } = stored
  const group = await tx
    .selectFrom('userGroup')
    .select('id')
    .where('id', '=', user.groupId ?? 0)
    .executeTakeFirst()
  const chat = user.telegram
    ? await tx
        .selectFrom('user')
        .select('id')
        .where('telegram', '=', user.telegram)
        .executeTakeFirst()
    : undefined
  const back = await tx
    .insertInto('user')
    .values({ ...user, groupId: group?.id ?? 0, telegram: chat ? null : user.telegram })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!back) return false
  await insertAll(tx, 'message', stored.messages)
  await insertAll(tx, 'conversation', conversationOf(back.id, stored))
  await insertAll(tx, 'messageRead', stored.read)
  await insertAll(tx, 'refCode', stored.codes)
  await insertAll(tx, 'referral', await standing(tx, stored.referrals))
  await insertAll(tx, 'macAccount', await connected(tx, back.id, stored.devices))
  await insertAll(tx, 'secondFactor', stored.factors)
  await insertAll(tx, 'recoveryCode', stored.recovery)
  await insertAll(tx, 'passkey', stored.passkeys)
  return true
}

/** Where the conversation stands, which follows from its messages. */
function conversationOf(userId: number, { messages, read }: UserSnapshot) {
  const done = read.find(({ side }) => side === 'admin')?.doneId
  const stand = standAfter(
    messages.toSorted((a, b) => (a.id ?? 0) - (b.id ?? 0)),
    done,
  )
  return stand ? [{ userId, ...stand }] : []
}

/** Those whose code and person both exist. */
async function standing(tx: Database, referrals: UserSnapshot['referrals']) {
  const people = await idsOf(
    tx,
    'user',
    referrals.map(({ userId }) => userId),
  )
  const codes = await idsOf(
    tx,
    'refCode',
    referrals.map(({ codeId }) => codeId),
  )
  return referrals.filter(({ userId, codeId }) => people.has(userId) && codes.has(codeId))
}

/** Devices without the accounts and servers that are gone or have another owner by now. */
async function connected(tx: Database, userId: number, devices: UserSnapshot['devices']) {
  const servers = await idsOf(
    tx,
    'server',
    devices.map(({ serverId }) => serverId),
  )
  const rows: UserSnapshot['devices'] = []
  for (const device of devices) {
    const account = device.accountId
      ? await tx
          .selectFrom('account')
          .select('userId')
          .where('id', '=', device.accountId)
          .executeTakeFirst()
      : undefined
    const isFree = account !== undefined && [null, userId].includes(account.userId)
    rows.push({
      ...device,
      accountId: isFree ? device.accountId : null,
      serverId: servers.has(device.serverId ?? 0) ? device.serverId : null,
    })
  }
  return rows
}

/** Which of these exist. */
async function idsOf(
  tx: Database,
  table: 'user' | 'refCode' | 'server',
  ids: readonly (number | null | undefined)[],
): Promise<Set<number>> {
  const unique = [...new Set(ids.filter((id) => typeof id === 'number'))]
  const there = new Set<number>()
  for (let at = 0; at < unique.length; at += BATCH_SIZE) {
    const part = unique.slice(at, at + BATCH_SIZE)
    const rows = await tx.selectFrom(table).select('id').where('id', 'in', part).execute()
    for (const { id } of rows) there.add(id)
  }
  return there
}

async function insertAll<Name extends keyof Tables>(
  tx: Database,
  table: Name,
  rows: readonly Insertable<Tables[Name]>[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += BATCH_SIZE)
    await tx
      .insertInto(table)
      .values(rows.slice(at, at + BATCH_SIZE))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}
