import { expect, test, vi } from 'vitest'

test('a server is taken to have everything until its status is known', async () => {
  vi.resetModules()
  const { offers } = await import('#api/offers.ts')
  expect(offers('search')).toBe(true)
  const { noteContract } = await import('#api/serverInfo.ts')
  noteContract(null)
  expect(offers('search')).toBe(false)
})

test('a set of permissions leaves out what it does not name, and no set leaves out nothing', async () => {
  vi.resetModules()
  const { offers } = await import('#api/offers.ts')
  const { noteContract, noteMissing, notePermitted } = await import('#api/serverInfo.ts')
  noteContract('1.0.0')
  notePermitted(['search', 'listUsers'])
  expect([offers('search'), offers('listUsers'), offers('deleteUser')]).toEqual([true, true, false])
  notePermitted([])
  expect(offers('search')).toBe(false)
  // The next one to log in is confined by nothing.
  notePermitted(undefined)
  expect([offers('search'), offers('deleteUser')]).toEqual([true, true])
  // What the server turned out to lack, no set brings back.
  noteMissing('deleteUser')
  notePermitted(['deleteUser'])
  expect([offers('deleteUser'), offers('search')]).toEqual([false, false])
})

test('an older server lacks what was added, and has the rest', async () => {
  vi.resetModules()
  const { offers } = await import('#api/offers.ts')
  const { forgetMissing, noteContract, noteMissing } = await import('#api/serverInfo.ts')
  noteContract(null)
  expect([offers('search'), offers('listUsers')]).toEqual([false, true])
  noteMissing('listUsers')
  expect(offers('listUsers')).toBe(false)
  forgetMissing()
  expect(offers('listUsers')).toBe(true)
  noteContract('1.0.0')
  expect(offers('search')).toBe(true)
})
