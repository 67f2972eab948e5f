import { describe, expect, test } from 'vitest'
import { oneAdmin, PASSWORD } from '../../support/factors.ts'
import { makeDevice } from '../../support/passkey.ts'
import { mainAdmin } from '../../support/world.ts'

const KEYS = '/api/factors/passkeys'
const proof = { body: { password: PASSWORD } }

async function oneSite(options: Parameters<typeof oneAdmin>[0] = {}) {
  const site = await oneAdmin(options)
  const { world, admin } = site
  const visitor = world.as(null)
  const add = (made: ReturnType<ReturnType<typeof makeDevice>['make']>, who = admin) =>
    who.POST(`${KEYS}/add`, { body: { name: 'Phone', made } })
  const question = async () => (await visitor.POST('/api/home/passkey')).data!
  let first: ReturnType<typeof makeDevice> | undefined
  /** The challenge for a new passkey; with proof by the first one once there is one. */
  const wish = async () => {
    const body = first ? { passkey: first.answer(await question()) } : proof.body
    return (await admin.POST(KEYS, { body })).data!
  }
  const send = (body: ReturnType<ReturnType<typeof makeDevice>['answer']>) =>
    visitor.POST('/api/home/passkey/login', { body })
  /** A device whose passkey is registered. */
  async function withPasskey() {
    const device = makeDevice()
    const { data } = await add(device.make(await wish()))
    first ??= device
    return { device, recoveryCodes: data!.recoveryCodes }
  }
  return { ...site, wish, add, question, send, withPasskey }
}
const said = ({ response, error }: { response: Response; error?: unknown }) =>
  response.status === 200 ? 'in' : [response.status, error ?? '']

describe('beginPasskey', () => {
  test('wants the password, and names what the admin has already', async () => {
    const { admin, wish, withPasskey } = await oneSite()
    expect((await admin.POST(KEYS, { body: { password: 'no' } })).error).toBe('invalid password')
    const { device } = await withPasskey()
    const requested = await wish()
    expect(requested.excludeCredentials).toEqual([{ id: device.credentialId, type: 'public-key' }])
    expect(requested.authenticatorSelection.userVerification).toBe('required')
    expect(requested.user.id).not.toContain('ada')
  })
})

describe('addPasskey', () => {
  test('saves it, returns recovery codes with the first, and ends other sessions', async () => {
    const { world, logIn, withPasskey, factors } = await oneSite()
    const other = (await logIn()).response.headers.get('set-cookie')?.split(';')[0] ?? ''
    expect((await withPasskey()).recoveryCodes).toHaveLength(10)
    expect((await withPasskey()).recoveryCodes).toEqual([])
    expect(await factors()).toEqual({
      on: true,
      authenticator: false,
      passkeys: 2,
      recoveryCodes: 10,
    })
    const reply = await world.app.inject({ url: '/api/factors', headers: { cookie: other } })
    expect(reply.statusCode).toBe(401)
  })

  test('refuses another page, an unsure device, an answer sent again and one too late', async () => {
    const { world, admin, wish, add, factors } = await oneSite()
    const device = makeDevice()
    const elsewhere = device.make(await wish(), { origin: 'http://evil' })
    expect(said(await add(elsewhere))).toEqual([403, 'another address'])
    const unsure = device.make(await wish(), { verified: false })
    expect(said(await add(unsure))).toEqual([403, ''])
    const late = device.make(await wish())
    world.clock.add(300_000)
    expect(said(await add(late))).toEqual([403, 'challenge expired'])
    expect((await factors())?.on).toBe(false)
    const good = device.make(await wish())
    const { data } = await add(good)
    expect(said(await add(good))).toEqual([403, 'challenge expired'])
    const body = { code: data!.recoveryCodes[0]! }
    const again = device.make((await admin.POST(KEYS, { body })).data!)
    expect(said(await add(again))).toEqual([403, 'passkey exists'])
  })

  test('refuses an answer to the challenge of another admin, or of a login', async () => {
    const { world, wish, add, question, factors } = await oneSite()
    const device = makeDevice()
    const made = device.make(await wish())
    expect(said(await add(made, world.as(mainAdmin)))).toEqual([403, 'challenge expired'])
    const { challenge } = await question()
    const crossed = device.make({ challenge, user: { id: 'x' } })
    expect(said(await add(crossed))).toEqual([403, 'challenge expired'])
    // The refused tries of others used nothing up.
    expect(said(await add(made))).toBe('in')
    expect((await factors())?.passkeys).toBe(1)
  })
})

describe('beginPasskeyLogIn', () => {
  test('makes a new challenge each time, up to a limit', async () => {
    const { world, question } = await oneSite()
    const [one, two] = [await question(), await question()]
    expect(one.challenge).not.toBe(two.challenge)
    expect(one).toMatchObject({ userVerification: 'required' })
    const codes: number[] = []
    for (let time = 0; time < 60; time++)
      codes.push((await world.as(null).POST('/api/home/passkey')).response.status)
    expect(codes.filter((status) => status === 403)).toHaveLength(2)
  })
})

describe('logInByPasskey', () => {
  test('is as good as password and code, and notes the use', async () => {
    const { world, caller, admin, question, send, withPasskey, tryLogIn } = await oneSite()
    const { device } = await withPasskey()
    expect(await tryLogIn()).toBe('second factor required')
    world.clock.add(1000)
    const { data, response } = await send(device.answer(await question()))
    expect(data).toEqual({ type: 'admin', id: caller.id })
    const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? ''
    const reply = await world.app.inject({ url: '/api/home/login', headers: { cookie } })
    expect(reply.json()).toMatchObject({ status: 'admin', id: caller.id })
    const { data: list } = await admin.GET(KEYS)
    expect(list).toMatchObject([{ name: 'Phone', lastUsed: world.clock.at }])
  })

  test('takes an answer once, also when sent five times at the same moment', async () => {
    const { question, send, withPasskey } = await oneSite()
    const { device } = await withPasskey()
    const answer = device.answer(await question())
    const replies = await Promise.all(Array.from({ length: 5 }, () => send(answer)))
    expect(replies.filter(({ response }) => response.status === 200)).toHaveLength(1)
    expect(said(await send(answer))).toEqual([403, 'challenge expired'])
  })

  test('refuses another page, an unsure device, an unasked and a late answer', async () => {
    const { world, wish, question, send, withPasskey } = await oneSite()
    const { device } = await withPasskey()
    const tried = async (options = {}) => said(await send(device.answer(await question(), options)))
    expect(await tried({ origin: 'http://evil' })).toEqual([403, 'another address'])
    expect(await tried({ origin: 'http://test:81' })).toEqual([403, 'another address'])
    expect(await tried({ verified: false })).toEqual([403, ''])
    const unasked = device.answer({ challenge: 'AAAA' })
    expect(said(await send(unasked))).toEqual([403, 'challenge expired'])
    // What a new passkey was to sign is no login.
    const crossed = device.answer(await wish())
    expect(said(await send(crossed))).toEqual([403, 'challenge expired'])
    const late = device.answer(await question())
    world.clock.add(300_000)
    expect(said(await send(late))).toEqual([403, 'challenge expired'])
    expect(await tried()).toBe('in')
  })

  test('refuses a stranger’s passkey, a touched signature, and another person’s name on it', async () => {
    const { question, send, withPasskey } = await oneSite()
    const { device } = await withPasskey()
    const stranger = makeDevice().answer(await question())
    expect(said(await send(stranger))).toEqual([403, 'passkey unknown'])
    const forged = makeDevice().answer(await question())
    const { id, rawId } = device.answer({ challenge: '' })
    const { userHandle } = device.answer({ challenge: '' }).response
    const under = { ...forged, id, rawId, response: { ...forged.response, userHandle } }
    expect(said(await send(under))).toEqual([403, ''])
    const answer = device.answer(await question())
    const renamed = { ...answer, response: { ...answer.response, userHandle: 'c29tZWJvZHk' } }
    expect(said(await send(renamed))).toEqual([403, ''])
  })

  test('refuses a copy of a device that counts', async () => {
    const { question, send, withPasskey } = await oneSite()
    const { device } = await withPasskey()
    expect(said(await send(device.answer(await question(), { counter: 7 })))).toBe('in')
    expect(said(await send(device.answer(await question(), { counter: 6 })))).toEqual([403, ''])
    expect(said(await send(device.answer(await question(), { counter: 8 })))).toBe('in')
  })

  test('works on the pages that ORIGINS names, each under its own name', async () => {
    const origin = 'https://console.example.com'
    const { wish, add, question, send } = await oneSite({ env: { ORIGINS: origin } })
    const device = makeDevice()
    expect(said(await add(device.make(await wish(), { origin })))).toBe('in')
    expect(said(await send(device.answer(await question(), { origin })))).toBe('in')
  })

  test('is offered to visitors once someone has a passkey', async () => {
    const { world, withPasskey } = await oneSite()
    const status = async () => (await world.as(null).GET('/api/home/login')).data?.passkey
    expect(await status()).toBe(false)
    await withPasskey()
    expect(await status()).toBe(true)
  })
})

describe('listPasskeys', () => {
  test('shows one’s own, and nothing that lets anybody in', async () => {
    const { world, admin, withPasskey } = await oneSite()
    await withPasskey()
    const { data } = await admin.GET(KEYS)
    expect(data).toEqual([
      { id: expect.any(Number), name: 'Phone', createTime: world.clock.at, lastUsed: null },
    ])
    expect((await world.as(mainAdmin).GET(KEYS)).data).toEqual([])
  })
})

describe('removePasskey', () => {
  test('forgets one’s own with proof; the last takes the second step with it', async () => {
    const { world, admin, question, send, withPasskey, tryLogIn, factors } = await oneSite()
    const { device, recoveryCodes } = await withPasskey()
    const id = (await admin.GET(KEYS)).data![0]!.id
    const path = `${KEYS}/{passkeyId}/remove` as const
    const params = { path: { passkeyId: id } }
    const wrong = { params, body: { code: '000000' } }
    expect((await admin.POST(path, wrong)).error).toBe('wrong code')
    const foreign = { params: { path: { passkeyId: id + 1 } }, body: { code: recoveryCodes[1]! } }
    expect((await admin.POST(path, foreign)).response.status).toBe(403)
    const body = { code: recoveryCodes[0]! }
    expect((await admin.POST(path, { params, body })).data).toBe('success')
    expect(said(await send(device.answer(await question())))).toEqual([403, 'passkey unknown'])
    expect(await factors()).toMatchObject({ on: false, recoveryCodes: 0 })
    expect(await tryLogIn()).toBe('in')
    expect(await world.db.selectFrom('recoveryCode').selectAll().execute()).toEqual([])
  })
})
