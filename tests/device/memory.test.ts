import { describe, expect, test, vi } from 'vitest'
import { startDevice } from '../support/device.ts'

describe('what is remembered', () => {
  test.each([
    ['session', 'session'],
    ['always', 'local'],
  ] as const)('%s lies in the %s storage', async (span, where) => {
    const device = startDevice()
    const { remember, remembered } = await import('#device/remembered.ts')
    expect(remembered('a', span)).toBeUndefined()
    remember('a', span, { b: 1 })
    expect(remembered('a', span)).toEqual({ b: 1 })
    expect([...device[where].stored]).toEqual([['sluice.a', '{"b":1}']])
    const other = span === 'session' ? 'always' : 'session'
    expect(remembered('a', other)).toBeUndefined()
    remember('a', span, undefined)
    expect(remembered('a', span)).toBeUndefined()
    expect(device[where].stored.size).toBe(0)
  })

  test('lasts as long as the page where storage is refused, and what cannot be read is none', async () => {
    const device = startDevice()
    const { remember, remembered } = await import('#device/remembered.ts')
    device.local.refuses = true
    remember('a', 'always', 5)
    expect(remembered('a', 'always')).toBe(5)
    remember('a', 'always', undefined)
    expect(remembered('a', 'always')).toBeUndefined()
    device.local.refuses = false
    device.local.stored.set('sluice.b', '{')
    expect(remembered('b', 'always')).toBeUndefined()
  })

  test('are the name servers of this device, else those of the site', async () => {
    const status = { status: { wireguardDns: '9.9.9.9' }, at: 1 }
    const device = startDevice({ stored: { 'sluice.status': status } })
    const { chooseDns, chosenDns } = await import('#device/dns.ts')
    expect(chosenDns()).toBe('9.9.9.9')
    chooseDns('1.1.1.1')
    expect(chosenDns()).toBe('1.1.1.1')
    expect(device.local.stored.get('sluice.wireguardDns')).toBe('"1.1.1.1"')
    startDevice()
    expect((await import('#device/dns.ts')).chosenDns()).toBeUndefined()
  })

  test('is the screen a session ended at, in this tab', async () => {
    const device = startDevice()
    const { storeEnded, readEnded } = await import('#device/returnAddress.ts')
    expect(readEnded()).toBeUndefined()
    storeEnded('/admin/users')
    expect(readEnded()).toBe('/admin/users')
    expect([...device.session.stored]).toEqual([['sluice.ended', '/admin/users']])
    storeEnded(null)
    expect(device.session.stored.size).toBe(0)
    device.session.refuses = true
    expect(() => storeEnded('/x')).not.toThrow()
    expect(readEnded()).toBeUndefined()
  })
})

describe('what one person leaves in a browser', () => {
  const STAYS = [
    'sluice.choices',
    'sluice.status',
    'sluice.apiBase',
    'sluice.mended',
    'sluice.redeem',
    'sluice.serverChart',
    'sluice.leaving',
    'sluice.ended',
  ]

  test('is removed, except what belongs to the device and the site', async () => {
    const device = startDevice()
    const { dropTraces } = await import('#device/personalData.ts')
    for (const { stored } of [device.local, device.session])
      for (const key of [...STAYS, 'sluice.wireguardDns', 'sluice.waiting', 'other', 'sluice'])
        stored.set(key, '1')
    dropTraces()
    const left = [...STAYS, 'other', 'sluice'].sort()
    expect([...device.local.stored.keys()].sort()).toEqual(left)
    expect([...device.session.stored.keys()].sort()).toEqual(left)
    device.local.refuses = true
    expect(dropTraces).not.toThrow()
  })

  test('a logout that did not reach the server is remembered', async () => {
    const device = startDevice()
    const { isLeaving, setLeaving } = await import('#device/personalData.ts')
    expect(isLeaving()).toBe(false)
    setLeaving(true)
    expect(isLeaving()).toBe(true)
    expect(device.local.stored.has('sluice.leaving')).toBe(true)
    setLeaving(false)
    expect(isLeaving()).toBe(false)
    device.local.refuses = true
    expect(() => setLeaving(true)).not.toThrow()
    expect(isLeaving()).toBe(false)
  })
})

describe('choices', () => {
  test('stay, and the server is notified of language and look', async () => {
    const device = startDevice({ stored: { 'sluice.choices': { navigation: 'narrow' } } })
    const { choose, currentChoices, useChoices } = await import('#device/choices.ts')
    const changed = vi.fn()
    expect(useChoices()).toEqual({ navigation: 'narrow' })
    const stop = device.follow(changed)
    choose({ accountFilter: '{}' })
    expect(device.cookies).toEqual([])
    choose({ language: 'ru-RU' })
    choose({ appearance: 'dark' })
    const rest = '; path=/; max-age=31536000; samesite=lax'
    expect(device.cookies).toEqual([`look=ru-RU.system${rest}`, `look=ru-RU.dark${rest}`])
    expect(changed).toHaveBeenCalledTimes(3)
    stop()
    choose({ navigation: 'wide' })
    expect(changed).toHaveBeenCalledTimes(3)
    const all = { navigation: 'wide', accountFilter: '{}', language: 'ru-RU', appearance: 'dark' }
    expect(currentChoices()).toEqual(all)
    expect(JSON.parse(device.local.stored.get('sluice.choices') ?? '')).toEqual(all)
  })

  test('of the look alone leave the language open', async () => {
    const device = startDevice()
    const { choose } = await import('#device/choices.ts')
    choose({ appearance: 'light' })
    expect(device.cookies[0]).toMatch(/^look=\.light;/)
  })

  test('last as long as the page where storage is refused', async () => {
    const device = startDevice()
    device.local.refuses = true
    const { choose, currentChoices } = await import('#device/choices.ts')
    expect(currentChoices()).toEqual({})
    choose({ language: 'en-US' })
    expect(currentChoices()).toEqual({ language: 'en-US' })
    expect(device.cookies).toEqual([])
  })
})

describe('messages that wait', () => {
  const message = (key: string) => ({ key, to: null, text: 'Hello', time: 1 })
  const keys = (all: readonly { key: string }[]) => all.map(({ key }) => key)

  test('wait through a reload, and beside those of another tab', async () => {
    const device = startDevice({ stored: { 'sluice.waiting': [message('a')] } })
    const { changeWaiting, useWaiting, waitingMessages } = await import('#device/unsentMessages.ts')
    expect(keys(waitingMessages())).toEqual(['a'])
    // Another tab has sent it and wrote another one; this one has not noticed it yet.
    device.local.stored.set('sluice.waiting', JSON.stringify([message('b')]))
    changeWaiting((before) => [...before, message('c')])
    expect(keys(waitingMessages())).toEqual(['b', 'c'])
    expect(keys(JSON.parse(device.local.stored.get('sluice.waiting') ?? ''))).toEqual(['b', 'c'])
    expect(keys(useWaiting())).toEqual(['b', 'c'])
    changeWaiting(() => [])
    expect(device.local.stored.has('sluice.waiting')).toBe(false)
  })

  test.each([
    ['sluice.waiting', ['b'], 1],
    [null, ['b'], 1],
    ['sluice.other', [], 0],
  ])('are noticed when another tab writes %j', async (key, left, times) => {
    const device = startDevice()
    const { useWaiting, waitingMessages } = await import('#device/unsentMessages.ts')
    expect(useWaiting()).toEqual([])
    const changed = vi.fn()
    const stop = device.follow(changed)
    device.local.stored.set('sluice.waiting', JSON.stringify([message('b')]))
    device.notifyStorage(key)
    expect(keys(waitingMessages())).toEqual(left)
    expect(changed).toHaveBeenCalledTimes(times)
    stop()
    device.notifyStorage('sluice.waiting')
    expect(changed).toHaveBeenCalledTimes(times)
  })

  test('are passed to screens as long as these subscribe', async () => {
    const device = startDevice()
    const { changeWaiting, useWaiting } = await import('#device/unsentMessages.ts')
    useWaiting()
    const changed = vi.fn()
    const stop = device.follow(changed)
    changeWaiting(() => [message('a')])
    expect(changed).toHaveBeenCalledTimes(1)
    stop()
    changeWaiting(() => [])
    expect(changed).toHaveBeenCalledTimes(1)
  })

  test('wait as long as the page where storage is refused', async () => {
    const device = startDevice()
    device.local.refuses = true
    const { changeWaiting, waitingMessages } = await import('#device/unsentMessages.ts')
    expect(waitingMessages()).toEqual([])
    changeWaiting((before) => [...before, message('a')])
    changeWaiting((before) => [...before, message('b')])
    expect(keys(waitingMessages())).toEqual(['a', 'b'])
  })
})
