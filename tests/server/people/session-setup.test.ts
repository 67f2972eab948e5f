import { createHash, createHmac, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { checkSetup, newSetupLink } from '../../../server/people/login/setup.ts'
import { changeSetting, findSetting, findStored } from '../../../server/database/settings/store.ts'
import { makeWorld } from '../../support/world.ts'

const PASSWORD = 'long enough'

describe('setting the site up', () => {
  async function fresh() {
    const world = await makeWorld()
    await world.db.deleteFrom('user').execute()
    const link = (await newSetupLink(world.world)) ?? ''
    const token = link.split('/').at(-1) ?? ''
    const form = {
      token,
      email: 'Boss@Example.com',
      password: PASSWORD,
      title: 'The Northern Lights',
      language: 'ru-RU' as const,
    }
    const send = async (more: Partial<typeof form> = {}, key?: string) => {
      const { data, error, response } = await world.as(null).POST('/api/home/setup', {
        body: { ...form, ...more },
        ...(key && { headers: { 'idempotency-key': key } }),
      } as never)
      const said = error ?? data
      return { said: said as unknown, status: response.status, headers: response.headers }
    }
    return { world, link, token, form, send }
  }

  test('is done by a link of which only a keyed hash is stored; the next one voids it', async () => {
    const { world, link, token } = await fresh()
    expect(link).toMatch(/^http:\/\/test\/home\/setup\/[\w-]{32}$/)
    const hash = createHmac('sha256', world.secret).update(`setup:${token}`).digest('base64url')
    expect(await findStored(world.db, 'setup')).toBe(hash)
    expect(await checkSetup(world, token)).toBe('success')
    await newSetupLink(world.world)
    await expect(checkSetup(world, token)).rejects.toMatchObject({
      status: 403,
      reason: 'link used',
    })
    await world.db.deleteFrom('setting').execute()
    await expect(checkSetup(world, token)).rejects.toMatchObject({ reason: 'link used' })
  })

  test.each([
    ['Asia/Shanghai', 'Asia/Shanghai'],
    ['Moon/Tycho', undefined],
    [undefined, undefined],
  ])("takes the zone of the admin's clock, %s, where it is known", async (timeZone, taken) => {
    const { world, send } = await fresh()
    expect((await send({ timeZone } as never)).status).toBe(200)
    expect((await findSetting(world.db, 'base')).timeZone).toBe(taken)
  })

  test('makes the main admin, names site and group, and logs in', async () => {
    const { world, send } = await fresh()
    await changeSetting(world.db, 'base', { themePrimary: 'red', title: 'Old' })
    await world.db.insertInto('userGroup').values({ id: 4, name: 'Four' }).execute()
    const { said, headers } = await send()
    expect(said).toEqual({ type: 'admin', id: 1 })
    const users = await world.db.selectFrom('user').selectAll().execute()
    expect(users).toMatchObject([
      {
        id: 1,
        username: 'boss@example.com',
        email: 'boss@example.com',
        passwordHash: expect.stringMatching(/^\$argon2id\$/),
        type: 'admin',
        groupId: 0,
        telegram: null,
        createTime: world.clock.at,
        lastLogin: world.clock.at,
      },
    ])
    const guides = await world.db.selectFrom('notice').select('guide').execute()
    expect(guides.filter(({ guide }) => guide === 'apple')).toHaveLength(4)
    expect(await findStored(world.db, 'base')).toEqual({
      themePrimary: 'red',
      title: 'The Northern Lights',
      shortTitle: 'The Northern',
      language: 'ru-RU',
    })
    expect(await findStored(world.db, 'setup')).toBeUndefined()
    const groups = world.db.selectFrom('userGroup').select(['id', 'name']).orderBy('id')
    expect(await groups.execute()).toEqual([
      { id: 0, name: 'Группа по умолчанию' },
      { id: 4, name: 'Four' },
    ])
    const cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
    const reply = await world.app.inject({ url: '/api/home/login', headers: { cookie } })
    expect(reply.json()).toMatchObject({ status: 'admin', id: 1 })
  })

  test('with an address that is taken changes nothing, and the link still works', async () => {
    const { world, send } = await fresh()
    await world.person({ id: 7, email: 'boss@example.com' })
    const refused = await send()
    expect([refused.status, refused.said]).toEqual([400, 'body/email is taken'])
    expect(await findStored(world.db, 'base')).toBeUndefined()
    expect((await send({ email: 'other@example.com' })).said).toEqual({ type: 'admin', id: 1 })
  })

  test('with a wrong link is refused in its word', async () => {
    const { send, token } = await fresh()
    const other = `${token.slice(1)}${token.startsWith('x') ? 'y' : 'x'}`
    const { said, status } = await send({ token: other })
    expect([status, said]).toEqual([403, 'link used'])
  })

  test('sent again with its key logs in once more, as long as the password is that', async () => {
    const { world, send } = await fresh()
    const key = randomUUID()
    await send({}, key)
    const again = await send({}, key)
    expect(again.said).toEqual({ type: 'admin', id: 1 })
    expect(again.headers.get('set-cookie')).toMatch(/^sid=[\w-]{43};/)
    await world.db.updateTable('user').set({ passwordHash: '' }).execute()
    expect((await send({}, key)).said).toBe('link used')
  })
})

test('only a password in the old format is hashed again', async () => {
  const world = await makeWorld()
  const old = (name: string) =>
    createHash('md5')
      .update(PASSWORD + name)
      .digest('hex')
  for (const email of ['ann@example.com', 'bob@example.com'])
    await world.person({ email, passwordHash: old(email) })
  const body = { email: 'ann@example.com', password: PASSWORD }
  expect((await world.as(null).POST('/api/home/login', { body })).response.status).toBe(200)
  const rows = await world.db.selectFrom('user').select('passwordHash').orderBy('id').execute()
  expect(rows.map(({ passwordHash }) => passwordHash.slice(0, 10))).toEqual([
    '',
    '$argon2id$',
    old('bob@example.com').slice(0, 10),
  ])
})
