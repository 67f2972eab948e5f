import type { Query } from '#contract'
import type { Database } from '../../database/database.ts'
import { containsAnyCase, searched } from '../../database/lists/search.ts'
import { unread } from './store.ts'

type Wanted = Query<'listConversations'>

const PAGE_SIZE = 50

/**
 * One page of the conversations with users, each by its latest message; `group` confines them to one
 * group's users. The one who waits longest is first by `oldest`, the latest message by `newest`.
 */
export async function selectConversations(
  db: Database,
  group: number | undefined,
  { state, search, sort = 'newest', userId, page = 1, pageSize = PAGE_SIZE }: Wanted,
) {
  const rows = await among(db, group, search)
    .innerJoin('message', 'message.id', 'conversation.messageId')
    .select([
      'conversation.userId',
      'user.username',
      'message.content',
      'message.createTime',
      'message.sender as from',
      'conversation.state',
      'conversation.since',
    ])
    .select(({ selectFrom }) =>
      selectFrom('messagePicture')
        .select(({ fn }) => fn.countAll<number>().as('number'))
        .whereRef('messagePicture.messageId', '=', 'message.id')
        .as('pictures'),
    )
    .$if(state !== undefined, (all) => all.where('conversation.state', '=', state!))
    .$if(userId !== undefined, (all) => all.where('conversation.userId', '=', userId!))
    .$call((all) =>
      sort === 'oldest'
        ? all.orderBy('conversation.since').orderBy('conversation.userId')
        : all.orderBy('conversation.time', 'desc').orderBy('conversation.userId', 'desc'),
    )
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.userId)
  const counted = await unread(db, 'admin')
    .select('message.userId')
    .where('message.userId', 'in', ids)
    .groupBy('message.userId')
    .execute()
  const numbers = new Map(counted.map((row) => [row.userId, row.number]))
  return rows.map((row) => ({
    ...row,
    pictures: row.pictures ?? 0,
    unread: numbers.get(row.userId) ?? 0,
  }))
}

/** How many conversations are in each state, and in how many a user wrote what no admin has read. */
export async function countConversations(
  db: Database,
  group: number | undefined,
  search: string | undefined,
) {
  const rows = await among(db, group, search)
    .select('conversation.state')
    .select(({ fn }) => fn.countAll<number>().as('number'))
    .groupBy('conversation.state')
    .execute()
  const of = (state: string) => rows.find((row) => row.state === state)?.number ?? 0
  const fresh = await among(db, group, search)
    .leftJoin('messageRead as seen', (join) =>
      join.onRef('seen.userId', '=', 'conversation.userId').on('seen.side', '=', 'admin'),
    )
    .select(({ fn }) => fn.countAll<number>().as('number'))
    // What is answered or done is read.
    .where('conversation.state', '=', 'waiting')
    .where((eb) => eb('conversation.messageId', '>', eb.fn.coalesce('seen.messageId', eb.val(0))))
    .executeTakeFirstOrThrow()
  return {
    unread: fresh.number,
    waiting: of('waiting'),
    answered: of('answered'),
    done: of('done'),
  }
}

/** How many wait for an answer. */
export async function countWaiting(db: Database, group: number | undefined): Promise<number> {
  const { number } = await among(db, group)
    .select(({ fn }) => fn.countAll<number>().as('number'))
    .where('conversation.state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return number
}

/** The conversations with users whose name or address contains a text, whatever their case. */
function among(db: Database, group: number | undefined, search?: string) {
  const text = searched(search)
  return db
    .selectFrom('conversation')
    .innerJoin('user', 'user.id', 'conversation.userId')
    .$if(group !== undefined, (all) => all.where('user.groupId', '=', group!))
    .$if(text !== '', (all) =>
      all.where((eb) =>
        eb.or([
          containsAnyCase(eb.ref('user.username'), text),
          containsAnyCase(eb.ref('user.email'), text),
        ]),
      ),
    )
}
