import { describe, expect, test } from 'vitest'
import { confinedTo } from '../../../server/admin/jobs/owned.ts'
import { aMessage } from '../../support/make.ts'
import { aimedAt, callOf, makeTwoGroups, operations } from '../../support/trespass.ts'

type Operation = (typeof operations)[number]

/** Reads that are asked by POST. */
const READS = ['listAccounts', 'countAccounts', 'listAccountsOfUsers']
const reads = operations.filter(({ id, method }) => method === 'get' || READS.includes(id))
/** Answers that are alike here, and why. */
const ALIKE: ReadonlySet<string> = new Set([
  // No browser has registered, and there is no bot.
  'getPushClient',
  'getMyTelegramCode',
  'getAdminTelegramCode',
  // Nothing was paid, nothing passed today, and no port is open.
  'getPaidFigures',
  'getServerFlow',
  'getServer',
  // The person is no admin.
  'getAdmin',
])

const within = (scope: string, role: string) =>
  reads.filter(({ roles, operation }) => operation['x-scope'] === scope && roles.includes(role))

/**
 * Two groups, in one of which there is more than in the other, so that the same question of both
 * has two answers.
 */
async function makeUnlikeGroups() {
  const groups = await makeTwoGroups()
  const { world, mine, admin } = groups
  const { db, clock } = world
  const createTime = clock.at
  const owners = [mine.user.id, admin.id]
  for (const userId of owners) {
    const key = { credentialId: `credential-${userId}`, publicKey: 'key', counter: 0 }
    await db
      .insertInto('passkey')
      .values({ ...key, userId, createTime, lastUsed: null })
      .execute()
  }
  for (const table of ['flow5min', 'flowHour', 'flowDay', 'flowMonth'] as const)
    await db.updateTable(table).set({ down: 9 }).where('accountId', '=', mine.accountId).execute()
  await db.updateTable('account').set({ server: '[1]' }).where('id', '=', mine.accountId).execute()
  await db.updateTable('user').set({ lastLogin: clock.at }).where('id', '=', mine.user.id).execute()
  await db.updateTable('userGroup').set({ orders: '[]' }).where('id', '=', 3).execute()
  await db
    .updateTable('notice')
    .set({ forGroups: 1 })
    .where('id', '=', groups.shared.noticeId)
    .execute()
  await db
    .insertInto('noticeGroup')
    .values({ noticeId: groups.shared.noticeId, groupId: 2 })
    .execute()
  await aMessage(world, mine.user, { sender: 'admin' })
  const code = { code: 'admin-code', sourceUserId: admin.id, maxUser: 3, createTime }
  const { id: codeId } = await db
    .insertInto('refCode')
    .values(code)
    .returning('id')
    .executeTakeFirstOrThrow()
  const guest = await world.person({ groupId: 2, email: 'guest@example.com' })
  await db.insertInto('referral').values({ codeId, userId: guest.id, createTime }).execute()
  await db
    .updateTable('job')
    .set({ actorId: admin.id, action: JSON.stringify(confinedTo('importUsers', 2)) })
    .execute()
  const account = db.selectFrom('account').select('port').where('id', '=', mine.accountId)
  const { port } = await account.executeTakeFirstOrThrow()
  return { groups, more: { port, views: [{}], userIds: [mine.user.id] } }
}

type Unlike = Awaited<ReturnType<typeof makeUnlikeGroups>>

/** What two callers are told who ask for the same, which is the first one's. */
async function told({ groups, more }: Unlike, { id, path }: Operation, role: string) {
  const { mine, theirs, admin, rival } = groups
  const known = { ...aimedAt(mine, groups, 2, path), ...more }
  const [one, other] = role === 'user' ? [mine.user, theirs.user] : [admin, rival]
  const ours = await callOf(groups, id, one, known)
  const others = await callOf(groups, id, other, known)
  return { ours, others, isSame: ours.status === others.status && ours.text === others.text }
}

describe.each(['user', 'admin'])('for every %s', (role) => {
  test('what is confined has another answer for somebody else', async () => {
    const unlike = await makeUnlikeGroups()
    const open: string[] = []
    for (const one of [...within('own', role), ...within('group', role)]) {
      const { ours, isSame } = await told(unlike, one, role)
      if (isSame !== ALIKE.has(one.id))
        open.push(`${one.id}: ${ours.status} ${ours.text.slice(0, 99)}`)
    }
    expect(open).toEqual([])
  })

  test('what is confined to nobody has the same answer for all', async () => {
    const unlike = await makeUnlikeGroups()
    const confined: string[] = []
    for (const one of within('all', role)) {
      const { ours, others, isSame } = await told(unlike, one, role)
      if (!isSame) confined.push(`${one.id}: ${ours.text}, but ${others.text}`)
    }
    expect(confined).toEqual([])
  })
})
