import { findNotice, type NoticeRow } from '../../messaging/notices/store.ts'
import { type NoticeSnapshot, restoreNotice, takeNotice } from '../../messaging/notices/snapshot.ts'
import type { Kind } from './kind.ts'
import { noteDeletion } from './note.ts'

/** Deletes an announcement; undo restores it for its groups. */
export const deleteNotice = deletion('notice', 'deleteNotice')

/** Deletes an article; undo restores it. */
export const deleteArticle = deletion('article', 'deleteArticle')

function deletion<Name extends 'deleteNotice' | 'deleteArticle'>(
  kind: NoticeRow['kind'],
  operation: Name,
): Kind<Name> {
  return {
    check: async ({ tx, id }) => ((await findNotice(tx, id))?.kind === kind ? undefined : 'gone'),
    async run(context) {
      const before = await takeNotice(context.tx, context.id, kind)
      if (!before) return { problem: 'gone' }
      await noteDeletion(context, operation, noted(before))
      return { before }
    },
    async undo(context, before: NoticeSnapshot) {
      if (!(await restoreNotice(context.tx, before))) return 'changed since'
      await noteDeletion(context, operation, noted(before))
      return undefined
    },
  }
}

const noted = ({ notice, groups }: NoticeSnapshot) => ({
  label: notice.title,
  row: { ...notice, ...(groups.length > 0 && { groups }) },
})
