import type { Answer } from '#contract'
import type { Call } from '../../http/contract.ts'
import { found, Refusal } from '../../base/refusal.ts'
import { takeAttempt } from '../../http/limits/attempts.ts'
import { tooOften } from '../../http/limits/tooOften.ts'
import { findSetting } from '../../database/settings/store.ts'
import { languageOf, wordsOf } from '../../base/words/words.ts'
import { findVapidKeys } from './keys.ts'
import { messageOf } from './message.ts'
import { postPush } from './post.ts'
import {
  findDevice,
  findPushClient,
  insertPushClient,
  moveToSession,
  removePushClient as removeClient,
} from './store.ts'

const MINUTE_MS = 60_000
const MAX_TESTS_PER_MINUTE = 5

/**
 * Registers the caller's browser.
 *
 * From a visitor it is removed, and from a customer of an older console too: those send the browser
 * of the person who logs in, so that it gets no more of what an admin was notified of. Wire-contract facts: P1.
 */
export async function registerPushClient(call: Call<'registerPushClient'>): Promise<'success'> {
  const { db, caller, now, body, session } = call
  const { data, kinds, language, replaces } = body
  const { endpoint, keys } = data
  if (!caller || (caller.type !== 'admin' && kinds === undefined && replaces === undefined)) {
    await removeClient(db, endpoint)
    return 'success'
  }
  await db.transaction().execute(async (tx) => {
    const before = replaces && (await findPushClient(tx, caller.id, replaces))
    if (before) await removeClient(tx, before.endpoint)
    await insertPushClient(tx, {
      userId: caller.id,
      endpoint,
      ...keys,
      createTime: now(),
      sessionId: session.id ?? null,
      kinds: kinds === undefined ? (before || undefined)?.kinds : JSON.stringify(kinds),
      language: language ?? (before || undefined)?.language,
    })
  })
  return 'success'
}

/** Removes a browser, named in the body or, by older consoles, in the query. */
export async function removePushClient(call: Call<'removePushClient'>): Promise<'success'> {
  const endpoint = call.body?.data?.endpoint ?? endpointIn(call.query.data)
  if (endpoint) await removeClient(call.db, endpoint)
  return 'success'
}

/** What one of the caller's browsers wants to be notified of. Refuses others'. It ends with this session. */
export async function getPushClient({
  db,
  caller,
  path,
  session,
}: Call<'getPushClient'>): Promise<Answer<'getPushClient'>> {
  const client = found(await findDevice(db, caller.id, path.device))
  // A person who logged in again without logging out is still notified, until this session ends.
  if (session.id && client.sessionId !== session.id) await moveToSession(db, client.id, session.id)
  const { kinds, language } = client
  return {
    kinds: kinds === null ? null : JSON.parse(kinds),
    language: languageOf(language) ?? null,
  }
}

/**
 * Sends a notification to one of the caller's browsers, at once.
 *
 * Refuses with `too many tests`, `browser gone` and `push unreachable`.
 */
export async function sendTestPush(call: Call<'sendTestPush'>): Promise<'success'> {
  const { db, caller, path, now, config } = call
  const client = found(await findDevice(db, caller.id, path.device))
  const limit = { key: `push:test:${caller.id}`, most: MAX_TESTS_PER_MINUTE, window: MINUTE_MS }
  if (!(await takeAttempt(db, now(), limit))) throw tooOften(db, now(), [limit], 'too many tests')
  const { title = 'Sluice', language: ofSite = 'zh-CN' } = await findSetting(db, 'base')
  const language = languageOf(client.language) ?? ofSite
  const note = {
    title,
    body: wordsOf(language).pushes.test,
    path: caller.type === 'admin' ? '/admin/settings/notifications' : '/user/notifications',
    tag: 'test',
  }
  const keys = await findVapidKeys(call)
  const message = messageOf({ ...note, language, site: config.site }, { ttl: MINUTE_MS / 1000 })
  const outcome = await postPush({ config, keys }, client, message)
  if (outcome.kind === 'gone') await removeClient(db, client.endpoint)
  if (outcome.kind === 'gone') throw new Refusal(403, 'browser gone')
  if (outcome.kind !== 'taken') throw new Refusal(403, 'push unreachable')
  return 'success'
}

function endpointIn(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  try {
    const { endpoint } = JSON.parse(text) as { endpoint?: unknown }
    return typeof endpoint === 'string' ? endpoint : undefined
  } catch {
    throw new Refusal(400, 'querystring/data must be JSON')
  }
}
