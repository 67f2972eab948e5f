import { describe, expect, test } from 'vitest'
import { anAccount, aServer } from '../../support/make.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

describe('listMyServers', () => {
  test('lists what some account of mine may use, and nothing hidden', async () => {
    const world = await makeWorld()
    const user = await world.person()
    const list = async () =>
      (await world.as(user).GET('/api/user/server')).data?.map(({ name, host }) => [name, host])
    const tokyo = await aServer(world, { host: '192.0.2.1:tokyo.example.com' })
    const osaka = await aServer(world, { name: 'Osaka', shift: 1 })
    const hidden = await aServer(world, { name: 'Kyoto', shift: 2 })
    await aServer(world, { name: 'Paris', shift: 3 })
    expect(await list()).toEqual([])

    const server = JSON.stringify([tokyo, osaka, hidden])
    await anAccount(world, { userId: user.id, server })
    await world.db
      .insertInto('tag')
      .values({ type: 'server', key: hidden, name: '#hide' })
      .execute()
    expect(await list()).toEqual([
      ['Osaka', '192.0.2.1'],
      ['Tokyo', 'tokyo.example.com'],
    ])

    await anAccount(world, { userId: user.id })
    expect(await list()).toHaveLength(3)
  })

  test('reveals nothing of the node agent', async () => {
    const world = await makeWorld()
    const user = await world.person()
    await aServer(world, { plane: 'manager', port: 6001, password: 'agent' })
    await anAccount(world, { userId: user.id })
    const { data } = await world.as(user).GET('/api/user/server')
    expect(data?.[0]).not.toHaveProperty('port')
    expect(JSON.stringify(data)).not.toContain('agent')
  })
})

describe('setTags', () => {
  test('replaces the tags of one server', async () => {
    const world = await makeWorld()
    const id = await aServer(world)
    const put = (key: number, tags: string[]) =>
      world.as(mainAdmin).PUT('/api/admin/tag', { body: { key, tags } })
    await put(id, ['old'])
    expect((await put(id, ['b', 'a', 'b'])).data).toBe('success')
    expect((await put(99, [])).response.status).toBe(404)
    expect((await world.as(mainAdmin).GET('/api/admin/tag')).data).toEqual(['a', 'b'])
  })
})

describe('listTags', () => {
  test('lists those of one server, or all in use once', async () => {
    const world = await makeWorld()
    const rows = [
      { type: 'server', key: 1, name: 'fast' },
      { type: 'server', key: 2, name: 'fast' },
      { type: 'server', key: 2, name: '#hide' },
    ]
    await world.db.insertInto('tag').values(rows).execute()
    const list = async (key: number) =>
      (await world.as(mainAdmin).GET('/api/admin/tag', { params: { query: { key } } })).data
    expect(await list(1)).toEqual(['fast'])
    expect(await list(0)).toEqual(['#hide', 'fast'])
  })
})
