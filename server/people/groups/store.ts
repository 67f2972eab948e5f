import type { Insertable } from 'kysely'
import { MAIN_ADMIN } from '#rules/roles.ts'
import type { Database } from '../../database/database.ts'
import { holdRow } from '../../database/revision.ts'
import type { GroupTable } from '../../database/tables.ts'

/** Every group with the number of its people, the default one first, or only one of them. */
export async function selectGroups(db: Database, only?: number) {
  const rows = await db
    .selectFrom('userGroup')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('user')
        .select(({ fn }) => fn.countAll<number>().as('people'))
        .whereRef('user.groupId', '=', 'userGroup.id')
        .as('userNumber'),
    )
    .$if(only !== undefined, (groups) => groups.where('id', '=', only!))
    .orderBy('id')
    .execute()
  return rows.map(({ orders, userNumber, ...group }) => ({
    ...group,
    order: listOf(orders),
    userNumber: userNumber ?? 0,
  }))
}

/** One group with the notices linked to it. */
export async function findGroup(db: Database, id: number) {
  const row = await db.selectFrom('userGroup').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const { orders, ...group } = row
  const links = await db
    .selectFrom('noticeGroup')
    .innerJoin('notice', 'notice.id', 'noticeGroup.noticeId')
    .select('noticeId')
    .where('groupId', '=', id)
    .where('kind', '=', 'notice')
    .where('forGroups', '=', 1)
    .orderBy('noticeId')
    .execute()
  return { ...group, order: listOf(orders), notices: links.map(({ noticeId }) => noticeId) }
}

/** Inserts a group; returns its id. */
export async function insertGroup(db: Database, group: Insertable<GroupTable>): Promise<number> {
  const { id } = await db
    .insertInto('userGroup')
    .values(group)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Updates a group. */
export async function changeGroup(
  db: Database,
  id: number,
  group: Partial<Insertable<GroupTable>>,
): Promise<void> {
  await db.updateTable('userGroup').set(group).where('id', '=', id).execute()
}

/** Deletes a group and its links to notices. */
export async function removeGroup(db: Database, id: number): Promise<void> {
  await db.deleteFrom('noticeGroup').where('groupId', '=', id).execute()
  await db.deleteFrom('userGroup').where('id', '=', id).execute()
}

/** The groups with a list of their own that has this plan, lowest id first. */
export async function selectGroupsWith(db: Database, planId: number): Promise<number[]> {
  return (await selectPlaces(db, planId)).map(({ groupId }) => groupId)
}

/** Where a plan stands on the list of a group, from 0. */
export type PlanPlace = { groupId: number; at: number }

/** Where a plan stands on the lists of groups, lowest group first. */
export async function selectPlaces(db: Database, planId: number): Promise<PlanPlace[]> {
  const rows = await db
    .selectFrom('userGroup')
    .select(['id', 'orders'])
    .where('orders', 'is not', null)
    .orderBy('id')
    .execute()
  return rows
    .map(({ id, orders }) => ({ groupId: id, at: listOf(orders)?.indexOf(planId) ?? -1 }))
    .filter(({ at }) => at >= 0)
}

/** Puts a plan back on the lists of groups, where it stood; a group without a list may buy all. */
export async function offerAt(db: Database, planId: number, places: readonly PlanPlace[]) {
  for (const { groupId, at } of places) {
    if (!(await holdRow(db, 'userGroup', groupId))) continue
    const list = (await findGroup(db, groupId))?.order
    if (!list || list.includes(planId)) continue
    await changeGroup(db, groupId, { orders: JSON.stringify(list.toSpliced(at, 0, planId)) })
  }
}

/** Puts a plan on the lists of these groups and no other; a group without a list may buy all. */
export async function offerTo(db: Database, planId: number, groups: readonly number[]) {
  const own = await db
    .selectFrom('userGroup')
    .select('id')
    .where('orders', 'is not', null)
    .orderBy('id')
    .execute()
  for (const { id } of own) {
    // Read again once it is locked: another admin may have changed the list.
    if (!(await holdRow(db, 'userGroup', id))) continue
    const list = (await findGroup(db, id))?.order
    if (!list || list.includes(planId) === groups.includes(id)) continue
    const next = groups.includes(id) ? [...list, planId] : list.filter((one) => one !== planId)
    await changeGroup(db, id, { orders: JSON.stringify(next) })
  }
}

/** How many people of a type are in a group, the main admin aside. */
export async function countPeople(db: Database, id: number, type: 'normal' | 'admin') {
  const row = await db
    .selectFrom('user')
    .select(({ fn }) => fn.countAll<number>().as('people'))
    .where('groupId', '=', id)
    .where('type', '=', type)
    .where('id', '<>', MAIN_ADMIN)
    .executeTakeFirstOrThrow()
  return row.people
}

/** Moves all people of one group into another. */
export async function movePeople(db: Database, from: number, to: number): Promise<void> {
  await db.updateTable('user').set({ groupId: to }).where('groupId', '=', from).execute()
}

/** Moves one person; returns whether there is one. */
export async function movePerson(db: Database, userId: number, to: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('user')
    .set({ groupId: to })
    .where('id', '=', userId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const listOf = (orders: string | null): number[] | null =>
  orders === null ? null : JSON.parse(orders)
