import { describe, expect, test } from 'vitest'
import { findMailServer } from '../../../server/messaging/mails/server.ts'
import { findSecret } from '../../../server/database/secret/secret.ts'
import { aNewServer, anAccount, aServer, months } from '../../support/make.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

describe('editAccount', () => {
  const ONE = '/api/admin/account/{accountId}'
  const DATA = '/api/admin/account/{accountId}/data'

  async function opened() {
    const world = await makeWorld()
    const accountId = await anAccount(world, { flow: 100, ...months(world, 1) })
    const admin = world.as(mainAdmin)
    const params = { path: { accountId } }
    const read = async () => (await admin.GET(ONE, { params })).data!
    const send = async (body: object) => {
      const { response, error } = await admin.PUT(DATA, { params, body })
      return [response.status, error]
    }
    return { admin, params, read, send }
  }

  test('refuses what came after someone else’s change, and takes it once that was seen', async () => {
    const { read, send } = await opened()
    const { revision } = await read()
    expect(await send({ flow: 200, revision })).toEqual([200, undefined])
    expect(await send({ port: 50_500, revision })).toEqual([409, 'changed meanwhile'])
    expect(await read()).toMatchObject({ data: { flow: 200 } })
    expect((await read()).port).not.toBe(50_500)
    expect((await send({ port: 50_500, revision: (await read()).revision }))[0]).toBe(200)
  })

  test('refuses an end that was moved meanwhile, but not changed usage', async () => {
    const { admin, params, read, send } = await opened()
    const { revision } = await read()
    await admin.POST('/api/admin/account/{accountId}/resetFlow', { params })
    expect((await read()).revision).toBe(revision)
    await admin.PUT('/api/admin/account/{accountId}/time', { params, body: { time: 3_600_000 } })
    expect(await send({ flow: 5, revision })).toEqual([409, 'changed meanwhile'])
  })

  test('lets the last change of consoles win that send none', async () => {
    const { send } = await opened()
    await send({ flow: 200 })
    expect(await send({ flow: 300 })).toEqual([200, undefined])
  })

  test('accepts one of two concurrent saves', async () => {
    const { read, send } = await opened()
    const { revision } = await read()
    const replies = await Promise.all([send({ flow: 1, revision }), send({ flow: 2, revision })])
    expect(replies.map(([status]) => status).sort()).toEqual([200, 409])
  })
})

describe('editServer', () => {
  test('refuses what came after someone else’s change, and sends others no revision', async () => {
    const world = await makeWorld()
    const serverId = await aServer(world)
    const admin = world.as(mainAdmin)
    const ONE = '/api/admin/server/{serverId}'
    const params = { path: { serverId } }
    const { data } = await admin.GET(ONE, { params })
    const revision = data!.revision
    const send = async (name: string) =>
      (await admin.PUT(ONE, { params, body: { ...aNewServer({ name }), revision } })).response
        .status
    expect(revision).toBeTruthy()
    expect([await send('Osaka'), await send('Kyoto')]).toEqual([200, 409])
    expect((await admin.GET(ONE, { params })).data?.name).toBe('Osaka')
    const other = await world.person({ type: 'admin', groupId: 2 })
    expect((await world.as(other).GET(ONE, { params })).data?.revision).toBeUndefined()
  })
})

describe('settings two admins edit', () => {
  const cases = [
    ['base', { title: 'One' }, { title: 'Two' }],
    ['account', { subscribe: false }, { subscribe: true }],
    ['payment', { day: { alipay: 1 } }, { day: { alipay: 2 } }],
    [
      'ref',
      { useRef: true, useWhenSignupClose: false, refNumber: 2, refUserNumber: 1 },
      { useRef: false, useWhenSignupClose: false, refNumber: 3, refUserNumber: 1 },
    ],
  ] as const

  /** The settings are called alike, and differ only in what they hold. */
  async function opened(name: (typeof cases)[number][0]) {
    const world = await makeWorld()
    await findSecret(world.db)
    const admin = world.as(mainAdmin)
    const path = `/api/admin/setting/${name}` as '/api/admin/setting/base'
    const read = async () => (await admin.GET(path)).data!
    const send = (data: object, revision?: string) => admin.PUT(path, { body: { data, revision } })
    return { read, send }
  }

  test.each(cases)(
    '%s: a save returns the next revision, and a late one is refused',
    async (...of) => {
      const [name, one, two] = of
      const { read, send } = await opened(name)
      const { revision } = await read()
      const first = await send(one, revision)
      const { revision: next } = first.data as { revision: string }
      expect(next).toBeTruthy()
      expect(await read()).toMatchObject({ ...one, revision: next })
      const late = await send(two, revision)
      expect([late.response.status, late.error]).toEqual([409, 'changed meanwhile'])
      expect(await read()).toMatchObject({ ...one, revision: next })
      expect((await send(two, next)).response.status).toBe(200)
      expect(await read()).toMatchObject(two)
    },
  )

  test.each(cases)('%s: older consoles send none, or what they were shown', async (...of) => {
    const [name, one, two] = of
    const { read, send } = await opened(name)
    expect((await send(one)).data).toBe('success')
    const shown = await read()
    await send(two)
    expect((await send(shown)).data).toBe('success')
    // What they sent back in the middle of the setting names no state of it.
    expect(await read()).toEqual(shown)
  })

  test('accepts one of two concurrent saves', async () => {
    const { read, send } = await opened('base')
    const { revision } = await read()
    const both = await Promise.all([send({ title: 'A' }, revision), send({ title: 'B' }, revision)])
    expect(both.map(({ response }) => response.status).sort()).toEqual([200, 409])
  })
})

describe('editMailTemplate', () => {
  test('refuses what came after someone else’s change of the same text', async () => {
    const admin = (await makeWorld()).as(mainAdmin)
    const PATH = '/api/admin/setting/mail'
    const read = async (type: 'code' | 'order') =>
      (await admin.GET(PATH, { params: { query: { type } } })).data!
    const send = async (type: 'code' | 'order', title: string, revision?: string) => {
      const body = { type, title, content: 'text', revision }
      return (await admin.PUT(PATH, { body })).response.status
    }
    const [code, order] = [await read('code'), await read('order')]
    expect(await send('code', 'One', code.revision)).toBe(200)
    expect(await send('order', 'Other', order.revision)).toBe(200)
    expect(await send('code', 'Two', code.revision)).toBe(409)
    expect((await read('code')).title).toBe('One')
    expect(await send('code', 'Three')).toBe(200)
  })
})

describe('editMailServer', () => {
  const PATH = '/api/admin/setting/mailServer'
  const server = { host: 'smtp.test', port: 25, security: 'none' as const, user: 'a@b.test' }
  const rest = { fromName: '', fromAddress: '', blackList: [] }

  test('returns the next revision', async () => {
    const admin = (await makeWorld()).as(mainAdmin)
    const { revision } = (await admin.GET(PATH)).data!
    const body = { ...server, ...rest, password: 'secret', revision }
    const { data } = await admin.PUT(PATH, { body })
    expect(data).toEqual({ revision: (await admin.GET(PATH)).data!.revision })
    expect((await admin.PUT(PATH, { body })).response.status).toBe(409)
    expect((await admin.PUT(PATH, { body: { ...body, revision: undefined } })).data).toBe('success')
  })

  test('refuses the second of two who change nothing but the password', async () => {
    const world = await makeWorld()
    // What an installation has from its first start, and who changes a setting holds.
    await findSecret(world.db)
    const admin = world.as(mainAdmin)
    await admin.PUT(PATH, { body: { ...server, ...rest, password: 'old' } })
    const { revision } = (await admin.GET(PATH)).data!
    const send = (password?: string) =>
      admin.PUT(PATH, { body: { ...server, ...rest, password, revision } })
    const replies = await Promise.all([send('one'), send('two')])
    expect(replies.map(({ response }) => response.status).sort()).toEqual([200, 409])
    const winner = replies[0]!.response.ok ? 'one' : 'two'
    expect((await findMailServer(world))?.password).toBe(winner)
    // Leaving the password as it is is late as well: the other fields were typed beside the old one.
    expect((await send()).response.status).toBe(409)
    const next = (await admin.GET(PATH)).data!.revision
    expect(next).not.toBe(revision)
    const stored = await admin.PUT(PATH, { body: { ...server, ...rest, revision: next } })
    expect(stored.data).toEqual({ revision: next })
  })
})
