import { describe, expect, test } from 'vitest'
import type { Schema } from '#contract'
import { removeFormerKeys } from '../../../server/accounts/former.ts'
import { resealAll } from '../../../server/database/secret/reseal.ts'
import { findSecret } from '../../../server/database/secret/secret.ts'
import { selectDesired } from '../../../server/fleet/plane/desired.ts'
import { trojanKey } from '../../../server/engine/trojanKey.ts'
import { aCustomer, fetched, keysOn } from '../../support/deviceKeys.ts'
import { aServer } from '../../support/make.ts'
import { mainAdmin } from '../../support/world.ts'

const HOUR = 3_600_000
const OLD = 'c0ffee'.padEnd(32, '0')

/** A customer of a shop where what was valid before is so for so many hours more. */
async function aShop(graceHours: number | undefined) {
  const { world, user, id, trojanId, plainId } = await aCustomer(0)
  const { data } = await world.as(mainAdmin).GET('/api/admin/setting/account')
  const setting = { ...data, ...(graceHours !== undefined && { graceHours }) }
  await world
    .as(mainAdmin)
    .PUT('/api/admin/setting/account', { body: { data: setting as Schema<'AccountSetting'> } })
  const params = { path: { accountId: id } }
  return {
    world,
    user,
    id,
    trojanId,
    plainId,
    stored: () => world.db.selectFrom('formerKey').selectAll().execute(),
    changePassword: (password: string, endsFormer?: boolean) =>
      world
        .as(user)
        .PUT('/api/user/{accountId}/password', { params, body: { password, endsFormer } }),
    renew: async (endsFormer?: boolean) => {
      const query = { endsFormer }
      const path = '/api/user/account/{accountId}/subscribe'
      return (await world.as(user).PUT(path, { params: { ...params, query } })).data!.subscribe
    },
    renewAsAdmin: async (endsFormer?: boolean) => {
      const query = { endsFormer }
      const path = '/api/admin/account/{accountId}/subscribe'
      return (await world.as(mainAdmin).PUT(path, { params: { ...params, query } })).data!.subscribe
    },
    statusOf: async (token: string) => (await fetched(world, {}, token)).status,
  }
}

describe('a former password', () => {
  test.each([undefined, 0])('ends at once where the setting says %s', async (hours) => {
    const { plainId, world, changePassword, stored } = await aShop(hours)
    expect((await changePassword('new')).response.status).toBe(200)
    expect([await keysOn(world, plainId), await stored()]).toEqual([[], []])
  })

  test('still opens the account, on machines of ours, until its hours are over', async () => {
    const { id, trojanId, plainId, world, changePassword, stored } = await aShop(2)
    const foreign = await aServer(world, { name: 'Other', plane: 'manager' })
    const shared = await aServer(world, {
      name: 'Shared',
      method: '2022-blake3-aes-128-gcm',
      privateKey: null,
    })
    await changePassword('new')
    const next = async () =>
      (await selectDesired(world.db, { from: id, to: id }, world.clock.at)).get(id)?.next
    expect(await next()).toBe(world.clock.at + 2 * HOUR)
    expect(await keysOn(world, plainId)).toEqual([{ deviceId: 0, password: 'own' }])
    expect(await keysOn(world, trojanId)).toEqual([
      { deviceId: 0, password: trojanKey('5000:own') },
    ])
    expect((await keysOn(world, shared)).map(({ deviceId }) => deviceId)).toEqual([0])
    expect(await keysOn(world, foreign)).toEqual([])
    world.clock.add(2 * HOUR - 1)
    await removeFormerKeys(world.db, world.clock.at)
    expect(await keysOn(world, plainId)).toHaveLength(1)
    world.clock.add(1)
    expect([await keysOn(world, plainId), await next()]).toEqual([[], Infinity])
    // Who reads the database later finds none.
    expect(await stored()).toHaveLength(1)
    await removeFormerKeys(world.db, world.clock.at)
    expect(await stored()).toEqual([])
  })

  test('is the latest one alone, and none where it is ended or did not change', async () => {
    const { plainId, world, changePassword } = await aShop(24)
    await changePassword('own')
    expect(await keysOn(world, plainId)).toEqual([])
    await changePassword('second')
    await changePassword('third')
    expect(await keysOn(world, plainId)).toEqual([{ deviceId: 0, password: 'second' }])
    await changePassword('fourth', true)
    expect(await keysOn(world, plainId)).toEqual([])
    // Ended later, without another change.
    await changePassword('fifth')
    await changePassword('fifth', true)
    expect(await keysOn(world, plainId)).toEqual([])
  })

  test('ends at once where an admin sets another, and also what was left of an earlier one', async () => {
    const { id, plainId, world, changePassword } = await aShop(24)
    await changePassword('second')
    const edit = (password: string) =>
      world.as(mainAdmin).PUT('/api/admin/account/{accountId}/data', {
        params: { path: { accountId: id } },
        body: { password },
      })
    await edit('second')
    expect(await keysOn(world, plainId)).toHaveLength(1)
    expect((await edit('third')).response.status).toBe(200)
    expect(await keysOn(world, plainId)).toEqual([])
  })

  test('is nobody else’s, and goes with its owner', async () => {
    const { id, world, user, changePassword, renew, stored, statusOf } = await aShop(24)
    const stranger = await world.person()
    const refused = await world.as(stranger).PUT('/api/user/{accountId}/password', {
      params: { path: { accountId: id } },
      body: { password: 'theirs' },
    })
    expect([refused.response.status, await stored()]).toEqual([403, []])
    await changePassword('new')
    await renew()
    expect(await stored()).toHaveLength(2)
    const admin = world.as(mainAdmin)
    const { response } = await admin.DELETE('/api/admin/user/{userId}/{accountId}', {
      params: { path: { userId: user.id, accountId: id } },
    })
    expect([response.status, await stored(), await statusOf(OLD)]).toEqual([200, [], 403])
  })
})

describe('a former link', () => {
  test('ends at once without the setting, and where that is said', async () => {
    const { renew, statusOf } = await aShop(undefined)
    const second = await renew()
    expect([await statusOf(OLD), await statusOf(second)]).toEqual([403, 200])
    for (const by of ['renew', 'renewAsAdmin'] as const) {
      const shop = await aShop(24)
      await shop.renew()
      await shop[by](true)
      expect([await shop.statusOf(OLD), await shop.stored()]).toEqual([403, []])
    }
  })

  test('still opens the account until its hours are over, with what it has now', async () => {
    for (const by of ['renew', 'renewAsAdmin'] as const) {
      const { world, changePassword, statusOf, ...shop } = await aShop(1)
      const second = await shop[by]()
      await changePassword('new')
      world.clock.add(HOUR - 1)
      expect([await statusOf(OLD.toUpperCase()), await statusOf(second)]).toEqual([200, 200])
      expect((await fetched(world, {}, OLD)).password).toBe('new')
      expect(JSON.stringify(await shop.stored())).not.toContain(OLD)
      world.clock.add(1)
      expect([await statusOf(OLD), await statusOf(second)]).toEqual([403, 200])
    }
  })

  test('of two at the same moment one is kept', async () => {
    const { renew, stored } = await aShop(1)
    await Promise.all([renew(), renew(), renew()])
    expect(await stored()).toHaveLength(1)
  })

  test('made at the moment in which the account goes to somebody else opens nothing of theirs', async () => {
    const { id, world, user, renew, statusOf, stored } = await aShop(1)
    const path = { userId: user.id, accountId: id }
    const admin = world.as(mainAdmin)
    const [made] = await Promise.all([
      renew().catch(() => undefined),
      admin.DELETE('/api/admin/user/{userId}/{accountId}', { params: { path } }),
    ])
    expect(made === undefined ? 403 : await statusOf(made)).toBe(403)
    expect(await stored()).toEqual([])
  })

  test('ends with another secret of the installation, by which it would not be found', async () => {
    const { world, renew, changePassword, stored } = await aShop(1)
    await renew()
    await changePassword('new')
    await world.db.updateTable('server').set({ certificateKey: null }).execute()
    const from = await findSecret(world.db)
    await world.db.transaction().execute((tx) => resealAll(tx, { from, to: 'another' }))
    expect((await stored()).map(({ kind }) => kind)).toEqual(['password'])
  })
})
