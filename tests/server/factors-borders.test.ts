import { describe, expect, test } from 'vitest'
import { keyedHash } from '../../server/session/codes.ts'
import { changeSetting } from '../../server/settings/store.ts'
import { codeAt } from '../support/codes.ts'
import { oneAdmin, PASSWORD } from '../support/factors.ts'
import { makeDevice } from '../support/passkey.ts'
import { mainAdmin } from '../support/world.ts'

const KEYS = '/api/admin/factors/passkeys'
const TOTP = '/api/admin/factors/totp'
const proof = { body: { password: PASSWORD } }
const MINUTE = 60_000

type Device = ReturnType<typeof makeDevice>

async function oneSite() {
  const site = await oneAdmin()
  const { world, admin, caller } = site
  const question = async () => (await world.as(null).POST('/api/home/passkey')).data!
  const wish = async (body: object = { password: PASSWORD }) => {
    const { data, error, response } = await admin.POST(KEYS, { body })
    return { data: data!, said: error ?? response.status }
  }
  const add = async (made: ReturnType<Device['make']>, name = 'Phone') => {
    const { data, error, response } = await admin.POST(`${KEYS}/add`, { body: { name, made } })
    return { data, said: error ?? response.status }
  }
  /** A device whose passkey is kept; asked for with this proof. */
  const withPasskey = async (body?: object) => {
    const device = makeDevice()
    const { data } = await add(device.make((await wish(body)).data))
    return { device, recoveryCodes: data?.recoveryCodes ?? [] }
  }
  const sendFrom = async (remoteAddress: string, payload: object, cookie = '') => {
    const url = '/api/home/passkey/login'
    const headers = { cookie }
    return world.app.inject({ method: 'POST', url, remoteAddress, headers, payload })
  }
  const send = (payload: object) => sendFrom('192.0.2.1', payload)
  const passkeys = () => world.db.selectFrom('passkey').selectAll().orderBy('id').execute()
  /** Keeps so many passkeys of an admin, as if they had been there before. */
  const keepPasskeys = async (count: number, userId = caller.id, name = 'of') => {
    for (let number = 0; number < count; number += 1)
      await world.db
        .insertInto('passkey')
        .values({
          userId,
          credentialId: `${name}-${userId}-${number}`,
          publicKey: '',
          counter: 0,
          createTime: 1,
          lastUsed: null,
        })
        .execute()
  }
  const more = { question, wish, add, withPasskey, send, sendFrom, passkeys, keepPasskeys }
  return { ...site, ...more }
}

describe('what a browser is asked', () => {
  test('for a new passkey is all that it needs', async () => {
    const { world, wish } = await oneSite()
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
    const { question } = await oneSite()
    expect(await question()).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      timeout: 5 * MINUTE,
      userVerification: 'required',
    })
  })

  test('names a person in one way, and two in two', async () => {
    const { world, wish } = await oneSite()
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
  test('is kept as it was made, under its name', async () => {
    const { world, caller, wish, add, passkeys } = await oneSite()
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
    const { wish, add, passkeys } = await oneSite()
    const made = makeDevice().make((await wish()).data)
    const { transports: _left, ...response } = made.response
    await add({ ...made, response } as typeof made)
    expect(await passkeys()).toMatchObject([{ transports: '[]' }])
  })

  test('is the twentieth at most, of one admin', async () => {
    const { world, caller, wish, add, keepPasskeys, passkeys } = await oneSite()
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
    // Another came while the browser asked for this one.
    const theFirst = world.db.deleteFrom('passkey').where('userId', '=', caller.id)
    await theFirst.where('credentialId', '=', first.credentialId).execute()
    const late = (await next()).data
    await keepPasskeys(1, caller.id, 'late')
    expect((await add(makeDevice().make(late))).said).toBe('too many passkeys')
    expect(await passkeys()).toHaveLength(45)
  })

  test('leaves the recovery codes of an app as they are', async () => {
    const { withApp, withPasskey, factors } = await oneSite()
    const { code, recoveryCodes } = await withApp()
    expect((await withPasskey({ code: code() })).recoveryCodes).toEqual([])
    expect(await factors()).toMatchObject({ passkeys: 1, authenticator: true, recoveryCodes: 10 })
    expect(recoveryCodes).toHaveLength(10)
  })

  test('ends other sessions and not this one, nor anybody else’s', async () => {
    const { world, admin, logIn, withPasskey } = await oneSite()
    await logIn()
    await world.cookieOf(mainAdmin)
    await withPasskey()
    expect((await admin.GET('/api/admin/factors')).response.status).toBe(200)
    const left = await world.db.selectFrom('session').select('userId').execute()
    expect(left).toHaveLength(2)
  })
})

describe('a login by passkey', () => {
  test('notes the use, the login and the network', async () => {
    const { world, caller, question, send, withPasskey, passkeys } = await oneSite()
    const { device } = await withPasskey()
    world.clock.add(1_000)
    const reply = await send(device.answer(await question(), { counter: 7 }))
    expect(reply.json()).toEqual({ type: 'admin', id: caller.id })
    expect(await passkeys()).toMatchObject([{ counter: 7, lastUsed: world.clock.at }])
    const user = world.db.selectFrom('user').select(['id', 'lastLogin']).orderBy('id')
    expect(await user.execute()).toEqual([
      { id: 1, lastLogin: null },
      { id: caller.id, lastLogin: world.clock.at },
    ])
    const networks = await world.db.selectFrom('knownNetwork').selectAll().execute()
    expect(networks).toMatchObject([{ userId: caller.id, lastTime: world.clock.at }])
  })

  test('notes the use of that passkey and of no other', async () => {
    const { question, send, withPasskey, passkeys, keepPasskeys } = await oneSite()
    const { device } = await withPasskey()
    await keepPasskeys(1)
    await send(device.answer(await question()))
    expect((await passkeys()).map(({ lastUsed }) => lastUsed !== null)).toEqual([true, false])
  })

  test('that fails ends the login before it', async () => {
    const { world, caller, admin, question, sendFrom } = await oneSite()
    const cookie = await world.cookieOf(caller)
    const answer = { ...makeDevice().answer(await question()) }
    expect((await sendFrom('192.0.2.1', answer, cookie)).payload).toBe('passkey unknown')
    expect((await admin.GET('/api/admin/factors')).response.status).toBe(401)
  })

  test('is no longer had by whoever is no admin any more', async () => {
    const { world, caller, question, send, withPasskey } = await oneSite()
    const { device } = await withPasskey()
    const answer = device.answer(await question())
    await world.db.updateTable('user').set({ type: 'normal' }).where('id', '=', caller.id).execute()
    const reply = await send(answer)
    expect([reply.statusCode, reply.payload]).toEqual([403, 'passkey unknown'])
  })

  test('is tried in vain sixty times in ten minutes; what goes well does not count', async () => {
    const { world, question, send, sendFrom, withPasskey } = await oneSite()
    const { device } = await withPasskey()
    const right = async () => device.answer(await question())
    const unasked = device.answer({ challenge: 'AAAA' })
    expect((await send(await right())).statusCode).toBe(200)
    for (let time = 0; time < 59; time += 1)
      expect((await send(unasked)).payload).toBe('challenge expired')
    const answers = [await right(), await right(), await right(), await right()]
    expect((await send(answers[0]!)).statusCode).toBe(200)
    expect((await send(unasked)).payload).toBe('challenge expired')
    const shut = await send(answers[1]!)
    expect([shut.statusCode, shut.payload]).toEqual([403, ''])
    expect((await sendFrom('192.0.2.2', answers[1]!)).statusCode).toBe(200)
    world.clock.add(10 * MINUTE)
    expect((await send(await right())).statusCode).toBe(200)
  })

  test('is asked for again once ten minutes are over', async () => {
    const { world } = await oneSite()
    const ask = async () => (await world.as(null).POST('/api/home/passkey')).response.status
    for (let time = 0; time < 60; time += 1) expect(await ask()).toBe(200)
    world.clock.add(10 * MINUTE - 1)
    expect(await ask()).toBe(403)
    world.clock.add(1)
    expect(await ask()).toBe(200)
  })

  test.each([
    ['is no JSON', 'no JSON'],
    ['names no challenge', '{"origin":"http://test"}'],
    ['names no page', '{"challenge":"AAAA"}'],
    ['names a page that is no text', '{"challenge":"AAAA","origin":5}'],
    ['names a challenge that is no text', '{"challenge":5,"origin":"http://test"}'],
  ])('is refused without a word where what was signed %s', async (_what, text) => {
    const { question, send, withPasskey } = await oneSite()
    const { device } = await withPasskey()
    const answer = device.answer(await question())
    const clientDataJSON = Buffer.from(text).toString('base64url')
    const reply = await send({ ...answer, response: { ...answer.response, clientDataJSON } })
    expect([reply.statusCode, reply.payload]).toEqual([403, ''])
  })
})

describe('the app', () => {
  const confirm = `${TOTP}/confirm` as const
  async function begun() {
    const site = await oneSite()
    const { data } = await site.admin.POST(TOTP, proof)
    const tried = async (code: string) => {
      const { error, response } = await site.admin.POST(confirm, { body: { code } })
      return error ?? response.status
    }
    const code = () => codeAt(data!.secret, site.world.clock.at)
    const wrong = () => String((Number(code()) + 1) % 1_000_000).padStart(6, '0')
    return { ...site, secret: data!.secret, tried, code, wrong }
  }

  test('is confirmed until a quarter of an hour is over, with blanks in the code', async () => {
    const { world, tried, code } = await begun()
    world.clock.add(15 * MINUTE - 1)
    expect(await tried(`${code().slice(0, 3)} ${code().slice(3)}`)).toBe(200)
    const rows = await world.db.selectFrom('secondFactor').selectAll().execute()
    const step = Math.floor(world.clock.at / 30_000)
    expect(rows).toMatchObject([{ confirmed: 1, lastStep: step }])
    expect(await tried(code())).toBe('not begun')
  })

  test('shuts after five wrong codes of which none was right in between', async () => {
    const { tried, code, wrong, world } = await begun()
    for (let time = 0; time < 5; time += 1) expect(await tried(wrong())).toBe('wrong code')
    expect(await tried(code())).toBe('code retry out of limit')
    world.clock.add(MINUTE)
    expect(await tried(code())).toBe(200)
    // The right one was given back.
    const row = world.db.selectFrom('attempt').select('count').where('key', 'like', 'code:%:60000')
    expect(await row.execute()).toEqual([{ count: 0 }])
  })

  test('begun again forgets the secret before', async () => {
    const { world, admin, tried, code } = await begun()
    const { data } = await admin.POST(TOTP, proof)
    expect(await tried(code())).toBe('wrong code')
    expect(await tried(codeAt(data!.secret, world.clock.at))).toBe(200)
  })

  test('has the site’s title and the admin’s address in its link', async () => {
    const { world, admin } = await oneSite()
    const link = async () => decodeURIComponent((await admin.POST(TOTP, proof)).data!.uri)
    expect(await link()).toContain('totp/Sluice:ada@example.com?')
    await changeSetting(world.db, 'base', { title: 'North' })
    expect(await link()).toContain('totp/North:ada@example.com?')
    await changeSetting(world.db, 'base', {})
    expect(await link()).toContain('totp/Sluice:ada@example.com?')
  })

  test('that was only begun proves nothing, and asks for nothing', async () => {
    const { admin, withPasskey, code, tryLogIn, factors } = await begun()
    const { recoveryCodes } = await withPasskey()
    expect(await factors()).toMatchObject({ on: true, authenticator: false, passkeys: 1 })
    expect(await tryLogIn(code())).toBe('wrong code')
    const recovery = { body: { code: code() } }
    expect((await admin.POST('/api/admin/factors/recovery', recovery)).error).toBe('wrong code')
    expect(await tryLogIn(recoveryCodes[0])).toBe('in')
  })

  test('keeps the recovery codes when a passkey stays behind', async () => {
    const { admin, withApp, withPasskey, factors } = await oneSite()
    const { code, recoveryCodes } = await withApp()
    await withPasskey({ code: code() })
    const body = { code: recoveryCodes[0]! }
    expect((await admin.POST(`${TOTP}/remove`, { body })).data).toBe('success')
    expect(await factors()).toMatchObject({ on: true, authenticator: false, recoveryCodes: 9 })
  })

  test('takes a code written with a dash, and nothing longer', async () => {
    const { withApp, tryLogIn } = await oneSite()
    const { code } = await withApp()
    expect(await tryLogIn(`${code()}0`)).toBe('wrong code')
    expect(await tryLogIn(`0${code()}`)).toBe('wrong code')
    expect(await tryLogIn(`${code().slice(0, 3)}-${code().slice(3)}`)).toBe('in')
  })
})

describe('a proof', () => {
  test('by passkey is refused in one word when it is not sure, or another admin’s', async () => {
    const { admin, question, withPasskey } = await oneSite()
    const { device } = await withPasskey()
    const ask = async (options: object) => {
      const body = { passkey: device.answer(await question(), options) }
      return (await admin.POST('/api/admin/factors/recovery', { body })).error
    }
    expect(await ask({ verified: false })).toBe('passkey unknown')
    expect(await ask({ origin: 'http://evil' })).toBe('another address')
    expect(await ask({})).toBeUndefined()
  })

  test('by nothing that is known is refused', async () => {
    const { admin } = await oneSite()
    const { response } = await admin.POST(TOTP, { body: { other: 1 } as never })
    expect([400, 403]).toContain(response.status)
  })

  test.each(['abcd-234567', '234567-abcd'])(
    'by the recovery code %s, half of it six digits, is one',
    async (code) => {
      const { world, caller, admin, withApp } = await oneSite()
      await withApp()
      const value = `${caller.id}:${code.replace('-', '')}`
      const codeHash = keyedHash(world.secret, 'recovery', value)
      await world.db.insertInto('recoveryCode').values({ userId: caller.id, codeHash }).execute()
      const { data } = await admin.POST('/api/admin/factors/recovery', { body: { code } })
      expect(data?.recoveryCodes).toHaveLength(10)
    },
  )

  test('that was right is not counted as a guess', async () => {
    const { world, admin, withApp } = await oneSite()
    const { code } = await withApp()
    for (let time = 0; time < 7; time += 1) {
      const { response } = await admin.POST('/api/admin/factors/recovery', {
        body: { code: code() },
      })
      expect(response.status).toBe(200)
      world.clock.add(30_000)
    }
    const row = world.db.selectFrom('attempt').select('count').where('key', 'like', 'code:%')
    for (const { count } of await row.execute()) expect(count).toBe(0)
  })
})

describe('removing', () => {
  test('a passkey leaves the others, and the codes with them', async () => {
    const { admin, withPasskey, keepPasskeys, passkeys, factors } = await oneSite()
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

  test('the app is refused where none is on, and takes nobody else’s', async () => {
    const { world, admin } = await oneSite()
    const row = { userId: 1, totp: 'x', confirmed: 1, lastStep: null, createTime: 0 } as const
    await world.db.insertInto('secondFactor').values(row).execute()
    const { response, error } = await admin.POST(`${TOTP}/remove`, proof)
    expect([response.status, error ?? '']).toEqual([403, ''])
    expect(await world.db.selectFrom('secondFactor').selectAll().execute()).toHaveLength(1)
  })

  test('the main admin’s own factors is refused to the main admin', async () => {
    const { world, admin, caller, withPasskey, keepPasskeys } = await oneSite()
    await keepPasskeys(1, mainAdmin.id)
    await withPasskey()
    const boss = world.as(mainAdmin)
    const remove = async (userId: number) => {
      const path = '/api/admin/admin/{userId}/factors/remove'
      const reply = await boss.POST(path, { params: { path: { userId } } })
      return reply.data ?? [reply.response.status, reply.error ?? '']
    }
    expect(await remove(1)).toEqual([403, ''])
    expect((await boss.GET('/api/admin/factors')).data?.on).toBe(true)
    expect(await remove(caller.id)).toBe('success')
    expect((await boss.GET('/api/admin/factors')).data?.on).toBe(true)
    expect((await admin.GET('/api/admin/factors')).response.status).toBe(401)
    expect(await remove(caller.id)).toEqual([403, ''])
  })
})

test('passkeys are listed oldest first, and excluded in that order', async () => {
  const { admin, keepPasskeys, caller, world } = await oneSite()
  const wish = (await admin.POST(KEYS, proof)).data
  expect(wish?.excludeCredentials).toEqual([])
  await keepPasskeys(3)
  await world.db.updateTable('passkey').set({ name: 'Old' }).where('id', '=', 1).execute()
  const { data } = await admin.GET(KEYS)
  expect(data?.map(({ id }) => id)).toEqual([1, 2, 3])
  expect(data?.[0]).toEqual({ id: 1, name: 'Old', createTime: 1, lastUsed: null })
  expect(caller.id).toBeGreaterThan(1)
})
