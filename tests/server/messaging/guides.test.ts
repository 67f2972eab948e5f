import { describe, expect, test } from 'vitest'
import { insertGuides } from '../../../server/messaging/articles/guides/insert.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const LANGUAGES = ['zh-CN', 'ja-JP', 'en-US', 'ru-RU'] as const
type World = Awaited<ReturnType<typeof makeWorld>>

/** A site as it is after its set-up, with a customer who bought something. */
async function freshSite() {
  const world = await makeWorld()
  await insertGuides(world.db, world.clock.at)
  return { world, customer: await world.person() }
}

const guides = async (world: World, as: Parameters<World['as']>[0], query = {}) =>
  (
    await world
      .as(as)
      .GET('/api/article', { params: { query: { ps: 100, guide: true, ...query } } })
  ).data?.data ?? []

describe('the guides of a fresh site', () => {
  test.each(LANGUAGES)('explain in %s how each system is connected', async (language) => {
    const { world, customer } = await freshSite()
    const found = await guides(world, customer, { language })
    expect(found.map(({ guide }) => guide).sort()).toEqual(
      ['android', 'apple', 'linux', 'mac', 'router', 'trouble', 'windows'].sort(),
    )
    expect(found.every((one) => one.language === language && one.content !== '')).toBe(true)
  })

  test('are for customers, not for visitors', async () => {
    const { world } = await freshSite()
    expect(await guides(world, null)).toEqual([])
  })

  test('are the operator’s to change and to delete', async () => {
    const { world, customer } = await freshSite()
    const [first, second] = await guides(world, mainAdmin, { language: 'en-US' })
    const path = (articleId: number) => ({ params: { path: { articleId } } })
    await world.as(mainAdmin).PUT('/api/admin/article/{articleId}', {
      ...path(first!.id),
      body: { title: 'Ours', content: 'By us' },
    })
    await world.as(mainAdmin).DELETE('/api/admin/article/{articleId}', path(second!.id))
    const left = await guides(world, customer, { language: 'en-US' })
    expect(left).toHaveLength(6)
    expect(left.find(({ id }) => id === first!.id)).toMatchObject({
      title: 'Ours',
      guide: first!.guide,
      language: 'en-US',
    })
  })

  test('leave what has no language to everybody', async () => {
    const { world, customer } = await freshSite()
    await world.as(mainAdmin).POST('/api/admin/article', { body: { title: 'All', content: 'x' } })
    const { data } = await world
      .as(customer)
      .GET('/api/article', { params: { query: { language: 'ja-JP', ps: 100 } } })
    expect(data?.count).toBe(8)
  })
})

test('guides that are there already are not added a second time', async () => {
  const { world } = await freshSite()
  const before = await guides(world, mainAdmin)
  await insertGuides(world.db, world.clock.at)
  expect(await guides(world, mainAdmin)).toHaveLength(before.length)
})
