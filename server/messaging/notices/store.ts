import type { Insertable, Selectable } from 'kysely'
import type { Database } from '../../database/database.ts'
import type { NoticeTable } from '../../database/tables.ts'

/** A notice or an article as it is stored. */
export type NoticeRow = Selectable<NoticeTable>

const SHOWN = ['id', 'title', 'content', 'time', 'forGroups as group', 'autopop'] as const

/** The notices to everyone or to one group, newest first. */
export function selectNoticesFor(db: Database, groupId: number) {
  return db
    .selectFrom('notice')
    .select(SHOWN)
    .where('kind', '=', 'notice')
    .where((eb) =>
      eb.or([
        eb('forGroups', '=', 0),
        eb(
          'id',
          'in',
          eb.selectFrom('noticeGroup').select('noticeId').where('groupId', '=', groupId),
        ),
      ]),
    )
    .orderBy('time', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Every notice with the groups it is for, newest first; also one for no group at all. */
export async function selectNotices(db: Database) {
  const [notices, links] = await Promise.all([
    db
      .selectFrom('notice')
      .select(SHOWN)
      .where('kind', '=', 'notice')
      .orderBy('time', 'desc')
      .orderBy('id', 'desc')
      .execute(),
    db.selectFrom('noticeGroup').selectAll().orderBy('groupId').execute(),
  ])
  const groupsOf = Map.groupBy(links, ({ noticeId }) => noticeId)
  return notices.map((notice) => {
    const ids = notice.group ? (groupsOf.get(notice.id) ?? []).map(({ groupId }) => groupId) : []
    return { ...notice, groupIds: ids, groups: ids }
  })
}

/** One notice or article. */
export function findNotice(db: Database, id: number): Promise<NoticeRow | undefined> {
  return db.selectFrom('notice').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Those of these ids that are notices. */
export async function selectNoticeIds(db: Database, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('notice')
    .select('id')
    .where('kind', '=', 'notice')
    .where('id', 'in', [...ids])
    .execute()
  return rows.map(({ id }) => id)
}

/** The groups a notice is for, lowest id first. */
export async function selectGroupsOf(db: Database, noticeId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('noticeGroup')
    .select('groupId')
    .where('noticeId', '=', noticeId)
    .orderBy('groupId')
    .execute()
  return rows.map(({ groupId }) => groupId)
}

/** Inserts a notice or article; returns its id. */
export async function insertNotice(db: Database, notice: Insertable<NoticeTable>): Promise<number> {
  const { id } = await db
    .insertInto('notice')
    .values(notice)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Updates a notice or an article. */
export async function changeNotice(
  db: Database,
  id: number,
  notice: Partial<Insertable<NoticeTable>>,
): Promise<void> {
  await db.updateTable('notice').set(notice).where('id', '=', id).execute()
}

/** Deletes a notice or article with its links, if it is of this `kind`; returns whether it did. */
export async function removeNotice(
  db: Database,
  id: number,
  kind?: NoticeRow['kind'],
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('notice')
    .where('id', '=', id)
    .$if(kind !== undefined, (rows) => rows.where('kind', '=', kind!))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Links a notice to exactly these groups. */
export async function changeLinksOfNotice(
  db: Database,
  noticeId: number,
  groups: readonly number[],
): Promise<void> {
  await db.deleteFrom('noticeGroup').where('noticeId', '=', noticeId).execute()
  const links = [...new Set(groups)].map((groupId) => ({ noticeId, groupId }))
  if (links.length > 0) await db.insertInto('noticeGroup').values(links).execute()
}

/** Links a group to exactly these notices; those for everyone need no link. */
export async function changeLinksOfGroup(
  db: Database,
  groupId: number,
  notices: readonly number[],
): Promise<void> {
  await db.deleteFrom('noticeGroup').where('groupId', '=', groupId).execute()
  if (notices.length === 0) return
  const rows = await db
    .selectFrom('notice')
    .select('id')
    .where('id', 'in', [...notices])
    .where('kind', '=', 'notice')
    .where('forGroups', '=', 1)
    .execute()
  const links = rows.map(({ id }) => ({ noticeId: id, groupId }))
  if (links.length > 0)
    await db
      .insertInto('noticeGroup')
      .values(links)
      // A concurrent edit of the notice may have linked it.
      .onConflict((conflict) => conflict.columns(['noticeId', 'groupId']).doNothing())
      .execute()
}
