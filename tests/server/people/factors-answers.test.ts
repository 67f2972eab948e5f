import { describe, expect, test } from 'vitest'
import { countsByKey } from '../../support/attempts.ts'
import { makeDevice } from '../../support/passkey.ts'
import { passkeySite } from '../../support/passkeySite.ts'

const MINUTE = 60_000

describe('a login by passkey', () => {
  test('notes the use, the login and the network', async () => {
    const { world, caller, question, send, withPasskey, passkeys } = await passkeySite()
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
    const { question, send, withPasskey, passkeys, keepPasskeys } = await passkeySite()
    const { device } = await withPasskey()
    await keepPasskeys(1)
    await send(device.answer(await question()))
    expect((await passkeys()).map(({ lastUsed }) => lastUsed !== null)).toEqual([true, false])
  })

  test('that fails ends the login before it', async () => {
    const { world, caller, admin, question, sendFrom } = await passkeySite()
    const cookie = await world.cookieOf(caller)
    const answer = { ...makeDevice().answer(await question()) }
    expect((await sendFrom('192.0.2.1', answer, cookie)).payload).toBe('passkey unknown')
    expect((await admin.GET('/api/factors')).response.status).toBe(401)
  })

  test('logs a person in as what they are by now', async () => {
    const { world, caller, question, send, withPasskey } = await passkeySite()
    const { device } = await withPasskey()
    expect((await send(device.answer(await question()))).json()).toEqual({
      type: 'admin',
      id: caller.id,
    })
    await world.db.updateTable('user').set({ type: 'normal' }).where('id', '=', caller.id).execute()
    const reply = await send(device.answer(await question()))
    expect(reply.json()).toEqual({ type: 'normal', id: caller.id })
  })

  test('allows sixty failures in ten minutes; successes do not count', async () => {
    const { world, question, send, sendFrom, withPasskey } = await passkeySite()
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
    const keys = ['passkeyAnswer:192.0.2.1', 'passkeyAnswer:192.0.2.2']
    const counts = await countsByKey(world.db, ...keys)
    expect(counts.filter(({ key }) => key.startsWith('passkeyAnswer:'))).toMatchObject([
      { key: 'passkeyAnswer:192.0.2.1', count: 60 },
      { key: 'passkeyAnswer:192.0.2.2', count: 0 },
    ])
    world.clock.add(10 * MINUTE)
    expect((await send(await right())).statusCode).toBe(200)
  })

  test('is requested again once ten minutes are over', async () => {
    const { world } = await passkeySite()
    const ask = async () => (await world.as(null).POST('/api/home/passkey')).response.status
    for (let time = 0; time < 60; time += 1) expect(await ask()).toBe(200)
    const key = 'passkeyQuestion:127.0.0.1'
    expect(await countsByKey(world.db, key)).toMatchObject([{ key, count: 60 }])
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
    const { question, send, withPasskey } = await passkeySite()
    const { device } = await withPasskey()
    const answer = device.answer(await question())
    const clientDataJSON = Buffer.from(text).toString('base64url')
    const reply = await send({ ...answer, response: { ...answer.response, clientDataJSON } })
    expect([reply.statusCode, reply.payload]).toEqual([403, ''])
  })
})
