import type { Body, Schema } from '#contract'
import { isFlowPack } from '#rules/plan.ts'
import type { Call } from '../../http/contract.ts'
import { type Database, inTransaction } from '../../database/database.ts'
import { offerTo, selectGroupsWith } from '../../people/groups/store.ts'
import { found, Refusal } from '../../base/refusal.ts'
import { checkRevision, holdRow, holdRows, revisionOf } from '../../database/revision.ts'
import { selectServers } from '../../accounts/servers/store.ts'
import { changeAccountsOn, selectAccountsOn } from './accounts.ts'
import { changePlan, findPlan, insertPlan } from './store.ts'
import { termsOf } from './terms.ts'

/** One plan with the groups that have it on their lists, and its revision. */
export async function getOrder({ db, path }: Call<'getOrder'>) {
  const plan = await withGroups(db, path.orderId)
  return { ...plan, revision: revisionOf(plan) }
}

/** Creates a plan or a flow pack. Refuses unknown references. */
export async function createOrder({ db, body, made }: Call<'createOrder'>): Promise<'success'> {
  const terms = termsOf(body)
  await inTransaction(db, async (tx) => {
    await checkBase(tx, terms.baseId ?? 0)
    await checkServers(tx, body.server)
    const id = await insertPlan(tx, terms)
    made(id)
    if (body.group) await offerToKnown(tx, id, body.group)
  })
  return 'success'
}

/**
 * Replaces a plan and, on request, updates its accounts.
 *
 * Refuses with `changed meanwhile` or `port exists`; a plan stays a plan, a flow pack a flow pack.
 */
export async function editOrder(call: Call<'editOrder'>): Promise<'success'> {
  const { db, config, path, body, wake } = call
  const { orderId } = path
  const terms = termsOf(body)
  const { changeCurrentAccount: copied = {} } = body
  const hasNewSpeed = await db.transaction().execute(async (tx) => {
    // The plan it belongs to first: ids ascend from a plan to its packs.
    await checkBase(tx, terms.baseId ?? 0)
    if (!(await holdRow(tx, 'plan', orderId))) throw new Refusal(403)
    const before = await withGroups(tx, orderId)
    checkRevision(before, body.revision)
    if (isFlowPack(before) !== (terms.baseId !== 0)) throw new Refusal(403)
    await checkServers(tx, body.server, before.server)
    // Who knows of no other prices does not send them, and takes none away.
    const { prices, ...rest } = terms
    await changePlan(tx, orderId, body.prices ? { ...rest, prices } : rest)
    if (body.group) await offerToKnown(tx, orderId, body.group)
    await changeAccountsOn(tx, orderId, terms, copied, config.port)
    return SPEEDS.some((name) => terms[name] !== undefined && terms[name] !== before[name])
  })
  if (Object.values(copied).includes(true)) wake()
  else if (hasNewSpeed) wake(await selectAccountsOn(db, orderId))
  return 'success'
}

/** What the accounts of a plan follow at once. */
const SPEEDS = ['speedUp', 'speedDown', 'speedAfter'] as const

async function withGroups(db: Database, id: number): Promise<Schema<'Plan'>> {
  const plan = found(await findPlan(db, id))
  return { ...plan, group: await selectGroupsWith(db, id) }
}

/** Locks the plan that a flow pack is for; refuses a flow pack in its place. */
async function checkBase(tx: Database, baseId: number): Promise<void> {
  if (baseId === 0) return
  if (!(await holdRow(tx, 'plan', baseId))) throw new Refusal(403)
  if (isFlowPack(found(await findPlan(tx, baseId)))) throw new Refusal(403)
}

/** Refuses unknown servers; those that were named before may be gone. */
async function checkServers(
  tx: Database,
  ids: readonly number[] | null | undefined,
  before: readonly number[] | null = null,
): Promise<void> {
  const added = (ids ?? []).filter((id) => !before?.includes(id))
  if (added.length === 0) return
  const existing = new Set((await selectServers(tx)).map(({ id }) => id))
  if (added.some((id) => !existing.has(id))) throw new Refusal(403)
}

async function offerToKnown(
  tx: Database,
  id: number,
  sent: NonNullable<Body<'createOrder'>['group']>,
): Promise<void> {
  const groups = sent.map(Number)
  if (!(await holdRows(tx, 'userGroup', groups))) throw new Refusal(403)
  await offerTo(tx, id, groups)
}
