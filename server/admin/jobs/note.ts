import type { OperationId } from '#contract'
import { changesBetween } from '../audit/snapshot.ts'
import { insertAudit } from '../audit/store.ts'
import type { SubjectKind } from '../audit/subject.ts'
import type { ActionContext } from './kind.ts'

/** What each deletes, in the words of the audit log. */
const SUBJECT_OF = {
  deleteAccount: 'account',
  deleteUser: 'user',
  deleteOrder: 'plan',
  deleteNotice: 'notice',
  deleteArticle: 'notice',
} as const satisfies Partial<Record<OperationId, SubjectKind>>

/**
 * Writes down that one of many was deleted, or restored: a later search for it knows its name and
 * not the job.
 */
export async function noteDeletion(
  { tx, id, now, actorId, isUndo, isNoted = false }: Omit<ActionContext, 'action'>,
  deletion: keyof typeof SUBJECT_OF,
  { label, row }: { label: string; row: object },
): Promise<void> {
  if (isNoted) return
  const fields = { ...row }
  await insertAudit(tx, {
    time: now,
    actorId,
    operation: isUndo ? 'undoJob' : deletion,
    subject: SUBJECT_OF[deletion],
    subjectId: id,
    label,
    ...(isUndo ? changesBetween(undefined, fields) : changesBetween(fields, undefined)),
  })
}
