import { MAIN_ADMIN } from '#rules/roles.ts'
import { PAGE_SIZE } from '#rules/paging.ts'
import type { Database } from '../../database/database.ts'
import { cutPage, inOrder } from '../../database/lists/page.ts'
import { contains, containsAnyCase, searched } from '../../database/lists/search.ts'
import { countOf } from './store.ts'

type PageQuery = { page?: number; pageSize?: number; search?: string }

/** How many people a search shows; the main admin is left out, as from every list of people. */
const MAX_FOUND = 100

/** One page of all codes that contain a text, newest first, and how many there are. */
export async function selectCodePage(db: Database, query: PageQuery) {
  const { page = 1, pageSize = PAGE_SIZE } = query
  const search = searched(query.search)
  const matching = db
    .selectFrom('refCode')
    .$if(search !== '', (rows) => rows.where((eb) => contains(eb.ref('refCode.code'), search)))
  const count = async () => {
    const counted = matching.select(({ fn }) => fn.countAll<number>().as('total'))
    return (await counted.executeTakeFirstOrThrow()).total
  }
  const sorted = matching.select('refCode.id').orderBy('refCode.id', 'desc')
  const { ids, total } = await cutPage(sorted, count, { page, pageSize, isSearch: search !== '' })
  return { code: await selectListedCodes(db, ids), total, page, pageSize }
}

async function selectListedCodes(db: Database, ids: number[]) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('refCode')
    .innerJoin('user', 'user.id', 'refCode.sourceUserId')
    .select(['refCode.id', 'code', 'email', 'visit', 'maxUser'])
    .select(countOf.as('count'))
    .where('refCode.id', 'in', ids)
    .execute()
  return inOrder(ids, rows)
}

/** One page of who invited whom, newest first; a search looks into both addresses and the code. */
export async function selectReferralPage(db: Database, query: PageQuery) {
  const { page = 1, pageSize = PAGE_SIZE } = query
  const search = searched(query.search)
  const matching = referrals(db).$if(search !== '', (rows) =>
    rows.where((eb) =>
      eb.or([
        contains(eb.ref('refCode.code'), search),
        containsAnyCase(eb.ref('source.email'), search),
        containsAnyCase(eb.ref('user.email'), search),
      ]),
    ),
  )
  const [user, { total }] = await Promise.all([
    matching
      .select(['referral.id', 'refCode.code', 'refCode.sourceUserId', 'referral.userId'])
      .select(['source.email as sourceUser', 'user.email as user', 'referral.createTime as time'])
      .orderBy('referral.id', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
    matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { user, total, page, pageSize }
}

/** Whom a person invited, newest first; `group` limits them to one group. */
export function selectInvitedBy(db: Database, userId: number, group?: number) {
  return referrals(db)
    .select(['refCode.code', 'user.id', 'user.email', 'referral.createTime as time'])
    .where('refCode.sourceUserId', '=', userId)
    .$if(group !== undefined, (rows) => rows.where('user.groupId', '=', group!))
    .orderBy('referral.id', 'desc')
    .execute()
}

/** Possible inviters, by a part of their name. */
export function selectSources(db: Database, search: string) {
  return people(db, search).where('id', '<>', MAIN_ADMIN).execute()
}

/** Normal users without an inviter, by a part of their name. */
export function selectUninvited(db: Database, search: string) {
  return people(db, search)
    .where('type', '=', 'normal')
    .where('id', 'not in', (eb) => eb.selectFrom('referral').select('userId'))
    .execute()
}

function people(db: Database, search: string) {
  const part = searched(search)
  return db
    .selectFrom('user')
    .select(['id', 'username'])
    .$if(part !== '', (rows) => rows.where((eb) => containsAnyCase(eb.ref('username'), part)))
    .orderBy('username')
    .limit(MAX_FOUND)
}

function referrals(db: Database) {
  return db
    .selectFrom('referral')
    .innerJoin('refCode', 'refCode.id', 'referral.codeId')
    .innerJoin('user as source', 'source.id', 'refCode.sourceUserId')
    .innerJoin('user', 'user.id', 'referral.userId')
}
