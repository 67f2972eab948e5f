import { describe, expect, test } from 'vitest'
import { onePerson, PASSWORD } from '../../support/factors.ts'
import { anAccount, anOrder } from '../../support/make.ts'

const proof = { body: { password: PASSWORD } }

describe('deleteMe', () => {
  test('deletes the person with accounts and sessions, and keeps the orders', async () => {
    const { world, caller, tryLogIn } = await onePerson('normal')
    const me = world.as(caller)
    const others = await anAccount(world, { userId: (await world.person()).id })
    await anAccount(world, { userId: caller.id })
    await anOrder(world, caller)
    const before = world.woken.times
    expect((await me.POST('/api/user/delete', proof)).data).toBe('success')
    expect(world.woken.times).toBe(before + 1)
    expect((await me.GET('/api/user/account')).response.status).toBe(401)
    expect(await tryLogIn()).toBe('user not exists')
    const left = await world.db.selectFrom('account').select('id').execute()
    expect(left).toEqual([{ id: others }])
    expect(await world.db.selectFrom('placedOrder').select('id').execute()).toHaveLength(1)
  })

  test('wants proof, and deletes nothing without', async () => {
    const { world, caller, withApp, tryLogIn } = await onePerson('normal')
    await anAccount(world, { userId: caller.id })
    const me = world.as(caller)
    const refuse = async (body: object) => (await me.POST('/api/user/delete', { body })).error
    expect(await refuse({ password: 'wrong' })).toBe('invalid password')
    const { code } = await withApp()
    expect(await refuse({ password: PASSWORD })).toBe('second factor required')
    expect(await world.db.selectFrom('account').select('id').execute()).toHaveLength(1)
    expect((await me.POST('/api/user/delete', { body: { code: code() } })).data).toBe('success')
    expect(await tryLogIn()).toBe('user not exists')
  })

  test('waits for what was paid for, and leaves the accounts until then', async () => {
    const { world, caller } = await onePerson('normal')
    await anAccount(world, { userId: caller.id })
    await anOrder(world, caller, { status: 'TRADE_SUCCESS' })
    const { error } = await world.as(caller).POST('/api/user/delete', proof)
    expect(error).toBe('unfinished order exists')
    expect(await world.db.selectFrom('account').select('id').execute()).toHaveLength(1)
  })

  test('is done once by ten requests at a time', async () => {
    const { world, caller } = await onePerson('normal')
    await anAccount(world, { userId: caller.id })
    await world.cookieOf(caller)
    const me = world.as(caller)
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => me.POST('/api/user/delete', proof)),
    )
    // The others come too late, or are guesses too many.
    const words = replies.map(({ data, response }) => data ?? response.status)
    expect(words.toSorted()).toEqual(
      [...words.filter((word) => [401, 403].includes(Number(word))), 'success'].toSorted(),
    )
    expect(words.filter((word) => word === 'success')).toHaveLength(1)
    expect(await world.db.selectFrom('account').select('id').execute()).toEqual([])
  })

  test('is not for admins', async () => {
    const { world, caller } = await onePerson('admin')
    const { response } = await world.as(caller).POST('/api/user/delete', proof)
    expect(response.status).toBe(401)
  })
})
