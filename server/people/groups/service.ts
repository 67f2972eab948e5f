import type { Body } from '#contract'
import type { Call } from '../../http/contract.ts'
import { type Database, inTransaction } from '../../database/database.ts'
import { changeLinksOfGroup, selectNoticeIds } from '../../messaging/notices/store.ts'
import { found, Refusal } from '../../base/refusal.ts'
import { checkRevision, holdRow, holdRows, revisionOf } from '../../database/revision.ts'
import { findSetting } from '../../database/settings/store.ts'
import { groupOf } from '../../http/scope.ts'
import {
  changeGroup,
  countPeople,
  findGroup,
  insertGroup,
  movePeople,
  movePerson,
  removeGroup,
} from './store.ts'

const DEFAULT_GROUP = 0

/** One group; other admins see their own only. */
export async function getGroup({ db, caller, path }: Call<'getGroup'>) {
  const own = groupOf(caller)
  if (own !== undefined && own !== path.groupId) throw new Refusal(403)
  const group = found(await findGroup(db, path.groupId))
  return { ...group, revision: revisionOf(group) }
}

/** Creates a group. Refuses an unknown plan or notice. */
export async function createGroup({ db, body, made }: Call<'createGroup'>): Promise<'success'> {
  await inTransaction(db, async (tx) => {
    await holdNamed(tx, body)
    const id = await insertGroup(tx, rowOf(body))
    made(id)
    if (body.notices) await changeLinksOfGroup(tx, id, body.notices)
  })
  return 'success'
}

/** Changes a group; fields that were not sent stay. Refuses with `changed meanwhile`. */
export async function editGroup({ db, body, path }: Call<'editGroup'>): Promise<'success'> {
  const { groupId } = path
  await db.transaction().execute(async (tx) => {
    const before = found(await findGroup(tx, groupId))
    await holdNamed(tx, body, before)
    if (!(await holdRow(tx, 'userGroup', groupId))) throw new Refusal(403)
    const held = found(await findGroup(tx, groupId))
    checkRevision(held, body.revision)
    await changeGroup(tx, groupId, rowOf(body, held))
    if (body.notices) await changeLinksOfGroup(tx, groupId, body.notices)
  })
  return 'success'
}

/**
 * Deletes a group; with `moveUsers` its users join the default group.
 *
 * Refuses with `default group`, `admins in this group`, `users in this group` or
 * `new users join this group`.
 */
export async function deleteGroup({ db, path, query }: Call<'deleteGroup'>): Promise<'success'> {
  const { groupId } = path
  if (groupId === DEFAULT_GROUP) throw new Refusal(403, 'default group')
  await inTransaction(db, async (tx) => {
    if (!(await holdRow(tx, 'userGroup', groupId))) throw new Refusal(403)
    if ((await countPeople(tx, groupId, 'admin')) > 0)
      throw new Refusal(403, 'admins in this group')
    if (!query.moveUsers && (await countPeople(tx, groupId, 'normal')) > 0)
      throw new Refusal(403, 'users in this group')
    if ((await findSetting(tx, 'account')).defaultGroup === groupId)
      throw new Refusal(403, 'new users join this group')
    await movePeople(tx, groupId, DEFAULT_GROUP)
    await removeGroup(tx, groupId)
  })
  return 'success'
}

/** Moves a user or an admin into a group. Refuses unknown ones. */
export async function setUserGroup({ db, path, wake }: Call<'setUserGroup'>): Promise<'success'> {
  await db.transaction().execute(async (tx) => {
    if (!(await holdRow(tx, 'userGroup', path.groupId))) throw new Refusal(403)
    if (!(await movePerson(tx, path.userId, path.groupId))) throw new Refusal(403)
  })
  wake()
  return 'success'
}

type Sent = Body<'editGroup'>
type Known = NonNullable<Awaited<ReturnType<typeof findGroup>>>

/** Locks the plans and notices a group names; those it named before may be gone. */
async function holdNamed(tx: Database, { order, notices = [] }: Sent, before?: Known) {
  const plans = (order ?? []).filter((id) => !before?.order?.includes(id))
  if (!(await holdRows(tx, 'plan', plans))) throw new Refusal(403)
  const links = notices.filter((id) => !before?.notices.includes(id))
  const existing = new Set(await selectNoticeIds(tx, links))
  if (links.some((id) => !existing.has(id))) throw new Refusal(403)
  await holdRows(tx, 'notice', links)
}

function rowOf({ name, comment, order, multiAccount }: Sent, before?: Known) {
  const orders = order === undefined ? (before?.order ?? null) : order
  return {
    name: name.trim(),
    comment: comment === undefined ? (before?.comment ?? '') : (comment ?? ''),
    orders: orders && JSON.stringify([...new Set(orders)]),
    multiAccount: multiAccount === undefined ? (before?.multiAccount ?? 0) : flag(multiAccount),
  }
}

const flag = (value: number | boolean): 0 | 1 => (value ? 1 : 0)
