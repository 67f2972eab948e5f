import type { Database } from '../../database/database.ts'
import { holdRow } from '../../database/revision.ts'
import { findNotice, type NoticeRow, removeNotice, selectGroupsOf } from './store.ts'

/** A deleted notice or article, with the groups it was for. */
export type NoticeSnapshot = { notice: NoticeRow; groups: number[] }

/**
 * Deletes a notice or an article, if it is of this `kind`; returns it as `restoreNotice` takes it.
 * Requires a transaction.
 */
export async function takeNotice(
  tx: Database,
  id: number,
  kind?: NoticeRow['kind'],
): Promise<NoticeSnapshot | undefined> {
  if (!(await holdRow(tx, 'notice', id))) return undefined
  const notice = await findNotice(tx, id)
  if (!notice) return undefined
  const groups = await selectGroupsOf(tx, id)
  return (await removeNotice(tx, id, kind)) ? { notice, groups } : undefined
}

/**
 * Restores a notice or an article under its id, for those of its groups that are left; returns
 * whether it did. Notifies nobody: they were when it was published. Requires a transaction.
 */
export async function restoreNotice(
  tx: Database,
  { notice, groups }: NoticeSnapshot,
): Promise<boolean> {
  const back = await tx
    .insertInto('notice')
    .values(notice)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!back) return false
  const left: number[] = []
  for (const groupId of groups) if (await holdRow(tx, 'userGroup', groupId)) left.push(groupId)
  const links = left.map((groupId) => ({ noticeId: back.id, groupId }))
  if (links.length > 0) await tx.insertInto('noticeGroup').values(links).execute()
  return true
}
