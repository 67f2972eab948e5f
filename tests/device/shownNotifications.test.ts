import { afterEach, expect, test, vi } from 'vitest'
import { closeNotifications } from '../../src/device/shownNotifications.ts'

afterEach(() => vi.unstubAllGlobals())

test('notifications that are shown are closed, and the number of the icon goes', async () => {
  const closed: string[] = []
  const shown = ['a', 'b'].map((name) => ({ close: () => void closed.push(name) }))
  const clearAppBadge = vi.fn(async () => undefined)
  const getRegistration = async () => ({ getNotifications: async () => shown })
  vi.stubGlobal('navigator', { clearAppBadge, serviceWorker: { getRegistration } })
  await closeNotifications()
  expect(closed).toEqual(['a', 'b'])
  expect(clearAppBadge).toHaveBeenCalledOnce()
})

test.each([
  ['without workers', {}],
  ['without a registration', { serviceWorker: { getRegistration: async () => undefined } }],
  ['that refuses', { serviceWorker: { getRegistration: () => Promise.reject(new Error('no')) } }],
  ['without notifications', { serviceWorker: { getRegistration: async () => ({}) } }],
])('nothing happens in a browser %s', async (_, navigator) => {
  vi.stubGlobal('navigator', navigator)
  expect(await closeNotifications()).toBeUndefined()
})
