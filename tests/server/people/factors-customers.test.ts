import { describe, expect, test } from 'vitest'
import { onePerson, PASSWORD } from '../../support/factors.ts'
import { mainAdmin } from '../../support/world.ts'

const MAC = '0a1b2c3d4e5f'
const REMOVE = '/api/admin/user/{userId}/factors/remove'

describe('a customer with an authenticator app', () => {
  test('needs a code to log in, and may use a recovery code once', async () => {
    const { tryLogIn, withApp, factors } = await onePerson('normal')
    const { code, recoveryCodes } = await withApp()
    expect(await factors()).toMatchObject({ on: true, recoveryCodes: 10 })
    expect(await tryLogIn()).toBe('second factor required')
    expect(await tryLogIn(code())).toBe('in')
    expect(await tryLogIn(recoveryCodes[0])).toBe('in')
    expect(await tryLogIn(recoveryCodes[0])).toBe('wrong code')
  })

  test('is not logged in by a device’s address alone', async () => {
    const { world, caller, withApp } = await onePerson('normal')
    const body = { data: { macAccount: true } }
    await world.as(mainAdmin).PUT('/api/admin/setting/account', { body })
    const row = { mac: MAC, userId: caller.id, accountId: null, serverId: null }
    await world.db
      .insertInto('macAccount')
      .values({ ...row, createTime: world.clock.at })
      .execute()
    const logIn = () => world.as(null).POST('/api/home/macLogin', { body: { mac: MAC } })
    expect((await logIn()).data).toBe('success')
    await withApp()
    expect((await logIn()).response.status).toBe(403)
  })
})

describe('removeUserFactors', () => {
  test('lets an admin help a customer of the group who lost the device; the log records it', async () => {
    const { world, caller, withApp, tryLogIn, factors } = await onePerson('normal')
    await withApp()
    const params = { path: { userId: caller.id } }
    const shown = await world.as(mainAdmin).GET('/api/admin/user/{userId}', { params })
    expect(shown.data?.secondFactor).toBe(true)
    const foreign = world.as(await world.person({ type: 'admin', groupId: 4 }))
    expect((await foreign.POST(REMOVE, { params })).response.status).toBe(403)
    expect((await factors())?.on).toBe(true)
    const near = world.as(await world.person({ type: 'admin', groupId: 3 }))
    expect((await near.POST(REMOVE, { params })).data).toBe('success')
    expect(await tryLogIn()).toBe('in')
    expect((await near.POST(REMOVE, { params })).response.status).toBe(403)
    const { data } = await world.as(mainAdmin).GET('/api/admin/audit')
    expect(data?.entries[0]).toMatchObject({
      operation: 'removeUserFactors',
      label: 'ada@example.com',
    })
  })

  test('never touches an admin', async () => {
    const { world, caller, withApp, factors } = await onePerson('admin')
    await withApp()
    const params = { path: { userId: caller.id } }
    expect((await world.as(mainAdmin).POST(REMOVE, { params })).response.status).toBe(403)
    expect((await factors())?.on).toBe(true)
  })
})

test('a proof by password is enough for a customer’s first factor only', async () => {
  const { admin: me, withApp } = await onePerson('normal')
  await withApp()
  const { error } = await me.POST('/api/factors/passkeys', { body: { password: PASSWORD } })
  expect(error).toBe('second factor required')
})
