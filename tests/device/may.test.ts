import { expect, test, vi } from 'vitest'

test('a server is taken to have everything until its status is known', async () => {
  vi.resetModules()
  const { may } = await import('#api/may.ts')
  expect(may('search')).toBe(true)
  const { noteContract } = await import('#api/serverInfo.ts')
  noteContract(null)
  expect(may('search')).toBe(false)
})

test('a set of permissions leaves out what it does not name, and no set leaves out nothing', async () => {
  vi.resetModules()
  const { may } = await import('#api/may.ts')
  const { noteContract, noteMissing, notePermitted } = await import('#api/serverInfo.ts')
  noteContract('1.0.0')
  notePermitted(['search', 'listUsers'])
  expect([may('search'), may('listUsers'), may('deleteUser')]).toEqual([true, true, false])
  notePermitted([])
  expect(may('search')).toBe(false)
  // The next one to log in is confined by nothing.
  notePermitted(undefined)
  expect([may('search'), may('deleteUser')]).toEqual([true, true])
  // What the server turned out to lack, no set brings back.
  noteMissing('deleteUser')
  notePermitted(['deleteUser'])
  expect([may('deleteUser'), may('search')]).toEqual([false, false])
})

test('an older server lacks what was added, and has the rest', async () => {
  vi.resetModules()
  const { may } = await import('#api/may.ts')
  const { forgetMissing, noteContract, noteMissing } = await import('#api/serverInfo.ts')
  noteContract(null)
  expect([may('search'), may('listUsers')]).toEqual([false, true])
  noteMissing('listUsers')
  expect(may('listUsers')).toBe(false)
  forgetMissing()
  expect(may('listUsers')).toBe(true)
  noteContract('1.0.0')
  expect(may('search')).toBe(true)
})
