import { expect, test, vi } from 'vitest'

test('a server is taken to have everything until its status is known', async () => {
  vi.resetModules()
  const { offers } = await import('#api/offers.ts')
  expect(offers('search')).toBe(true)
  const { noteContract } = await import('#api/serverInfo.ts')
  noteContract(null)
  expect(offers('search')).toBe(false)
})
