import { randomInt } from 'node:crypto'
import type { Database } from '../../database/database.ts'
import type { Random } from './random.ts'

const DAY_MS = 86_400_000
const INVITERS = 8
const ROUTERS = 5

/** Gives some customers referral codes and invited people, and some a router of their own. */
export async function insertGuests(
  db: Database,
  users: readonly number[],
  random: Random,
  now: number,
): Promise<void> {
  const inviters = users.slice(0, Math.min(INVITERS, Math.floor(users.length / 4)))
  const guests = users
    .slice(inviters.length)
    .filter(() => random.chance(Math.min(0.2, 60 / users.length)))
  const codes = await Promise.all(
    inviters.map((id, index) => insertCode(db, id, 4 + index * 3, now)),
  )
  const referrals = guests.flatMap((userId, index) => {
    const codeId = codes[index % codes.length]
    const createTime = Math.round(now - random.between(1, 30) * DAY_MS)
    return codeId === undefined ? [] : [{ codeId, userId, createTime }]
  })
  if (referrals.length > 0) await db.insertInto('referral').values(referrals).execute()
  await insertRouters(db, now)
}

async function insertCode(db: Database, sourceUserId: number, visit: number, now: number) {
  const code = String(randomInt(1_000_000_000, 9_999_999_999))
  const row = { code, sourceUserId, maxUser: 20, visit, createTime: now - 40 * DAY_MS }
  const made = await db.insertInto('refCode').values(row).returning('id').executeTakeFirstOrThrow()
  return made.id
}

async function insertRouters(db: Database, now: number): Promise<void> {
  const owners = await db
    .selectFrom('account')
    .select(['id', 'userId'])
    .where('userId', 'is not', null)
    .orderBy('id', 'desc')
    .limit(ROUTERS)
    .execute()
  const rows = owners.flatMap(({ id: accountId, userId }, index) => {
    const mac = `02005e10${String(10 + index)}${String(20 + index * 7)}`
    return userId === null
      ? []
      : [{ mac, userId, accountId, serverId: null, createTime: now - index * DAY_MS }]
  })
  if (rows.length > 0) await db.insertInto('macAccount').values(rows).execute()
}
