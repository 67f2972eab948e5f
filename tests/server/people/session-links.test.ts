import { describe, expect, test } from 'vitest'
import { newLoginLink } from '../../../server/people/login/telegram.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const MAC = '0a1b2c3d4e5f'
const MINUTE = 60_000

async function withDevice({ macAccount = true, type = 'normal' as 'normal' | 'admin' } = {}) {
  const world = await makeWorld()
  await world.as(mainAdmin).PUT('/api/admin/setting/account', { body: { data: { macAccount } } })
  const user = await world.person({ type })
  const row = { mac: MAC, userId: user.id, accountId: null, serverId: null }
  await world.db
    .insertInto('macAccount')
    .values({ ...row, createTime: world.clock.at })
    .execute()
  const logIn = (mac = MAC) => world.as(null).POST('/api/home/macLogin', { body: { mac } })
  return { world, user, logIn }
}

describe('logInByMac', () => {
  test.each(['0A:1B:2C:3D:4E:5F', '0a-1b-2c-3d-4e-5f', '0A1B2C3D4E5F'])('knows %s', async (mac) => {
    const { world, user, logIn } = await withDevice()
    const { data, response } = await logIn(mac)
    expect(data).toBe('success')
    const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? ''
    const status = await world.app.inject({ url: '/api/home/login', headers: { cookie } })
    expect(status.json()).toMatchObject({ status: 'normal', id: user.id })
  })

  test.each([
    ['a device nobody registered', {}, '0a1b2c3d4e50'],
    ['what is no address', {}, '0a1b'],
    ['any device unless the site wants it', { macAccount: false }, MAC],
    ['the device of an admin', { type: 'admin' as const }, MAC],
  ])('refuses %s', async (_what, options, mac) => {
    const { logIn } = await withDevice(options)
    const { response, error } = await logIn(mac)
    expect([response.status, error ?? '']).toEqual([403, ''])
    expect(response.headers.get('set-cookie') ?? '').not.toMatch(/^sid=\w/)
  })

  test('closes for two minutes after ten unknown devices', async () => {
    const { world, logIn } = await withDevice()
    for (let time = 0; time < 10; time++) await logIn(`0a1b2c3d4e${10 + time}`)
    expect((await logIn()).response.status).toBe(403)
    world.clock.add(2 * MINUTE)
    expect((await logIn()).data).toBe('success')
    for (let time = 0; time < 12; time++) expect((await logIn()).data).toBe('success')
  })

  test('counts an unknown device once, however often it is tried', async () => {
    const { logIn } = await withDevice()
    for (let time = 0; time < 15; time++) await logIn('0a1b2c3d4e50')
    expect((await logIn()).data).toBe('success')
  })

  test('ends the login there was, even when it fails', async () => {
    const { world, user } = await withDevice()
    await world.as(user).POST('/api/home/macLogin', { body: { mac: '0a1b2c3d4e50' } })
    expect((await world.as(user).GET('/api/user/account')).response.status).toBe(401)
  })
})

describe('logInByTelegram', () => {
  async function withLink(type: 'normal' | 'admin' = 'normal') {
    const world = await makeWorld()
    const user = await world.person({ type })
    const link = async () => (await newLoginLink(world.world, user.id))?.split('/').at(-1) ?? ''
    const logIn = (token: string) =>
      world.as(null).POST('/api/user/telegram/login', { body: { token } })
    return { world, user, link, logIn }
  }

  test('logs in once, also for two at the same moment', async () => {
    const { world, link, logIn } = await withLink()
    const token = await link()
    expect(token).toMatch(/^[0-9a-f]{64}$/)
    const stored = await world.db.selectFrom('telegramToken').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(token)
    const replies = await Promise.all([logIn(token), logIn(token), logIn(token)])
    expect(replies.map(({ response }) => response.status).sort()).toEqual([200, 403, 403])
    expect(replies.find(({ data }) => data)?.response.headers.get('set-cookie')).toMatch(/^sid=/)
  })

  test('is over after five minutes, and when there is a newer one', async () => {
    const { world, link, logIn } = await withLink()
    const first = await link()
    const second = await link()
    expect((await logIn(first)).response.status).toBe(403)
    world.clock.add(5 * MINUTE)
    expect((await logIn(second)).response.status).toBe(403)
  })

  test('is never for admins, not even for people who became one since', async () => {
    const { world, link, user, logIn } = await withLink()
    const token = await link()
    await world.db.updateTable('user').set({ type: 'admin' }).where('id', '=', user.id).execute()
    expect((await logIn(token)).response.status).toBe(403)
    expect(await newLoginLink(world.world, user.id)).toBeUndefined()
    expect(await newLoginLink(world.world, 1)).toBeUndefined()
  })

  test('does not take a code that binds a chat', async () => {
    const { world, link, logIn } = await withLink()
    const token = await link()
    await world.db.updateTable('telegramToken').set({ kind: 'bind' }).execute()
    expect((await logIn(token)).response.status).toBe(403)
  })

  test('is rate-limited', async () => {
    const { link, logIn } = await withLink()
    for (let time = 0; time < 20; time++) await logIn(`${time}`)
    expect((await logIn(await link())).response.status).toBe(403)
  })
})
