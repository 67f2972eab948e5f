import type { OperationId } from '#contract'
import type { World } from '../../http/world.ts'
import { hasLooked, insertAudit } from './store.ts'
import { changesBetween, takeSnapshot } from './snapshot.ts'
import type { Subject } from './subject.ts'
import { subjectOf } from './subjects.ts'

/** The parts of a call that are written down. */
type AnyCall = Pick<World, 'db' | 'now' | 'log'> & {
  caller: { id: number; type: string } | null
  path: object
  query: object
  body: unknown
}

/** How long after a look the same one by the same admin is not noted again, ms. */
const LOOK_QUIET_MS = 3_600_000

/** Called by operations whose reply has no id: the id of what they made. */
type Made = (id: number) => void

/**
 * Runs a call of an admin and writes down what it changed: who, what, from what, to what.
 *
 * A call that is refused, or that changed nothing, is not written down. A failure to write the
 * entry does not undo the call; it is logged.
 */
export async function audited<Answer>(
  id: OperationId,
  call: AnyCall,
  run: (made: Made) => Promise<Answer> | Answer,
): Promise<Answer> {
  const { db, caller, now, log } = call
  if (caller?.type !== 'admin') return run(() => {})
  const subject = subjectOf(id, {
    path: { ...call.path },
    query: { ...call.query },
    body: (call.body ?? {}) as Record<string, unknown>,
    callerId: caller.id,
  })
  if (!subject) return run(() => {})
  const before = await takeSnapshot(db, subject)
  let made: number | undefined
  const answer = await run((one) => void (made = one))
  if (saysNo(answer)) return answer
  try {
    const subjectId = subject.id ?? made ?? newId(answer) ?? foundId(subject, before)
    const after = await takeSnapshot(db, { ...subject, id: subjectId })
    const changes = changesBetween(before, after)
    if (subject.isEdit && !changes) return answer
    if (subject.isLook) {
      const seen = { actorId: caller.id, operation: id, subject: subject.kind, subjectId }
      if (await hasLooked(db, seen, now() - LOOK_QUIET_MS)) return answer
    }
    await insertAudit(db, {
      time: now(),
      actorId: caller.id,
      operation: id,
      subject: subject.kind,
      subjectId: subjectId ?? null,
      label: subject.label ?? (labelOf(after ?? before) || labelOf(answer)),
      ...changes,
    })
  } catch (error) {
    log.error({ err: error, operation: id }, 'what an admin changed could not be written down')
  }
  return answer
}

/** Whether a reply says that nothing was done: in the words of older consoles, or why it was not. */
function saysNo(answer: unknown): boolean {
  if (typeof answer !== 'object' || answer === null) return false
  if ('success' in answer && answer.success === false) return true
  return 'problem' in answer && typeof answer.problem === 'string'
}

/** The id of what a call made, from its reply. */
function newId(answer: unknown): number | undefined {
  if (Array.isArray(answer)) return newId({ id: answer[0] })
  if (typeof answer !== 'object' || answer === null) return undefined
  const { id, serverId } = answer as { id?: unknown; serverId?: unknown }
  const made = id ?? serverId
  return typeof made === 'number' ? made : undefined
}

/** The id of a subject that was named by something else. */
function foundId({ kind }: Subject, row: Record<string, unknown> | undefined) {
  return kind !== 'setting' && typeof row?.id === 'number' ? row.id : undefined
}

/** The subject's name for display; where it has none, such as a batch of codes, its number. */
function labelOf(said: unknown): string {
  if (typeof said !== 'object' || said === null) return ''
  const name = NAMES.map((field) => (said as Record<string, unknown>)[field]).find(
    (value) => typeof value === 'string' || typeof value === 'number',
  )
  return name === undefined ? '' : String(name)
}

const NAMES = ['username', 'name', 'title', 'port', 'mac', 'orderId', 'batchNumber']
