import type { Database } from '../database.ts'

/** What is announced to everybody or to one group, newest first. */
export function selectNoticesFor(db: Database, groupId: number) {
  return db
    .selectFrom('notice')
    .select(['id', 'title', 'content', 'time', 'forGroups as group', 'autopop'])
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
