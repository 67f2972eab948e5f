import { createHmac, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isMainAdmin } from '#rules/roles.ts'
import type { Caller, Visitor } from '../../http/contract.ts'
import { lasts, maySee, VIEW_MS } from './customerView.ts'
import { madeIfWritable } from '../../database/unavailable.ts'
import type { World } from '../../http/world.ts'
import {
  changeSessionEnd,
  findSession,
  insertSession,
  removeSession,
  replaceSession,
} from './store.ts'

/** The name of the session cookie. */
export const SESSION_COOKIE = 'sid'
const DAY_MS = 86_400_000
/** How long a session lasts after its last use, ms. */
export const LIFETIME_MS = 7 * DAY_MS
/** What of a browser's name is kept, characters. */
const MAX_AGENT_CHARS = 300

/** The sender of a request, and the functions to log them in and out. */
export async function findCaller(
  world: World,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Visitor> {
  const { db, now } = world
  const cookie = request.cookies[SESSION_COOKIE]
  const sessionId = cookie ? hashed(world, cookie) : undefined
  const row = sessionId ? await findSession(db, sessionId, now()) : undefined

  const setCookie = (value: string) =>
    reply.setCookie(SESSION_COOKIE, value, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: request.protocol === 'https' || world.config.site.startsWith('https:'),
      maxAge: LIFETIME_MS / 1000,
    })
  // The end moves on with use, but one write a day is enough.
  if (cookie && sessionId && row && row.expireTime - now() < LIFETIME_MS - DAY_MS) {
    if (await madeIfWritable(changeSessionEnd(db, sessionId, now() + LIFETIME_MS)))
      setCookie(cookie)
  }

  return {
    ...(row ? callersOf(row, now()) : { caller: null }),
    session: {
      id: row && sessionId,
      async start(userId, how) {
        const value = randomBytes(32).toString('base64url')
        const createTime = now()
        const expireTime = createTime + LIFETIME_MS
        const userAgent = (request.headers['user-agent'] ?? '').slice(0, MAX_AGENT_CHARS)
        const byMac = how?.byMac ? (1 as const) : (0 as const)
        const times = { createTime, expireTime }
        const next = { id: hashed(world, value), userId, ...times, userAgent, byMac }
        if (sessionId && row?.id === userId) await replaceSession(db, sessionId, next)
        else {
          if (sessionId) await removeSession(db, sessionId)
          await insertSession(db, next)
        }
        setCookie(value)
      },
      async end() {
        if (sessionId) await removeSession(db, sessionId)
        reply.clearCookie(SESSION_COOKIE, { path: '/' })
      },
    },
  }
}

type Found = NonNullable<Awaited<ReturnType<typeof findSession>>>

/** The person of a session; the customer in their place while an admin sees what the customer sees. */
function callersOf(row: Found, now: number): Pick<Visitor, 'caller' | 'admin'> {
  const person = row.byMac ? { ...callerOf(row), byMac: true as const } : callerOf(row)
  const { seenId, seenType, seenGroup, seenSince } = row
  if (seenId === null || seenType === null || seenGroup === null || seenSince === null)
    return { caller: person }
  const customer = callerOf({ id: seenId, type: seenType, groupId: seenGroup })
  if (!lasts(seenSince, now) || !maySee(person, customer)) return { caller: person }
  const seenBy = { id: person.id, expireTime: seenSince + VIEW_MS }
  return { caller: { ...customer, seenBy }, admin: person }
}

type Row = Pick<Caller, 'id' | 'type' | 'groupId'> & { rights?: string | null }

/** A person's row as a caller with roles. Spec 6. */
export function callerOf({ id, type, groupId, rights }: Row): Caller {
  if (type === 'normal') return { id, type, groupId, roles: ['user'] }
  if (isMainAdmin(id)) return { id, type, groupId, roles: ['admin', 'mainAdmin'] }
  return { id, type, groupId, roles: ['admin'], rights: rights ?? 'group' }
}

const hashed = ({ secret }: World, cookie: string) =>
  createHmac('sha256', secret).update(cookie).digest('base64url')
