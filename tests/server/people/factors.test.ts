import { describe, expect, test } from 'vitest'
import { rescueOnRequest } from '../../../server/app/rescue.ts'
import { newTotp, stepOf } from '../../../server/people/factors/totp.ts'
import { codeAt } from '../../support/codes.ts'
import { oneAdmin, PASSWORD } from '../../support/factors.ts'
import { mainAdmin } from '../../support/world.ts'

const OFF = { on: false, authenticator: false, passkeys: 0, recoveryCodes: 0 }
const totp = '/api/factors/totp'
const proof = { body: { password: PASSWORD } }

describe('a code of the app', () => {
  // RFC 6238, appendix B, the last six of eight digits.
  const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [2_000_000_000, '279037'],
  ])('is the one of the standard at second %i', (second, code) => {
    expect(stepOf(SECRET, code, second * 1000)).toBe(Math.floor(second / 30))
    expect(codeAt(SECRET, second * 1000)).toBe(code)
  })

  test('holds one step early and late, and no further', () => {
    const { secret } = newTotp('Site', 'ada@example.com')
    const now = 1_000_000 * 30_000
    const steps = [-2, -1, 0, 1, 2].map((off) =>
      stepOf(secret, codeAt(secret, now + off * 30_000), now),
    )
    expect(steps).toEqual([undefined, 999_999, 1_000_000, 1_000_001, undefined])
  })
})

describe('beginTotp', () => {
  test('shows a secret and its link, which count for nothing yet', async () => {
    const { world, admin, tryLogIn, factors } = await oneAdmin()
    const { data } = await admin.POST(totp, proof)
    expect(data?.secret).toMatch(/^[A-Z2-7]{32}$/)
    const uri = new URL(data!.uri)
    expect([uri.protocol, uri.searchParams.get('secret')]).toEqual(['otpauth:', data!.secret])
    expect(decodeURIComponent(uri.href)).toContain('ada@example.com')
    expect(await tryLogIn()).toBe('in')
    expect(await factors()).toEqual(OFF)
    const row = await world.db.selectFrom('secondFactor').selectAll().executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(data!.secret)
  })

  test('wants the password, and counts wrong ones', async () => {
    const { admin } = await oneAdmin()
    const words: unknown[] = []
    for (let time = 0; time < 6; time++)
      words.push((await admin.POST(totp, { body: { password: 'wrong' } })).error)
    expect(words).toEqual([...Array(5).fill('invalid password'), 'password retry out of limit'])
    expect((await admin.POST(totp, { body: {} })).response.status).toBe(400)
  })

  test('does not touch an app that is in use', async () => {
    const { admin, withApp, tryLogIn } = await oneAdmin()
    const { code, recoveryCodes } = await withApp()
    const body = { code: recoveryCodes[0]! }
    expect((await admin.POST(totp, { body })).error).toBe('already on')
    expect(await tryLogIn(code())).toBe('in')
  })
})

describe('confirmTotp', () => {
  const confirm = `${totp}/confirm` as const

  test('switches the second step on, returns ten codes, and ends other sessions', async () => {
    const { world, admin, caller, logIn, withApp, factors } = await oneAdmin()
    const other = (await logIn()).response.headers.get('set-cookie')?.split(';')[0] ?? ''
    const { recoveryCodes } = await withApp()
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const code of recoveryCodes) expect(code).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/)
    expect(await factors()).toEqual({
      on: true,
      authenticator: true,
      passkeys: 0,
      recoveryCodes: 10,
    })
    const reply = await world.app.inject({ url: '/api/factors', headers: { cookie: other } })
    expect(reply.statusCode).toBe(401)
    expect((await admin.GET('/api/factors')).response.status).toBe(200)
    expect(caller.id).not.toBe(1)
    const stored = await world.db.selectFrom('recoveryCode').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(recoveryCodes[0])
  })

  test('refuses a wrong code, an expired one, and one that was not requested', async () => {
    const { world, admin } = await oneAdmin()
    const tried = async (code: string) => (await admin.POST(confirm, { body: { code } })).error
    expect(await tried('123456')).toBe('not begun')
    const { data } = await admin.POST(totp, proof)
    const right = codeAt(data!.secret, world.clock.at)
    expect(await tried(right === '123456' ? '654321' : '123456')).toBe('wrong code')
    world.clock.add(900_000)
    expect(await tried(codeAt(data!.secret, world.clock.at))).toBe('not begun')
  })

  test('happens once, though pressed eight times at the same moment', async () => {
    const { world, admin, factors } = await oneAdmin()
    const { data } = await admin.POST(totp, proof)
    const body = { code: codeAt(data!.secret, world.clock.at) }
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => admin.POST(confirm, { body })),
    )
    expect(replies.filter(({ response }) => response.status === 200)).toHaveLength(1)
    expect((await factors())?.recoveryCodes).toBe(10)
  })

  test('its code is not accepted afterwards', async () => {
    const { world, admin, tryLogIn } = await oneAdmin()
    const { data } = await admin.POST(totp, proof)
    const code = codeAt(data!.secret, world.clock.at)
    await admin.POST(confirm, { body: { code } })
    expect(await tryLogIn(code)).toBe('wrong code')
  })
})

describe('a login with a second step', () => {
  test('requires the code only after the right password', async () => {
    const { tryLogIn, withApp } = await oneAdmin()
    const { code } = await withApp()
    expect(await tryLogIn(undefined, 'wrong')).toBe('invalid password')
    expect(await tryLogIn(code(), 'wrong')).toBe('invalid password')
    expect(await tryLogIn()).toBe('second factor required')
    expect(await tryLogIn(code())).toBe('in')
  })

  test('takes a code written with a space, and from a clock that is off by a step', async () => {
    const { world, tryLogIn, withApp } = await oneAdmin()
    const { code } = await withApp()
    world.clock.add(300_000)
    expect(await tryLogIn(code(-60_000))).toBe('wrong code')
    expect(await tryLogIn(code(60_000))).toBe('wrong code')
    const early = code(-30_000)
    expect(await tryLogIn(`${early.slice(0, 3)} ${early.slice(3)}`)).toBe('in')
    expect(await tryLogIn(code(30_000))).toBe('in')
  })

  test('takes a code once, and none older than the last', async () => {
    const { world, tryLogIn, withApp } = await oneAdmin()
    const { code } = await withApp()
    expect(await tryLogIn(code(30_000))).toBe('in')
    expect([await tryLogIn(code(30_000)), await tryLogIn(code())]).toEqual([
      'wrong code',
      'wrong code',
    ])
    world.clock.add(60_000)
    expect(await tryLogIn(code())).toBe('in')
  })

  test('accepts one of several concurrent logins with the same code', async () => {
    const { tryLogIn, withApp } = await oneAdmin()
    const { code, recoveryCodes } = await withApp()
    const both = [code(), recoveryCodes[3]!]
    for (const sent of both) {
      const words = await Promise.all(Array.from({ length: 4 }, () => tryLogIn(sent)))
      expect(words.filter((word) => word === 'in')).toEqual(['in'])
    }
  })

  test('takes each recovery code once, however it is written', async () => {
    const { tryLogIn, withApp, factors, world } = await oneAdmin()
    const { recoveryCodes } = await withApp()
    const [first = '', second = ''] = recoveryCodes
    expect(await tryLogIn(first)).toBe('in')
    expect(await tryLogIn(first)).toBe('wrong code')
    expect(await tryLogIn(` ${second.toUpperCase().replace('-', ' ')}`)).toBe('in')
    world.clock.add(60_001)
    expect((await factors())?.recoveryCodes).toBe(8)
  })

  test('closes for a minute after five wrong codes, and for a day after fifty', async () => {
    const { world, tryLogIn, withApp } = await oneAdmin()
    const { code } = await withApp()
    const wrong = async () => tryLogIn(code() === '000000' ? '000001' : '000000')
    for (let minute = 0; minute < 10; minute++) {
      for (let time = 0; time < 5; time++) expect(await wrong()).toBe('wrong code')
      expect(await tryLogIn(code())).toBe('code retry out of limit')
      world.clock.add(60_001)
    }
    expect(await tryLogIn(code())).toBe('code retry out of limit')
    world.clock.add(86_400_000)
    expect(await tryLogIn(code())).toBe('in')
  })

  test('does not concern people who have not switched it on', async () => {
    const { world, withApp } = await oneAdmin()
    await withApp()
    expect((await world.as(mainAdmin).GET('/api/factors')).data).toEqual(OFF)
  })
})

describe('newRecoveryCodes', () => {
  test('voids the ones before, and takes a code as proof', async () => {
    const { admin, tryLogIn, withApp } = await oneAdmin()
    const before = await withApp()
    const body = { code: before.code() }
    const { data } = await admin.POST('/api/factors/recovery', { body })
    expect(data?.recoveryCodes).toHaveLength(10)
    expect(await tryLogIn(before.recoveryCodes[0])).toBe('wrong code')
    expect(await tryLogIn(data!.recoveryCodes[0])).toBe('in')
    // What proved it is used up.
    expect((await admin.POST('/api/factors/recovery', { body })).error).toBe('wrong code')
  })

  test('is refused while there is no factor', async () => {
    const { admin } = await oneAdmin()
    const { response } = await admin.POST('/api/factors/recovery', proof)
    expect(response.status).toBe(403)
  })
})

describe('removeTotp', () => {
  test('switches the second step off with proof, codes included', async () => {
    const { admin, tryLogIn, withApp, factors } = await oneAdmin()
    const { code } = await withApp()
    const remove = `${totp}/remove` as const
    expect((await admin.POST(remove, { body: { code: '000000' } })).error).toBe('wrong code')
    expect((await admin.POST(remove, { body: { code: code() } })).data).toBe('success')
    expect(await factors()).toEqual(OFF)
    expect(await tryLogIn()).toBe('in')
    expect((await admin.POST(remove, proof)).response.status).toBe(403)
  })
})

describe('removeAdminFactors', () => {
  const path = '/api/admin/admin/{userId}/factors/remove'

  test('lets the main admin help another who lost the device; the log records it', async () => {
    const { world, caller, admin, tryLogIn, withApp } = await oneAdmin()
    await withApp()
    const boss = world.as(mainAdmin)
    const params = { path: { userId: caller.id } }
    const shown = await boss.GET('/api/admin/admin/{userId}', { params })
    expect(shown.data?.secondFactor).toBe(true)
    expect((await boss.POST(path, { params })).data).toBe('success')
    expect((await admin.GET('/api/factors')).response.status).toBe(401)
    expect(await tryLogIn()).toBe('in')
    const { data } = await boss.GET('/api/admin/audit')
    expect(data?.entries[0]).toMatchObject({
      operation: 'removeAdminFactors',
      label: 'ada@example.com',
      before: { authenticator: true, recovery: 10 },
      after: { authenticator: false, recovery: 0 },
    })
    expect((await boss.POST(path, { params })).response.status).toBe(403)
  })

  test('is not for oneself, and not for other admins', async () => {
    const { world, admin, withApp } = await oneAdmin()
    await withApp()
    const params = { path: { userId: 1 } }
    expect((await world.as(mainAdmin).POST(path, { params })).response.status).toBe(403)
    expect((await admin.POST(path, { params })).response.status).toBe(403)
  })
})

describe('getFactors', () => {
  test('says nothing secret, nor does the audit log', async () => {
    const { world, withApp, factors } = await oneAdmin()
    const { secret, recoveryCodes } = await withApp()
    const { data } = await world.as(mainAdmin).GET('/api/admin/audit')
    const shown = JSON.stringify([await factors(), data])
    expect(data?.entries.map(({ operation }) => operation)).toEqual(['confirmTotp'])
    for (const hidden of [secret, ...recoveryCodes]) expect(shown).not.toContain(hidden)
  })
})

describe('the command line', () => {
  test('takes the second step off the main admin, and says so', async () => {
    const { world } = await oneAdmin()
    const { db, clock } = world
    expect(await rescueOnRequest(db, clock.at, ['--demo'])).toBeUndefined()
    const ask = () => rescueOnRequest(db, clock.at, ['--reset-second-factor'])
    expect(await ask()).toMatch(/main@example.com has no second factor/)
    const row = { userId: 1, totp: 'x', confirmed: 1, lastStep: null, createTime: 0 } as const
    await db.insertInto('secondFactor').values(row).execute()
    await world.cookieOf(mainAdmin)
    expect(await ask()).toMatch(/second factor of main@example.com is off/)
    expect(await db.selectFrom('secondFactor').selectAll().execute()).toEqual([])
    expect(await db.selectFrom('session').selectAll().execute()).toEqual([])
    const entry = await db.selectFrom('audit').selectAll().executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ actorId: null, actor: 'command line', label: 'main@example.com' })
  })
})
