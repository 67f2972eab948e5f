import type { Database } from '../database.ts'

/** The latest message of each user, newest first; `group` confines them to one group's users. */
export function selectLatestMessages(db: Database, group: number | undefined, limit: number) {
  return db
    .selectFrom('message')
    .innerJoin('user', 'user.id', 'message.userId')
    .select([
      'message.userId',
      'user.username',
      'message.content',
      'message.createTime',
      'message.sender as from',
    ])
    .where('message.id', 'in', (eb) =>
      eb
        .selectFrom('message as latest')
        .select(({ fn }) => fn.max('latest.id').as('id'))
        .groupBy('latest.userId'),
    )
    .$if(group !== undefined, (messages) => messages.where('user.groupId', '=', group!))
    .orderBy('message.createTime', 'desc')
    .orderBy('message.id', 'desc')
    .limit(limit)
    .execute()
}
