import { describe, expect, test } from 'vitest'
import { CONTRACT } from '#contract'
import { JSON_TYPE, populated, published, TEXT } from '../../support/bothForms.ts'
import { anAccount } from '../../support/make.ts'
import { mainAdmin } from '../../support/world.ts'

describe('what is done', () => {
  test('is a word for consoles, and nothing below the published address', async () => {
    const site = await populated()
    const sent = { method: 'POST', url: '/api/user/messages', payload: { msg: 'Hello' } } as const
    const old = await site.send(site.user, sent)
    expect([old.statusCode, old.payload, old.headers['content-type']]).toEqual([
      200,
      'success',
      TEXT,
    ])
    const now = await site.send(site.user, { ...sent, url: published(sent.url) })
    expect([now.statusCode, now.payload, now.headers['content-type']]).toEqual([204, '', undefined])
    expect(now.headers['contract-version']).toBe(CONTRACT)
  })

  test('without a word of its own is nothing as well', async () => {
    const { db, send, user, accountId } = await assigning()
    const now = await send(mainAdmin, {
      method: 'PUT',
      url: `/api/v1/admin/user/${user.id}/${accountId}`,
    })
    expect([now.statusCode, now.payload]).toEqual([204, ''])
    expect(await db.selectFrom('account').select('userId').executeTakeFirst()).toEqual({
      userId: user.id,
    })
  })

  test('is done once under a key, by whichever address it comes again', async () => {
    const { send } = await populated()
    const headers = { 'idempotency-key': '5f8c1c1e-6a0d-4d3e-9d2b-0c3b6f6f5a01' }
    const add = async (url: string) => {
      const payload = { name: 'friends', comment: '' }
      const reply = await send(mainAdmin, { method: 'POST', url, payload, headers })
      return [reply.statusCode, reply.payload, reply.headers['idempotency-replayed']]
    }
    expect(await add('/api/v1/admin/group')).toEqual([204, '', undefined])
    expect(await add('/api/admin/group')).toEqual([200, 'success', 'true'])
    expect(await add('/api/v1/admin/group')).toEqual([204, '', 'true'])
    const groups = (await send(mainAdmin, { url: '/api/admin/group' })).json()
    expect(groups.filter(({ name }: { name: string }) => name === 'friends')).toHaveLength(1)
  })

  test('is noted in the audit log as it is for consoles', async () => {
    const { send } = await populated()
    for (const base of ['/api', '/api/v1'])
      await send(mainAdmin, {
        method: 'POST',
        url: `${base}/admin/group`,
        payload: { name: 'a', comment: '' },
      })
    const { entries } = (await send(mainAdmin, { url: '/api/v1/admin/audit' })).json()
    const noted = entries.map(({ operation, subject }: Record<string, string>) => [
      operation,
      subject,
    ])
    expect(noted).toEqual([
      ['createGroup', 'userGroup'],
      ['createGroup', 'userGroup'],
    ])
  })

  test('is JSON where it may say more, with or without a revision', async () => {
    const { send } = await populated()
    const url = '/api/v1/admin/setting/base'
    const { revision, ...data } = (await send(mainAdmin, { url })).json()
    const save = (payload: object) => send(mainAdmin, { method: 'PUT', url, payload })
    const saved = await save({ data, revision })
    expect([saved.statusCode, saved.json()]).toEqual([200, { revision: expect.any(String) }])
    const blind = await save({ data })
    expect([blind.statusCode, blind.payload, blind.headers['content-type']]).toEqual([
      200,
      '{}',
      JSON_TYPE,
    ])
    expect(
      (await send(mainAdmin, { method: 'PUT', url: '/api/admin/setting/base', payload: { data } }))
        .payload,
    ).toBe('success')
  })
})

/** An account of nobody, to be given to somebody. */
async function assigning() {
  const { world, send, user } = await populated()
  return { db: world.db, send, user, accountId: await anAccount(world) }
}

describe('what is fetched', () => {
  test('is the same by both addresses: JSON, a table, and what has not changed', async () => {
    const { send } = await populated()
    for (const url of ['/api/admin/user?page=1', '/api/admin/user/csv', '/api/home/login']) {
      const [old, now] = [
        await send(mainAdmin, { url }),
        await send(mainAdmin, { url: published(url) }),
      ]
      expect([now.statusCode, now.payload, now.headers['content-type']]).toEqual([
        old.statusCode,
        old.payload,
        old.headers['content-type'],
      ])
    }
  })

  test('is found in any letter case, and nowhere else', async () => {
    const { send } = await populated()
    expect((await send(mainAdmin, { url: '/API/V1/admin/group/' })).statusCode).toBe(200)
    for (const url of [
      '/api/v1',
      '/api/v10/admin/group',
      '/api/v2/admin/group',
      '/api/v1/v1/admin/group',
      '/api/v1/api/admin/group',
    ])
      expect((await send(mainAdmin, { url })).statusCode, url).toBe(404)
  })
})
