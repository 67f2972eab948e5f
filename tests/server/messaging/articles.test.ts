import { describe, expect, test } from 'vitest'
import type { Body } from '#contract'
import { aNotice } from '../../support/make.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const ALL = '/api/article'
const ONE = '/api/article/{articleId}'
const NEW = '/api/admin/article'
const OWN = '/api/admin/article/{articleId}'
const at = (articleId: number) => ({ params: { path: { articleId } } })
type World = Awaited<ReturnType<typeof makeWorld>>

/** An article made through the API; returns its id. */
async function anArticle(world: World, changes: Partial<Body<'createArticle'>> = {}) {
  const body = { title: 'Phones', content: 'Install it', ...changes }
  return (await world.as(mainAdmin).POST(NEW, { body })).data!.id
}
const titles = async (world: World, as: Parameters<World['as']>[0], query = {}) =>
  (await world.as(as).GET(ALL, { params: { query } })).data?.data.map(({ title }) => title)

describe('listArticles', () => {
  test('sorts by order, category and time, a page at a time', async () => {
    const world = await makeWorld()
    await anArticle(world, { title: 'last', category_order: 9 })
    await anArticle(world, { title: 'old', category: 'A' })
    world.clock.add(1000)
    await anArticle(world, { title: 'new', category: 'A' })
    await anArticle(world, { title: 'b', category: 'B' })
    await anArticle(world, { title: 'first', category: 'Z', category_order: -1 })
    await aNotice(world)
    expect(await titles(world, mainAdmin)).toEqual(['first', 'new', 'old', 'b', 'last'])
    const { data } = await world.as(mainAdmin).GET(ALL, { params: { query: { p: 2, ps: 2 } } })
    expect(data).toMatchObject({ count: 5, pc: 3, p: 2 })
    expect(data?.data.map(({ title }) => title)).toEqual(['old', 'b'])
  })

  test('searches title, category and text in any case, and filters', async () => {
    const world = await makeWorld()
    await anArticle(world, { title: 'iPhone', category: 'Start' })
    await anArticle(world, { title: 'Router', content: 'Not for IPHONE', position: 'draft' })
    await anArticle(world, { title: '100%', category: 'Other' })
    expect(await titles(world, mainAdmin, { search: 'iphone' })).toHaveLength(2)
    expect(await titles(world, mainAdmin, { search: '0%' })).toEqual(['100%'])
    expect(await titles(world, mainAdmin, { category: 'Start' })).toEqual(['iPhone'])
    expect(await titles(world, mainAdmin, { position: 'draft' })).toEqual(['Router'])
  })

  test('shows each what they may read', async () => {
    const world = await makeWorld()
    for (const position of ['public', 'help', 'draft'])
      await anArticle(world, { title: position, position, category: position })
    const user = await world.person()
    const admin = await world.person({ type: 'admin', groupId: 4 })
    const sorted = async (who: Parameters<World['as']>[0], query = {}) =>
      (await titles(world, who, query))?.sort()
    expect(await sorted(null)).toEqual(['public'])
    expect(await sorted(user)).toEqual(['help', 'public'])
    expect(await sorted(admin)).toEqual(['draft', 'help', 'public'])
    expect(await sorted(user, { position: 'draft' })).toEqual([])
    expect(await sorted(null, { search: 'help' })).toEqual([])
  })
})

describe('listArticleCategories', () => {
  test('lists each once, sorted, those that contain the text, of readable articles', async () => {
    const world = await makeWorld()
    for (const category of ['Start', 'Phones', 'Start', '']) await anArticle(world, { category })
    await anArticle(world, { category: 'Secret', position: 'draft' })
    const user = await world.person()
    const of = async (who: Parameters<World['as']>[0], q?: string) =>
      (await world.as(who).GET('/api/article/categorys', { params: { query: { q } } })).data
    expect(await of(mainAdmin)).toEqual(['Phones', 'Secret', 'Start'])
    expect(await of(user)).toEqual(['Phones', 'Start'])
    expect(await of(user, 'tar')).toEqual(['Start'])
    expect(await of(null)).toEqual([])
  })

  test('leaves out what holds nothing for readers of a language', async () => {
    const world = await makeWorld()
    await anArticle(world, { category: 'Both', language: 'zh-CN' })
    await anArticle(world, { category: 'Both', language: 'en-US' })
    await anArticle(world, { category: '连接', language: 'zh-CN' })
    await anArticle(world, { category: 'For all' })
    const of = async (language?: 'en-US' | 'zh-CN') =>
      (await world.as(mainAdmin).GET('/api/article/categorys', { params: { query: { language } } }))
        .data
    expect(await of('en-US')).toEqual(['Both', 'For all'])
    expect(await of('zh-CN')).toEqual(['Both', 'For all', '连接'])
    expect(await of()).toEqual(['Both', 'For all', '连接'])
  })
})

describe('getArticle', () => {
  test('shows it to its readers, and no notice as one', async () => {
    const world = await makeWorld()
    const help = await anArticle(world, { url: 'https://example.com/a' })
    const draft = await anArticle(world, { position: 'draft' })
    const notice = await aNotice(world)
    const user = await world.person()
    const status = async (who: Parameters<World['as']>[0], id: number) =>
      (await world.as(who).GET(ONE, at(id))).response.status
    const { data } = await world.as(user).GET(ONE, at(help))
    expect(data).toMatchObject({ title: 'Phones', position: 'help', url: 'https://example.com/a' })
    expect([await status(null, help), await status(user, draft)]).toEqual([403, 403])
    expect(await status(mainAdmin, draft)).toBe(200)
    expect([await status(mainAdmin, notice), await status(mainAdmin, 99)]).toEqual([403, 403])
  })
})

describe('createArticle', () => {
  test.each([
    ['an address that runs', { url: 'javascript:alert(1)' }],
    ['an address with blanks', { url: 'https://example.com/a b' }],
    ['no title', { title: '' }],
    ['an order that is none', { category_order: 1.5 }],
  ])('refuses %s', async (_what, changes) => {
    const world = await makeWorld()
    const body = { title: 'A', content: '', ...changes }
    expect((await world.as(mainAdmin).POST(NEW, { body })).response.status).toBe(400)
    expect(await titles(world, mainAdmin)).toEqual([])
  })
})

describe('editArticle', () => {
  test('changes what was sent, dates it now, and refuses a stale revision', async () => {
    const world = await makeWorld()
    const id = await anArticle(world, { category: 'Start' })
    const { revision } = (await world.as(mainAdmin).GET(ONE, at(id))).data!
    world.clock.add(1000)
    const put = (title: string) =>
      world.as(mainAdmin).PUT(OWN, { ...at(id), body: { title, content: 'B', revision } })
    expect((await put('Mine')).data).toBe('success')
    const late = await put('Yours')
    expect([late.response.status, late.error]).toEqual([409, 'changed meanwhile'])
    const { data } = await world.as(mainAdmin).GET(ONE, at(id))
    expect(data).toMatchObject({ title: 'Mine', category: 'Start', time: world.clock.at })
  })

  test('leaves notices alone', async () => {
    const world = await makeWorld()
    const body = { title: 'A', content: 'B' }
    const id = await aNotice(world)
    expect((await world.as(mainAdmin).PUT(OWN, { ...at(id), body })).response.status).toBe(403)
    const { data } = await world.as(mainAdmin).GET('/api/admin/notice')
    expect(data).toMatchObject([{ title: 'News' }])
  })
})

describe('deleteArticle', () => {
  test('takes articles away, and no notices', async () => {
    const world = await makeWorld()
    const [id, notice] = [await anArticle(world), await aNotice(world)]
    const status = async (one: number) =>
      (await world.as(mainAdmin).DELETE(OWN, at(one))).response.status
    expect([await status(id), await status(id), await status(notice)]).toEqual([200, 403, 403])
  })
})

describe('articles', () => {
  test.each([
    ['a visitor', null, 401],
    ['a user', 'normal', 401],
    ['another admin', 'admin', 403],
  ] as const)('are not written by %s', async (_who, type, status) => {
    const world = await makeWorld()
    const id = await anArticle(world)
    const as = world.as(type && (await world.person({ type })))
    const body = { title: 'Mine', content: '' }
    const calls = [
      await as.POST(NEW, { body }),
      await as.PUT(OWN, { ...at(id), body }),
      await as.DELETE(OWN, at(id)),
    ]
    expect(calls.map(({ response }) => response.status)).toEqual([status, status, status])
    expect(await titles(world, mainAdmin)).toEqual(['Phones'])
  })
})
