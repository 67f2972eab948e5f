import { changesBetween } from '../audit/snapshot.ts'
import { insertAudit } from '../audit/store.ts'
import type { ActionContext } from './kind.ts'

/**
 * Writes down that one of many was deleted, or restored: a later search for it knows its name and
 * not the job.
 */
export async function noteDeletion(
  { tx, id, now, actorId, isUndo }: Omit<ActionContext, 'action'>,
  subject: 'account' | 'user',
  { label, row }: { label: string; row: object },
): Promise<void> {
  const deletion = subject === 'user' ? 'deleteUser' : 'deleteAccount'
  const fields = { ...row }
  await insertAudit(tx, {
    time: now,
    actorId,
    operation: isUndo ? 'undoJob' : deletion,
    subject,
    subjectId: id,
    label,
    ...(isUndo ? changesBetween(undefined, fields) : changesBetween(fields, undefined)),
  })
}
