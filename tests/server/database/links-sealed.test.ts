import { describe, expect, test } from 'vitest'
import { openLink, resealLinks, sealLinks } from '../../../server/database/secret/links.ts'
import { findSecret } from '../../../server/database/secret/secret.ts'
import { changeSetting } from '../../../server/database/settings/store.ts'
import { seal } from '../../../server/database/sealed.ts'
import { findAccountByToken } from '../../../server/accounts/subscriptions/store.ts'
import { done, undone } from '../../support/jobs.ts'
import { aNewAccount, anAccount } from '../../support/make.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const TOKEN = '0123456789abcdef0123456789abcdef'

/** A shop with an account of an earlier release, whose link is stored as it is. */
async function anEarlierShop() {
  const world = await makeWorld()
  const id = await anAccount(world, { subscribe: TOKEN })
  const secret = await findSecret(world.db)
  const stored = () =>
    world.db
      .selectFrom('account')
      .select(['subscribe', 'subscribeHash'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const opens = async (token: string) =>
    (await findAccountByToken(world.db, token, world.clock.at))?.id
  return { world, id, secret, stored, opens }
}

describe('the link of a subscription', () => {
  test('is sealed where it is made, changed and restored', async () => {
    const { world } = await anEarlierShop()
    const admin = world.as(mainAdmin)
    const { data } = await admin.POST('/api/admin/account', { body: aNewAccount() })
    const params = { path: { accountId: (data as { id: number }).id } }
    const show = async () =>
      (await admin.GET('/api/admin/account/{accountId}/subscribe', { params })).data!.subscribe
    const rows = async () =>
      JSON.stringify(await world.db.selectFrom('account').selectAll().execute())
    const first = await show()
    expect(first).toMatch(/^[0-9a-f]{32}$/)
    expect(await rows()).not.toContain(first)
    await admin.PUT('/api/admin/account/{accountId}/subscribe', { params })
    const second = await show()
    expect(second).not.toBe(first)
    expect(await rows()).not.toContain(second)
  })

  test('of an earlier release opens before it is sealed, and after', async () => {
    const { world, id, secret, stored, opens } = await anEarlierShop()
    expect(await opens(TOKEN)).toBe(id)
    expect(await sealLinks(world.db, secret)).toBe(1)
    const { subscribe, subscribeHash } = await stored()
    expect([subscribe, subscribeHash].join(' ')).not.toContain(TOKEN)
    expect(await openLink(world.db, await stored())).toBe(TOKEN)
    expect(await opens(TOKEN)).toBe(id)
    expect(await opens(TOKEN.toUpperCase())).toBe(id)
    // What a copy of the database holds opens nothing.
    for (const text of [subscribe, subscribeHash!]) expect(await opens(text)).toBeUndefined()
    await world.db.updateTable('account').set({ subscribe: 'no-large-letter' }).execute()
    expect(await opens('no-large-letter')).toBeUndefined()
    await world.db.updateTable('account').set({ subscribe }).execute()
    // A second start has nothing to do.
    expect(await sealLinks(world.db, secret)).toBe(0)
  })

  test('of an account deleted by an earlier release is sealed with it', async () => {
    const { world, secret } = await anEarlierShop()
    const job = { kind: 'delete', actorId: 1, action: '{}', status: 'done' as const, total: 2 }
    await world.db
      .insertInto('job')
      .values({ ...job, id: 5, createTime: 0 })
      .execute()
    const before = JSON.stringify({ row: { id: 9, subscribe: TOKEN, port: 1 }, packs: [] })
    const item = { jobId: 5, subjectId: 9, status: 'done' as const, before }
    await world.db.insertInto('jobItem').values(item).execute()
    expect(await sealLinks(world.db, secret)).toBe(2)
    const left = await world.db.selectFrom('jobItem').select('before').executeTakeFirstOrThrow()
    expect(left.before).not.toContain(TOKEN)
    const { row, ...rest } = JSON.parse(left.before!)
    expect(rest).toEqual({ packs: [] })
    expect(await openLink(world.db, row)).toBe(TOKEN)
    expect(await sealLinks(world.db, secret)).toBe(0)
  })

  test('opens the same account with another secret', async () => {
    const { world, id, secret, opens } = await anEarlierShop()
    await sealLinks(world.db, secret)
    await resealLinks(world.db, { from: secret, to: 'another' })
    expect(await opens(TOKEN)).toBeUndefined()
    await changeSetting(world.db, 'secret', 'another')
    expect(await opens(TOKEN)).toBe(id)
  })

  test.each([
    [
      'comes back with a deleted account',
      (text: string, secret: string) => seal(text, secret),
      true,
    ],
    ['is another one where its secret is gone', (text: string) => seal(text, 'lost'), false],
  ])('%s', async (_, sealed, isSame) => {
    const { world, id, secret, stored, opens } = await anEarlierShop()
    await sealLinks(world.db, secret)
    const job = await done(world, { of: 'account', ids: [id] }, { kind: 'delete' })
    const item = await world.db.selectFrom('jobItem').select('before').executeTakeFirstOrThrow()
    expect(item.before).not.toContain(TOKEN)
    const before = JSON.parse(item.before!)
    before.row.subscribe = sealed(TOKEN, secret)
    await world.db
      .updateTable('jobItem')
      .set({ before: JSON.stringify(before) })
      .execute()
    await undone(world, job.id)
    expect((await opens(TOKEN)) === id).toBe(isSame)
    expect(await openLink(world.db, await stored())).toMatch(/^[0-9a-f]{32}$/)
  })
})
