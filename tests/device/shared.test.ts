import { afterEach, describe, expect, test, vi } from 'vitest'
import { startDevice } from '../support/device.ts'

const HOUR = 3_600_000
const ann = { title: 'Shop', status: 'normal' as const, id: 7 }
const shared = () => ({
  text: 'open sesame',
  pictures: [new File(['pixels'], 'a.png', { type: 'image/png' })],
  problem: 'many' as const,
})

async function open(status: object = ann) {
  const device = startDevice({ stored: { 'sluice.status': { status, at: 1 } } })
  const store = await import('#device/sharedStore.ts')
  const page = await import('#device/shared.ts')
  const { storeStatus, forgetPerson } = await import('#device/status.ts')
  const become = (change: object) => storeStatus({ ...ann, ...change } as never)
  const isThere = () => (device.stores.get('sluice-shared')?.size ?? 0) > 0
  vi.useFakeTimers({ toFake: ['Date'] })
  const put = (person = '') => store.putShared(shared(), { person, at: Date.now() })
  return { ...device, ...store, ...page, become, forgetPerson, isThere, put }
}

afterEach(() => void vi.useRealTimers())

describe('what was shared', () => {
  test('comes whole to who is logged in, and is never stored in plain text', async () => {
    const { put, sharedWithMe, stores } = await open()
    await put()
    const found = await sharedWithMe()
    expect(found).toMatchObject({ text: 'open sesame', problem: 'many' })
    expect(await found?.pictures[0]?.text()).toBe('pixels')
    expect(found?.pictures[0]).toMatchObject({ name: 'a.png', type: 'image/png' })
    const row = stores.get('sluice-shared')?.get('shared') as { about: { data: ArrayBuffer } }
    expect(new TextDecoder().decode(row.about.data)).not.toContain('sesame')
  })

  test('is theirs from then on, and nobody else’s', async () => {
    const { put, sharedWithMe, become, isThere } = await open()
    await put()
    expect(await sharedWithMe()).toBeDefined()
    become({ id: 8 })
    expect(await sharedWithMe()).toBeUndefined()
    become({})
    expect(await sharedWithMe()).toBeDefined()
    expect(isThere()).toBe(true)
  })

  test('is shown neither to visitors nor to an admin who sees what a customer sees', async () => {
    const { put, sharedWithMe, become, forgetPerson } = await open()
    await put()
    become({ seenBy: { id: 1 } })
    expect(await sharedWithMe()).toBeUndefined()
    forgetPerson()
    expect(await sharedWithMe()).toBeUndefined()
    become({})
    expect(await sharedWithMe()).toBeDefined()
  })

  test.each([
    ['an hour for a login', '', HOUR],
    ['a day for its owner', 'normal 7', 24 * HOUR],
  ])('waits %s, and is deleted then', async (_what, person, life) => {
    const { put, tidyShared, isThere } = await open()
    await put(person)
    vi.setSystemTime(Date.now() + life)
    await tidyShared()
    expect(isThere()).toBe(true)
    vi.setSystemTime(Date.now() + 1)
    await tidyShared()
    expect(isThere()).toBe(false)
  })

  test('of a person goes when they do, and what waits for a login stays', async () => {
    const { put, dropShared, isThere } = await open()
    await put('normal 7')
    await dropShared({ keepsWaiting: true })
    expect(isThere()).toBe(false)
    await put()
    await dropShared({ keepsWaiting: true })
    expect(isThere()).toBe(true)
    await dropShared()
    expect(isThere()).toBe(false)
  })

  test.each([
    ['Join https://a.test/home/ref/12345 now', '12345'],
    ['https://a.test/home/signup?ref=abc', 'abc'],
    ['https://other.test/home/ref/1 https://a.test/home/ref/2', '2'],
    ['https://a.test/home/ref/%E4%BD%A0/', '你'],
    ['https://a.test.evil.test/home/ref/1', undefined],
    ['https://evil.test/?https://a.test/home/ref/1', undefined],
    ['http://a.test/home/ref/1', undefined],
    ['https://a.test/home/ref/%', undefined],
    ['https://a.test/home/ref/1/2', undefined],
    ['https://a.test/home/reset/1', undefined],
    ['javascript:https', undefined],
    ['', undefined],
  ])('is an invitation of this site where its link is: %s', async (text, code) => {
    const { invitationIn } = await open()
    expect(invitationIn(text, 'https://a.test')).toBe(code)
  })
})
