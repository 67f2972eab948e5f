import { type Insertable, sql, type Updateable } from 'kysely'
import type { Database } from '../../database/database.ts'
import type { MacAccountTable } from '../../database/tables.ts'
import { contains, containsAnyCase, searched } from '../../database/lists/search.ts'

/** A registered device: whose it is, and which account it uses. */
export type MacRow = Awaited<ReturnType<typeof selectMacRows>>[number]

/** Every registered device, oldest first; `group` limits them to the users of one group. */
export function selectMacRows(db: Database, group?: number) {
  return macs(db, group).orderBy('macAccount.id').execute()
}

/** The devices of one person. */
export function selectMacsOf(db: Database, userId: number) {
  return macs(db).where('macAccount.userId', '=', userId).orderBy('macAccount.id').execute()
}

/** The device of an address, twelve lower-case digits. */
export function findMac(db: Database, mac: string) {
  return macs(db).where('macAccount.mac', '=', mac).executeTakeFirst()
}

/** The device of an id. */
export function findMacById(db: Database, id: number) {
  return macs(db).where('macAccount.id', '=', id).executeTakeFirst()
}

/** Some of the devices whose address, owner or port contains a text, and how many do. */
export async function selectMacPage(
  db: Database,
  { search: text, group }: { search?: string; group: number | undefined },
  { offset, limit }: { offset: number; limit: number },
) {
  const search = searched(text)
  const digits = search.replaceAll(/[-:]/g, '').toLowerCase()
  const matching = macs(db, group).$if(search !== '', (rows) =>
    rows.where((eb) =>
      eb.or([
        containsAnyCase(eb.ref('user.email'), search),
        ...(/^[\da-f]+$/.test(digits) ? [contains(eb.ref('macAccount.mac'), digits)] : []),
        ...(/^\d+$/.test(search)
          ? [contains(sql<string>`cast(${eb.ref('account.port')} as text)`, search)]
          : []),
      ]),
    ),
  )
  const counted = matching
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = matching.orderBy('macAccount.mac').limit(limit).offset(offset)
  return { rows: limit > 0 ? await rows.execute() : [], total: (await counted).total }
}

/** Inserts a device; returns whether its address was not registered before. */
export async function insertMac(
  db: Database,
  device: Insertable<MacAccountTable>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('macAccount')
    .values(device)
    .onConflict((conflict) => conflict.column('mac').doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Updates a device. Throws when another has its address. */
export async function changeMac(
  db: Database,
  id: number,
  device: Updateable<MacAccountTable>,
): Promise<void> {
  await db.updateTable('macAccount').set(device).where('id', '=', id).execute()
}

/** Deletes a device. */
export async function removeMac(db: Database, id: number): Promise<void> {
  await db.deleteFrom('macAccount').where('id', '=', id).execute()
}

/**
 * Devices with the account they use: the one they were assigned while it is their owner's,
 * otherwise the owner's first. An account reassigned to another user must not stay open to its
 * former owner.
 */
function macs(db: Database, group?: number) {
  return db
    .selectFrom('macAccount')
    .innerJoin('user', 'user.id', 'macAccount.userId')
    .leftJoin('account', (join) => join.on('account.id', '=', usedAccount))
    .$if(group !== undefined, (rows) =>
      rows.where('user.groupId', '=', group!).where('user.type', '=', 'normal'),
    )
    .select(['macAccount.id', 'macAccount.mac', 'macAccount.userId', 'macAccount.serverId'])
    .select(['account.id as accountId', 'account.port', 'user.email as user', 'user.groupId'])
}

const usedAccount = sql<number>`coalesce(
  (select "own"."id" from "account" as "own"
    where "own"."id" = "macAccount"."accountId" and "own"."userId" = "macAccount"."userId"),
  (select min("first"."id") from "account" as "first"
    where "first"."userId" = "macAccount"."userId"))`
