import { describe, expect, test } from 'vitest'
import { mailboxOf } from '#rules/email.ts'
import { keyedHash } from '../../../server/base/keyedHash.ts'
import { changeSetting } from '../../../server/database/settings/store.ts'
import { callerOf } from '../../../server/people/session/visit.ts'
import { trafficGiven } from '../../../server/shop/reselling/given.ts'
import { buyByCard } from '../../support/cards.ts'
import { insertCode } from '../../../server/messaging/codes.ts'
import { mailSite } from '../../support/mailSite.ts'
import { aPlan, aServer } from '../../support/make.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const YEAR = 365 * 86_400_000
const CODE = '123456'
const INVITATION = '1234567890'

/** A site that gives a trial, with a customer who invites. */
async function site(groupId = 0) {
  const world = await makeWorld()
  const { db, app, clock, secret } = world
  await aServer(world)
  await changeSetting(db, 'ref', {
    useRef: true,
    useWhenSignupClose: false,
    refNumber: 1,
    refUserNumber: 9,
  })
  if (groupId)
    await db
      .insertInto('userGroup')
      .values({ id: groupId, name: 'Shop' } as never)
      .execute()
  const inviter = await world.person({ groupId })
  const code = { id: 1, code: INVITATION, sourceUserId: inviter.id, maxUser: 9 }
  await db
    .insertInto('refCode')
    .values({ ...code, createTime: clock.at })
    .execute()
  const signUp = async (email: string, ref = '') => {
    const codeHash = keyedHash(secret, `signUp:${email}`, CODE)
    await insertCode(db, { email, codeHash, now: clock.at, network: '' }, '192.0.2.1')
    const payload = { email, password: 'correct horse', code: CODE, ...(ref && { ref }) }
    await app.inject({ method: 'POST', url: '/api/home/signup', payload })
    const user = await db
      .selectFrom('user')
      .selectAll()
      .where('email', '=', email)
      .executeTakeFirst()
    const accounts = await db
      .selectFrom('account')
      .select('id')
      .where('userId', '=', user?.id ?? 0)
      .execute()
    const referrals = await db
      .selectFrom('referral')
      .select('codeId')
      .where('userId', '=', user?.id ?? 0)
      .execute()
    return { id: user?.id ?? 0, user, trials: accounts.length, invited: referrals.length }
  }
  const leave = async ({ id }: { id: number }) => {
    await db.deleteFrom('account').where('userId', '=', id).execute()
    const path = { params: { path: { userId: id } } }
    const { response } = await world.as(mainAdmin).DELETE('/api/admin/user/{userId}', path)
    expect(response.status).toBe(200)
  }
  return { ...world, inviter, signUp, leave }
}

describe('who was here before', () => {
  test('gets neither a second trial nor a place of an invitation', async () => {
    const { signUp, leave } = await site()
    const first = await signUp('a.customer@gmail.com', INVITATION)
    expect(first).toMatchObject({ trials: 1, invited: 1 })
    await leave(first)
    expect(await signUp('a.customer@gmail.com', INVITATION)).toMatchObject({
      trials: 0,
      invited: 0,
    })
    expect(await signUp('acustomer+2@googlemail.com')).toMatchObject({ trials: 0 })
    expect(await signUp('another@gmail.com', INVITATION)).toMatchObject({ trials: 1, invited: 1 })
  })

  test.each([
    [YEAR - 1, 0],
    [YEAR, 1],
  ])('is new again after a year: %i ms later %i trials', async (wait, trials) => {
    const { signUp, leave, clock } = await site()
    await leave(await signUp('b@example.com'))
    clock.add(wait)
    expect(await signUp('b@example.com')).toMatchObject({ trials })
  })

  test('is recognized where an admin added and deleted them; the mailbox is not stored', async () => {
    const { signUp, leave, db, person } = await site()
    await leave(await person({ email: 'sent-away@example.com' }))
    expect(await signUp('sent-away+x@example.com')).toMatchObject({ trials: 0 })
    const rows = await db.selectFrom('knownMailbox').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain('sent-away')
  })
})

describe('a reseller’s limit of customers', () => {
  test.each([
    [2, 1],
    [1, 0],
  ])(
    'of %i holds for invitations of the customers, too: %i joins',
    async (maxCustomers, invited) => {
      const { signUp, person, db } = await site(7)
      const reseller = await person({ type: 'admin', groupId: 7 })
      const limits = { rights: 'reseller', maxCustomers, maxTraffic: 1000 }
      await db.updateTable('user').set(limits).where('id', '=', reseller.id).execute()
      const guest = await signUp('guest@example.com', INVITATION)
      expect(guest).toMatchObject({ invited, user: { groupId: invited ? 7 : 0 }, trials: 1 })
      const { user } = await signUp('more@example.com', INVITATION)
      expect(user?.groupId).toBe(0)
    },
  )
})

test('a guest’s trial is not the reseller’s traffic; what the guest buys is', async () => {
  const made = await site(7)
  const guest = await made.signUp('guest@example.com', INVITATION)
  expect(await trafficGiven(made.db, 7)).toEqual({ bytes: 0, isUnlimited: false })
  const plan = await aPlan(made, { flow: 5000, changeOrderType: 1 })
  const caller = callerOf({ id: guest.id, type: 'normal', groupId: 7 })
  const account = await made.db.selectFrom('account').select('id').executeTakeFirstOrThrow()
  expect(await buyByCard(made, caller, plan, account.id)).toBe(200)
  expect(await trafficGiven(made.db, 7)).toEqual({ bytes: 5000, isUnlimited: false })
})

test.each([
  ['A.B.c+tag@GoogleMail.com', 'abc@gmail.com'],
  ['a.b+x+y@example.com', 'a.b@example.com'],
  ['+x@example.com', '+x@example.com'],
  ['Caf\u0065\u0301@example.com', 'caf\u00e9@example.com'],
])('the mailbox of %s is %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox)
})

test('mails to one mailbox are counted together, however it is spelled', async () => {
  const { send } = await mailSite()
  const words = []
  for (let tag = 0; tag < 30; tag += 1) {
    const to = { email: `vic.tim+${tag}@gmail.com` }
    const [status] = await send('/api/home/code', to, { from: `198.51.100.${tag}` })
    words.push(status)
  }
  expect(words.filter((status) => status === 200)).toHaveLength(15)
})
