import type { Call } from '../../http/contract.ts'
import { type Database, inTransaction } from '../../database/database.ts'
import { insertEvent } from '../events/store.ts'
import { found, Refusal } from '../../base/refusal.ts'
import { checkRevision, holdRow, holdRows } from '../../database/revision.ts'
import {
  changeLinksOfNotice,
  changeNotice,
  findNotice,
  insertNotice,
  selectGroupsOf,
} from './store.ts'
import { isArticle, termsOf } from './terms.ts'
import { stateOf } from './view.ts'

/** Publishes a notice or an article. Refuses unknown groups. */
export async function createNotice({
  db,
  now,
  body,
  made,
}: Call<'createNotice'>): Promise<'success'> {
  const row = termsOf(body, isArticle(body) ? 'article' : 'notice', now())
  await inTransaction(db, async (tx) => {
    const groups = await holdGroups(tx, row.forGroups ? body.groups : [])
    const id = await insertNotice(tx, row)
    made(id)
    await changeLinksOfNotice(tx, id, groups)
    if (row.kind === 'notice') await notifyReaders(tx, id, now())
  })
  return 'success'
}

/**
 * Changes a notice or an article, and dates it now.
 *
 * Refuses with `changed meanwhile`, and unknown groups.
 */
export async function editNotice(
  call: Call<'editNotice'> | Call<'replaceNotice'>,
): Promise<'success'> {
  const { db, now, body, path } = call
  const { noticeId } = path
  await db.transaction().execute(async (tx) => {
    if (!(await holdRow(tx, 'notice', noticeId))) throw new Refusal(403)
    const before = found(await findNotice(tx, noticeId))
    checkRevision(stateOf(before, await selectGroupsOf(tx, noticeId)), body.revision)
    const kind = isArticle(body) ? 'article' : before.kind
    const row = termsOf(body, kind, now(), before)
    const groups = await holdGroups(tx, row.forGroups ? body.groups : [])
    await changeNotice(tx, noticeId, row)
    await changeLinksOfNotice(tx, noticeId, groups)
    if (row.kind === 'notice') await notifyReaders(tx, noticeId, now())
  })
  return 'success'
}

const DAY_MS = 86_400_000

/** Notifies its readers of a notice; once a day, as a typo is often corrected right after. */
async function notifyReaders(tx: Database, id: number, now: number) {
  const effect = `notice:${id}:${Math.floor(now / DAY_MS)}`
  await insertEvent(
    tx,
    { kind: 'notice', userId: null, subjectId: null, effect, data: { id } },
    now,
  )
}

/** Locks the groups a notice is for; refuses when one of them is gone. */
async function holdGroups(tx: Database, groups: readonly number[] = []) {
  if (!(await holdRows(tx, 'userGroup', groups))) throw new Refusal(403)
  return groups
}
