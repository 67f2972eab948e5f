import { describe, expect, test, vi } from 'vitest'
import { startDevice } from '../support/device.ts'

/** Everything a status may say of a person and of the site. */
const SITE = {
  title: 'Shop',
  shortTitle: 'S',
  themePrimary: 'blue',
  themeAccent: 'pink',
  browserColor: '#000',
  site: 'http://test',
  skin: 'default',
  language: 'en-US',
  version: '1',
  serviceWorker: true,
  serviceWorkerTime: 5,
}
const ann = { ...SITE, status: 'normal' as const, id: 7, email: 'ann@example.com', alipay: true }

async function withStatus(status?: object) {
  const device = startDevice(status ? { stored: { 'sluice.status': { status, at: 5 } } } : {})
  return { ...device, ...(await import('#device/status.ts')) }
}

describe('what the server last said', () => {
  test('is restored at the next start', async () => {
    const { storeStatus, local } = await withStatus()
    vi.useFakeTimers({ toFake: ['Date'], now: 99 })
    storeStatus(ann as never)
    vi.useRealTimers()
    const stored = JSON.parse(local.stored.get('sluice.status') ?? '')
    expect(stored).toEqual({ status: ann, at: 99, contract: null })
    const { knownStatus } = await withStatus(ann)
    expect(knownStatus()).toEqual({ status: ann, at: 5 })
  })

  test('is nothing at the first start, and where it cannot be read', async () => {
    expect((await withStatus()).knownStatus()).toBeUndefined()
    const { local } = startDevice()
    local.stored.set('sluice.status', '{')
    expect((await import('#device/status.ts')).knownStatus()).toBeUndefined()
  })

  test('comes with a prerendered login, and a stored one takes precedence', async () => {
    startDevice({ sent: JSON.stringify(SITE) })
    const first = await import('#device/status.ts')
    expect(first.knownStatus()).toEqual({ status: SITE, at: 0, contract: null })
    startDevice({ sent: JSON.stringify(SITE), stored: { 'sluice.status': { status: ann, at: 5 } } })
    const next = await import('#device/status.ts')
    expect(next.knownStatus()?.status.id).toBe(7)
  })

  test('forgets the person and keeps the site', async () => {
    const { forgetPerson, knownStatus, local } = await withStatus(ann)
    forgetPerson()
    expect(knownStatus()).toEqual({ status: SITE, at: 0 })
    expect(JSON.parse(local.stored.get('sluice.status') ?? '')).toEqual({ status: SITE, at: 0 })
  })

  test('has no person to remove at the first start', async () => {
    const { forgetPerson, local } = await withStatus()
    forgetPerson()
    expect(local.stored.size).toBe(0)
  })

  test('is passed to every listener, also where nothing can be stored', async () => {
    const { storeStatus, forgetPerson, onStatus, local, knownStatus } = await withStatus()
    const seen: unknown[] = []
    const stop = onStatus(() => seen.push(knownStatus()?.status.id))
    local.refuses = true
    storeStatus(ann as never)
    forgetPerson()
    stop()
    storeStatus(ann as never)
    expect(seen).toEqual([7, undefined])
  })

  test('is on screen', async () => {
    const { useStatus } = await withStatus(ann)
    expect(useStatus()).toEqual(ann)
    expect((await withStatus()).useStatus()).toBeUndefined()
  })
})

describe('another tab', () => {
  const write = (local: { stored: Map<string, string> }, status: object) =>
    void local.stored.set('sluice.status', JSON.stringify({ status, at: 6 }))

  test.each([
    ['logged in as somebody else', { ...ann, id: 8 }, 1],
    ['logged out', SITE, 1],
    ['received the same', { ...ann, title: 'New' }, 0],
  ])('that %s', async (_what, status, reloads) => {
    const device = await withStatus(ann)
    write(device.local, status)
    device.notifyStorage('sluice.status')
    expect(device.reloads.count).toBe(reloads)
    expect(device.knownStatus()).toEqual({ status, at: 6 })
  })

  test('that wrote something else is ignored', async () => {
    const device = await withStatus(ann)
    write(device.local, { ...ann, id: 8 })
    device.notifyStorage('sluice.other')
    expect(device.reloads.count).toBe(0)
    expect(device.knownStatus()?.status.id).toBe(7)
  })
})

describe('a page that was left and is shown again', () => {
  const back = { persisted: true }

  test('is hidden and loaded again after a logout', async () => {
    const { forgetPerson, root, reloads, tell } = await withStatus(ann)
    forgetPerson()
    expect(root.hidden).toBe(false)
    tell('pagehide')
    expect(root.hidden).toBe(true)
    tell('pageshow', back)
    expect(reloads.count).toBe(1)
  })

  test('is hidden where the logout, or the next person, was on another page since', async () => {
    for (const next of [SITE, { ...ann, id: 8 }]) {
      const { local, root, reloads, tell } = await withStatus(ann)
      tell('pagehide')
      expect(root.hidden).toBe(false)
      local.stored.set('sluice.status', JSON.stringify({ status: next, at: 6 }))
      tell('pageshow', back)
      expect([root.hidden, reloads.count]).toEqual([true, 1])
    }
  })

  test('stays as it is for the same person, a visitor, and at a first load', async () => {
    const same = await withStatus(ann)
    same.tell('pagehide')
    same.tell('pageshow', back)
    expect([same.root.hidden, same.reloads.count]).toEqual([false, 0])
    same.forgetPerson()
    same.tell('pageshow', { persisted: false })
    expect(same.reloads.count).toBe(0)
    const visitor = await withStatus(SITE)
    visitor.tell('pagehide')
    visitor.tell('pageshow', back)
    expect([visitor.root.hidden, visitor.reloads.count]).toEqual([false, 0])
  })

  test('is hidden after a login that came on this very page and has ended', async () => {
    const { storeStatus, forgetPerson, root, tell } = await withStatus(SITE)
    storeStatus(ann as never)
    forgetPerson()
    tell('pagehide')
    expect(root.hidden).toBe(true)
  })
})
