import type { OperationId } from '#contract'
import type { World } from '../world.ts'
import { insertAudit } from './store.ts'
import { changesBetween, takeSnapshot } from './snapshot.ts'
import { type Subject, SUBJECTS } from './subjects.ts'

/** As much of a call as is written down. */
type AnyCall = Pick<World, 'db' | 'now' | 'log'> & {
  caller: { id: number; type: string } | null
  path: object
  body: unknown
}

/**
 * Runs a call of an admin and writes down what it changed: who, what, from what, to what.
 *
 * A call that is refused is not written down. That the note could not be written does not undo
 * what was done; the log tells.
 */
export async function audited<Answer>(
  id: OperationId,
  call: AnyCall,
  run: () => Promise<Answer> | Answer,
): Promise<Answer> {
  const rule = SUBJECTS[id]
  if (!rule || call.caller?.type !== 'admin') return run()
  const { db, caller, now, log } = call
  const sent = (call.body ?? {}) as Record<string, unknown>
  const subject = rule({ path: { ...call.path }, body: sent, callerId: caller.id })
  const before = await takeSnapshot(db, subject)
  const answer = await run()
  try {
    const subjectId = subject.id ?? newId(answer) ?? foundId(subject, before)
    const after = await takeSnapshot(db, { ...subject, id: subjectId })
    const changes = changesBetween(before, after)
    await insertAudit(db, {
      time: now(),
      actorId: caller.id,
      operation: id,
      subject: subject.kind,
      subjectId: subjectId ?? null,
      label: subject.label ?? labelOf(after ?? before),
      ...changes,
    })
  } catch (error) {
    log.error({ err: error, operation: id }, 'what an admin changed could not be written down')
  }
  return answer
}

/** The id of what a call made, as its reply tells it. */
function newId(answer: unknown): number | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined
  const { id, serverId } = answer as { id?: unknown; serverId?: unknown }
  const made = id ?? serverId
  return typeof made === 'number' ? made : undefined
}

/** The id of a subject that was named by something else. */
function foundId({ kind }: Subject, row: Record<string, unknown> | undefined) {
  return kind !== 'setting' && typeof row?.id === 'number' ? row.id : undefined
}

/** What people call the subject. */
function labelOf(row: Record<string, unknown> | undefined): string {
  const name = row?.username ?? row?.name ?? row?.title ?? row?.port ?? row?.mac ?? row?.orderId
  return name === undefined || name === null ? '' : String(name)
}
