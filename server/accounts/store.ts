import type { Insertable, Updateable } from 'kysely'
import { amongListed, compileOnce } from '../database/compiled.ts'
import type { Database } from '../database/database.ts'
import { sealedLink } from '../database/secret/links.ts'
import type { AccountTable } from '../database/tables.ts'
import { inOrder } from '../database/lists/page.ts'

/** An account as it is stored, with its owner's e-mail and the name of its plan. */
export type StoredAccount = NonNullable<Awaited<ReturnType<typeof findAccount>>>

/** The account with this id; `group` limits it to those of one group's users. */
export async function findAccount(db: Database, id: number, group?: number) {
  const [account] =
    group === undefined ? await selectById(db, { id }) : await selectInGroup(db, { id, group })
  return account
}

const selectById = compileOnce((db, { id }: { id: number }) =>
  accounts(db).where('account.id', '=', id),
)
const selectInGroup = compileOnce((db, { id, group }: { id: number; group: number }) =>
  accounts(db, { group }).where('account.id', '=', id),
)

/** The account that holds a base port. */
export function findAccountByPort(db: Database, port: number, group?: number) {
  return accounts(db, { group })
    .where('account.port', '=', port)
    .orderBy('account.portSpace')
    .executeTakeFirst()
}

/** Every account, lowest port first. */
export function selectAllAccounts(db: Database, group?: number) {
  return accounts(db, { group }).orderBy('account.port').orderBy('account.portSpace').execute()
}

/** The accounts of one person, newest first. */
export function selectAccountsOf(db: Database, userId: number) {
  return selectByOwner(db, { userId })
}

const selectByOwner = compileOnce((db, { userId }: { userId: number }) =>
  accounts(db).where('account.userId', '=', userId).orderBy('account.id', 'desc'),
)

/** The accounts of some people, newest first; `group` leaves out those of other groups. */
export function selectAccountsOfUsers(db: Database, userIds: readonly number[], group?: number) {
  const list = JSON.stringify(userIds)
  return accounts(db, { group })
    .where(({ ref }) => amongListed(db, ref('user.id').$notNull(), list))
    .orderBy('account.id', 'desc')
    .execute()
}

/** The accounts without an owner, lowest port first. */
export function selectUnassignedAccounts(db: Database) {
  return accounts(db)
    .where('account.userId', 'is', null)
    .orderBy('account.port')
    .orderBy('account.portSpace')
    .execute()
}

/** These accounts, in this order. */
export async function selectListed(db: Database, ids: number[]): Promise<StoredAccount[]> {
  if (ids.length === 0) return []
  return inOrder(ids, await selectByIds(db, { list: JSON.stringify(ids) }))
}

const selectByIds = compileOnce((db, { list }: { list: string }) =>
  accounts(db).where(({ ref }) => amongListed(db, ref('account.id'), list)),
)

/** Inserts an account, whose link is sealed; undefined when its port is taken. */
export async function insertAccount(
  db: Database,
  account: Omit<Insertable<AccountTable>, 'subscribeHash'>,
): Promise<number | undefined> {
  const row = await db
    .insertInto('account')
    .values({ ...account, ...(await sealedLink(db, account.subscribe)) })
    .onConflict((conflict) => conflict.columns(['port', 'portSpace']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Updates an account. Throws when it would take a port in use. */
export async function changeAccount(
  db: Database,
  id: number,
  account: Updateable<AccountTable>,
): Promise<void> {
  await db.updateTable('account').set(account).where('id', '=', id).execute()
}

/** Locks the account until the transaction ends. */
export async function holdAccount(tx: Database, id: number): Promise<void> {
  await tx
    .updateTable('account')
    .set((eb) => ({ active: eb.ref('active') }))
    .where('id', '=', id)
    .execute()
}

/** Starts an account unless it was started already; returns whether it started it. */
export async function changeToActive(
  db: Database,
  id: number,
  times: Pick<Updateable<AccountTable>, 'cycleStart' | 'expireTime'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('account')
    .set({ ...times, active: 1, waitingSince: null, usageFrom: null })
    .where('id', '=', id)
    .where('active', '=', 0)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes an account with its packs, bans and usage; returns whether there was one. */
export async function removeAccount(db: Database, id: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('account').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Accounts with everything they are shown with; `group` also leaves out those without an owner. */
export function accounts(db: Database, { group }: { group?: number } = {}) {
  return db
    .selectFrom('account')
    .leftJoin('user', 'user.id', 'account.userId')
    .leftJoin('plan', 'plan.id', 'account.orderId')
    .$if(group !== undefined, (rows) => rows.where('user.groupId', '=', group!))
    .selectAll('account')
    .select(['user.email as user', 'plan.name as orderName'])
    .select(['plan.speedUp as planUp', 'plan.speedDown as planDown', 'plan.speedAfter'])
    .select('plan.deviceLimit as planDevices')
}
