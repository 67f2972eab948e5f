import type { Answer } from '#contract'
import type { Call } from '../../http/contract.ts'
import { Refusal } from '../../base/refusal.ts'
import { removeOtherSessions, removeSession, selectSessionsOf } from './store.ts'
import { LIFETIME_MS } from './visit.ts'

/** How much of the keyed hash names a session, characters; all of it stays here. */
const NAME_CHARS = 16

/** Where the caller is logged in: this session first, then the one that began last. */
export async function listSessions({
  db,
  now,
  caller,
  session,
}: Call<'listSessions'>): Promise<Answer<'listSessions'>> {
  const rows = await selectSessionsOf(db, caller.id, now())
  return rows
    .map(({ id, userAgent, createTime, expireTime }) => ({
      id: nameOf(id),
      userAgent,
      createTime,
      // The end moves on with use, once a day.
      lastTime: expireTime - LIFETIME_MS,
      current: id === session.id,
    }))
    .toSorted((a, b) => Number(b.current) - Number(a.current) || b.createTime - a.createTime)
}

/** Ends another session of the caller. Refused without a word for this one and for none of theirs. */
export async function endSession(call: Call<'endSession'>): Promise<'success'> {
  const { db, now, caller, path, session } = call
  const rows = await selectSessionsOf(db, caller.id, now())
  const row = rows.find(({ id }) => nameOf(id) === path.sessionId && id !== session.id)
  if (!row) throw new Refusal(403)
  await removeSession(db, row.id)
  return 'success'
}

/** Ends every session of the caller but this one. */
export async function endOtherSessions(call: Call<'endOtherSessions'>): Promise<'success'> {
  const { db, caller, session } = call
  await db.transaction().execute((tx) => removeOtherSessions(tx, caller.id, session.id))
  return 'success'
}

const nameOf = (id: string) => id.slice(0, NAME_CHARS)
