import { describe, expect, test } from 'vitest'
import { keyedHash } from '../../../server/base/keyedHash.ts'
import { changeSetting } from '../../../server/database/settings/store.ts'
import { codeAt } from '../../support/codes.ts'
import { PASSWORD } from '../../support/factors.ts'
import { passkeySite } from '../../support/passkeySite.ts'

const TOTP = '/api/factors/totp'
const proof = { body: { password: PASSWORD } }
const MINUTE = 60_000

describe('the app', () => {
  const confirm = `${TOTP}/confirm` as const
  async function begun() {
    const site = await passkeySite()
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
    const rows = world.db.selectFrom('attempt').select('count').where('key', 'like', 'code:%')
    expect(await rows.orderBy('count').execute()).toEqual([{ count: 0 }, { count: 5 }])
  })

  test('begun again forgets the secret before', async () => {
    const { world, admin, tried, code } = await begun()
    const { data } = await admin.POST(TOTP, proof)
    expect(await tried(code())).toBe('wrong code')
    expect(await tried(codeAt(data!.secret, world.clock.at))).toBe(200)
  })

  test('has the site’s title and the admin’s address in its link', async () => {
    const { world, admin } = await passkeySite()
    const link = async () => decodeURIComponent((await admin.POST(TOTP, proof)).data!.uri)
    expect(await link()).toContain('totp/Sluice:ada@example.com?')
    await changeSetting(world.db, 'base', { title: 'North' })
    expect(await link()).toContain('totp/North:ada@example.com?')
    await changeSetting(world.db, 'base', {})
    expect(await link()).toContain('totp/Sluice:ada@example.com?')
  })

  test('that was only begun proves nothing, and requires nothing', async () => {
    const { admin, withPasskey, code, tryLogIn, factors } = await begun()
    const { recoveryCodes } = await withPasskey()
    expect(await factors()).toMatchObject({ on: true, authenticator: false, passkeys: 1 })
    expect(await tryLogIn(code())).toBe('wrong code')
    const recovery = { body: { code: code() } }
    expect((await admin.POST('/api/factors/recovery', recovery)).error).toBe('wrong code')
    expect(await tryLogIn(recoveryCodes[0])).toBe('in')
  })

  test('keeps the recovery codes when a passkey stays behind', async () => {
    const { admin, withApp, withPasskey, factors } = await passkeySite()
    const { code, recoveryCodes } = await withApp()
    await withPasskey({ code: code() })
    const body = { code: recoveryCodes[0]! }
    expect((await admin.POST(`${TOTP}/remove`, { body })).data).toBe('success')
    expect(await factors()).toMatchObject({ on: true, authenticator: false, recoveryCodes: 9 })
  })

  test('takes a code written with a dash, and nothing longer', async () => {
    const { withApp, tryLogIn } = await passkeySite()
    const { code } = await withApp()
    expect(await tryLogIn(`${code()}0`)).toBe('wrong code')
    expect(await tryLogIn(`0${code()}`)).toBe('wrong code')
    expect(await tryLogIn(`${code().slice(0, 3)}-${code().slice(3)}`)).toBe('in')
  })
})

describe('a proof', () => {
  test('by passkey is refused in one word when it is not sure, or another admin’s', async () => {
    const { admin, question, withPasskey } = await passkeySite()
    const { device } = await withPasskey()
    const ask = async (options: object) => {
      const body = { passkey: device.answer(await question(), options) }
      return (await admin.POST('/api/factors/recovery', { body })).error
    }
    expect(await ask({ verified: false })).toBe('passkey unknown')
    expect(await ask({ origin: 'http://evil' })).toBe('another address')
    expect(await ask({})).toBeUndefined()
  })

  test('by nothing that is known is refused', async () => {
    const { admin } = await passkeySite()
    const { response } = await admin.POST(TOTP, { body: { other: 1 } as never })
    expect([400, 403]).toContain(response.status)
  })

  test.each(['abcd-234567', '234567-abcd'])(
    'by the recovery code %s, half of it six digits, is one',
    async (code) => {
      const { world, caller, admin, withApp } = await passkeySite()
      await withApp()
      const value = `${caller.id}:${code.replace('-', '')}`
      const codeHash = keyedHash(world.secret, 'recovery', value)
      await world.db.insertInto('recoveryCode').values({ userId: caller.id, codeHash }).execute()
      const { data } = await admin.POST('/api/factors/recovery', { body: { code } })
      expect(data?.recoveryCodes).toHaveLength(10)
    },
  )

  test('that was right is not counted as a guess', async () => {
    const { world, admin, withApp } = await passkeySite()
    const { code } = await withApp()
    for (let time = 0; time < 7; time += 1) {
      const { response } = await admin.POST('/api/factors/recovery', {
        body: { code: code() },
      })
      expect(response.status).toBe(200)
      world.clock.add(30_000)
    }
    const row = world.db.selectFrom('attempt').select('count').where('key', 'like', 'code:%')
    for (const { count } of await row.execute()) expect(count).toBe(0)
  })
})
