import { sql } from 'kysely'
import { matching } from '../../accounts/matching.ts'
import type { Database } from '../../database/database.ts'

/** When customers are warned. */
export type Limits = {
  /** Days before the end. */
  days: number
  /** Percent of a cycle's traffic. */
  percent: number
}

/** An account with whom to notify. */
export type Candidate = Awaited<ReturnType<typeof selectUsedUp>>[number]

const USED_UP_PERCENT = 100

/** Accounts that run and end soon, with their owners; of one group where there is one. */
export function selectEnding(
  db: Database,
  { days }: Pick<Limits, 'days'>,
  now: number,
  group?: number,
) {
  return owned(db, now, { endsWithin: days }, group)
}

/** Accounts that run and have used most of their traffic, but not all. */
export async function selectRunningOut(db: Database, { percent }: Limits, now: number) {
  const [most, all] = await Promise.all([
    owned(db, now, { usedOver: percent }),
    selectUsedUp(db, now),
  ])
  const over = new Set(all.map(({ id }) => id))
  return most.filter(({ id }) => !over.has(id))
}

/** Accounts that run and have used all their traffic. */
export function selectUsedUp(db: Database, now: number) {
  return owned(db, now, { usedOver: USED_UP_PERCENT })
}

function owned(
  db: Database,
  now: number,
  filter: { endsWithin?: number; usedOver?: number },
  group?: number,
) {
  const everything = { expired: 1, unexpired: 1, unlimit: 1 } as const
  const conditions = matching({ filter: { ...everything, ...filter } }, { group, now })
  return db
    .selectFrom('account')
    .innerJoin('user', 'user.id', 'account.userId')
    .select(['account.id', 'account.userId', 'account.port', 'account.type', 'account.cycleStart'])
    .select(['account.cycles', 'account.flow', 'account.active', 'account.usageFrom'])
    .select('account.expireTime')
    .select(['user.email', 'user.language', sql<number>`"user"."id"`.as('owner')])
    .where('user.type', '=', 'normal')
    .where('account.active', '=', 1)
    .where((eb) => eb.or([eb('expireTime', 'is', null), eb('expireTime', '>', now)]))
    .where((eb) => eb.and(conditions))
    .orderBy('account.id')
    .execute()
}
