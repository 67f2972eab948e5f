import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import { MAIN_ADMIN } from '#rules/roles.ts'
import type { Tables } from '../../database/tables.ts'
import { setsWith } from '../../http/permissions.ts'

/** The fields of an event that decide who is notified. */
export type EventScope = {
  kind: string
  userId: number | null
  subjectId: number | null
  data: string
}

/**
 * The people an event is for, as a condition on `user`.
 *
 * An event about one person is for that person. A notice is for the customers who can read it. Any
 * other is for the admins who may see its subject: others than the main one are only notified of
 * their own group. Spec 6.
 */
export function recipientsOf({ kind, userId, subjectId, data }: EventScope) {
  return (eb: ExpressionBuilder<Tables, 'user'>): Expression<SqlBool> => {
    if (userId !== null) return eb('user.id', '=', userId)
    if (kind === 'notice') {
      const notice = eb
        .selectFrom('notice')
        .where('notice.id', '=', noticeIn(data))
        .where('notice.kind', '=', 'notice')
      const linked = eb.selectFrom('noticeGroup').where('noticeId', '=', noticeIn(data))
      return eb.and([
        eb('user.type', '=', 'normal'),
        eb.or([
          eb.exists(notice.select('notice.id').where('notice.forGroups', '=', 0)),
          eb.and([
            eb.exists(notice.select('notice.id')),
            eb('user.groupId', 'in', linked.select('noticeGroup.groupId')),
          ]),
        ]),
      ])
    }
    const subject = eb.selectFrom('user as subject').where('subject.id', '=', subjectId)
    return eb.and([
      eb('user.type', '=', 'admin'),
      eb.or([
        eb('user.id', '=', MAIN_ADMIN),
        eb.and([
          eb('user.groupId', 'in', subject.select('subject.groupId')),
          // A message is its text.
          ...(kind === 'message' ? [eb(rightsOf(eb), 'in', setsWith('listMessages'))] : []),
        ]),
      ]),
    ])
  }
}

const rightsOf = (eb: ExpressionBuilder<Tables, 'user'>) =>
  eb.fn.coalesce('user.rights', eb.val('group'))

const noticeIn = (data: string) => Number((JSON.parse(data) as { id?: unknown }).id ?? 0)
