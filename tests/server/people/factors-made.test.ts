import { describe, expect, test } from 'vitest'
import { changeSetting } from '../../../server/database/settings/store.ts'
import { PASSWORD } from '../../support/factors.ts'
import { makeDevice } from '../../support/passkey.ts'
import { mainAdmin } from '../../support/world.ts'
import { passkeySite } from '../../support/passkeySite.ts'

const KEYS = '/api/factors/passkeys'
const TOTP = '/api/factors/totp'
const proof = { body: { password: PASSWORD } }
const MINUTE = 60_000

describe('the options sent to a browser', () => {
  test('for a new passkey is all that it needs', async () => {
    const { world, wish } = await passkeySite()
    const { data } = await wish()
    expect(data).toEqual({
      rp: { name: 'Sluice' },
      user: {
        id: expect.stringMatching(/^[\w-]{43}$/),
        name: 'ada@example.com',
        displayName: 'ada@example.com',
      },
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ alg, type: 'public-key' })),
      timeout: 5 * MINUTE,
      excludeCredentials: [],
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      attestation: 'none',
    })
    await changeSetting(world.db, 'base', { title: 'North' })
    expect((await wish()).data.rp).toEqual({ name: 'North' })
    await changeSetting(world.db, 'base', {})
    expect((await wish()).data.rp).toEqual({ name: 'Sluice' })
  })

  test('for a login is a challenge, for five minutes', async () => {
    const { question } = await passkeySite()
    expect(await question()).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      timeout: 5 * MINUTE,
      userVerification: 'required',
    })
  })

  test('names a person in one way, and two in two', async () => {
    const { world, wish } = await passkeySite()
    const [one, two] = [(await wish()).data.user.id, (await wish()).data.user.id]
    expect(one).toBe(two)
    const row = world.db.selectFrom('user').select('passwordHash').where('type', '=', 'admin')
    const { passwordHash } = (await row.orderBy('id', 'desc').executeTakeFirst())!
    const other = await world.person({ type: 'admin', passwordHash })
    const { data } = await world.as(other).POST(KEYS, proof)
    expect(data?.user.id).not.toBe(one)
  })
})

describe('a new passkey', () => {
  test('is saved as it was created, under its name', async () => {
    const { world, caller, wish, add, passkeys } = await passkeySite()
    const device = makeDevice()
    const made = device.make((await wish()).data, { counter: 3 })
    expect((await add(made, '  My phone ')).said).toBe(200)
    expect(await passkeys()).toEqual([
      {
        id: 1,
        userId: caller.id,
        credentialId: device.credentialId,
        publicKey: expect.stringMatching(/^[\w-]{60,}$/),
        counter: 3,
        transports: '["internal"]',
        name: 'My phone',
        createTime: world.clock.at,
        lastUsed: null,
      },
    ])
  })

  test('may say nothing of how it is reached', async () => {
    const { wish, add, passkeys } = await passkeySite()
    const made = makeDevice().make((await wish()).data)
    const { transports: _left, ...response } = made.response
    await add({ ...made, response } as typeof made)
    expect(await passkeys()).toMatchObject([{ transports: '[]' }])
  })

  test('is the twentieth at most, of one admin', async () => {
    const { world, caller, wish, add, keepPasskeys, passkeys } = await passkeySite()
    await keepPasskeys(25, mainAdmin.id)
    const first = makeDevice()
    const { data } = await add(first.make((await wish()).data))
    const codes = data?.recoveryCodes ?? []
    const next = async () => wish({ code: codes.pop() })
    await keepPasskeys(18)
    const last = (await next()).data
    expect(last.excludeCredentials).toHaveLength(19)
    expect((await add(makeDevice().make(last))).said).toBe(200)
    expect((await next()).said).toBe('too many passkeys')
    // Another was made while the browser prompted for this one.
    const theFirst = world.db.deleteFrom('passkey').where('userId', '=', caller.id)
    await theFirst.where('credentialId', '=', first.credentialId).execute()
    const late = (await next()).data
    await keepPasskeys(1, caller.id, 'late')
    expect((await add(makeDevice().make(late))).said).toBe('too many passkeys')
    expect(await passkeys()).toHaveLength(45)
  })

  test('leaves the recovery codes of an app as they are', async () => {
    const { withApp, withPasskey, factors } = await passkeySite()
    const { code, recoveryCodes } = await withApp()
    expect((await withPasskey({ code: code() })).recoveryCodes).toEqual([])
    expect(await factors()).toMatchObject({ passkeys: 1, authenticator: true, recoveryCodes: 10 })
    expect(recoveryCodes).toHaveLength(10)
  })

  test('ends other sessions and not this one, nor anybody else’s', async () => {
    const { world, admin, logIn, withPasskey } = await passkeySite()
    await logIn()
    await world.cookieOf(mainAdmin)
    await withPasskey()
    expect((await admin.GET('/api/factors')).response.status).toBe(200)
    const left = await world.db.selectFrom('session').select('userId').execute()
    expect(left).toHaveLength(2)
  })
})

describe('removing', () => {
  test('a passkey leaves the others, and the codes with them', async () => {
    const { admin, withPasskey, keepPasskeys, passkeys, factors } = await passkeySite()
    const { recoveryCodes } = await withPasskey()
    await keepPasskeys(1)
    await keepPasskeys(1, mainAdmin.id)
    const remove = async (passkeyId: number, code = '') => {
      const request = { params: { path: { passkeyId } }, body: { code } }
      const reply = await admin.POST(`${KEYS}/{passkeyId}/remove`, request)
      return reply.data ?? [reply.response.status, reply.error ?? '']
    }
    expect(await remove(3, recoveryCodes[0])).toEqual([403, ''])
    expect(await remove(1, recoveryCodes[1])).toBe('success')
    expect((await passkeys()).map(({ id }) => id)).toEqual([2, 3])
    expect(await factors()).toMatchObject({ on: true, passkeys: 1, recoveryCodes: 8 })
  })

  test('the app is refused where none is on, and accepts no one else’s code', async () => {
    const { world, admin } = await passkeySite()
    const row = { userId: 1, totp: 'x', confirmed: 1, lastStep: null, createTime: 0 } as const
    await world.db.insertInto('secondFactor').values(row).execute()
    const { response, error } = await admin.POST(`${TOTP}/remove`, proof)
    expect([response.status, error ?? '']).toEqual([403, ''])
    expect(await world.db.selectFrom('secondFactor').selectAll().execute()).toHaveLength(1)
  })

  test('the main admin’s own factors is refused to the main admin', async () => {
    const { world, admin, caller, withPasskey, keepPasskeys } = await passkeySite()
    await keepPasskeys(1, mainAdmin.id)
    await withPasskey()
    const boss = world.as(mainAdmin)
    const remove = async (userId: number) => {
      const path = '/api/admin/admin/{userId}/factors/remove'
      const reply = await boss.POST(path, { params: { path: { userId } } })
      return reply.data ?? [reply.response.status, reply.error ?? '']
    }
    expect(await remove(1)).toEqual([403, ''])
    expect((await boss.GET('/api/factors')).data?.on).toBe(true)
    expect(await remove(caller.id)).toBe('success')
    expect((await boss.GET('/api/factors')).data?.on).toBe(true)
    expect((await admin.GET('/api/factors')).response.status).toBe(401)
    expect(await remove(caller.id)).toEqual([403, ''])
  })
})

test('passkeys are listed oldest first, and excluded in that order', async () => {
  const { admin, keepPasskeys, caller, world } = await passkeySite()
  const wish = (await admin.POST(KEYS, proof)).data
  expect(wish?.excludeCredentials).toEqual([])
  await keepPasskeys(3)
  await world.db.updateTable('passkey').set({ name: 'Old' }).where('id', '=', 1).execute()
  const { data } = await admin.GET(KEYS)
  expect(data?.map(({ id }) => id)).toEqual([1, 2, 3])
  expect(data?.[0]).toEqual({ id: 1, name: 'Old', createTime: 1, lastUsed: null })
  expect(caller.id).toBeGreaterThan(1)
})
