import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readNote, windowFor } from '../../sw/notifications.ts'

const SITE = { name: 'Sluice', origin: 'https://console.test' }
const read = (message: unknown) => readNote(JSON.stringify(message), SITE)

describe('readNote', () => {
  test('reads a declarative message', () => {
    const notification = {
      title: 'Server down',
      body: 'Tokyo',
      lang: 'en-US',
      dir: 'ltr',
      tag: 'server:1',
      navigate: 'https://elsewhere.test/admin/server?page=2',
    }
    expect(read({ web_push: 8030, notification, app_badge: 3 })).toEqual({
      title: 'Server down',
      options: {
        body: 'Tokyo',
        lang: 'en-US',
        dir: 'ltr',
        tag: 'server:1',
        renotify: false,
        icon: '/icon-192.png',
        badge: '/badge-96.png',
        data: { path: '/admin/server?page=2' },
      },
      badge: 3,
    })
  })

  test.each([
    [0, 0],
    [1, 1],
    [-1, undefined],
    [-0.5, undefined],
    ['3', undefined],
    [null, undefined],
    [undefined, undefined],
  ])('shows %j at the icon as %j: what is no number of things leaves it', (sent, badge) => {
    expect(read({ notification: { title: 'x' }, app_badge: sent }).badge).toBe(badge)
  })

  test('reads what older servers send', () => {
    const { title, options } = read({ title: '注册', options: { body: '用户注册成功' } })
    expect(title).toBe('注册')
    expect(options).toMatchObject({ body: '用户注册成功', data: { path: '/' } })
    expect(options).not.toHaveProperty('renotify')
  })

  test.each([
    ['', 'Sluice'],
    ['hello', 'hello'],
    ['[]', 'Sluice'],
    ['null', 'Sluice'],
  ])('makes a notification of %j, as browsers want one for every message', (text, title) => {
    expect(readNote(text, SITE).title).toBe(title)
  })

  test('no message leads off the console', () => {
    fc.assert(
      fc.property(fc.oneof(fc.webUrl(), fc.string(), fc.constant('//x.test/y')), (navigate) => {
        const { path } = read({ notification: { title: 'x', navigate } }).options.data
        expect(new URL(path, SITE.origin).origin).toBe(SITE.origin)
      }),
    )
  })
})

describe('windowFor', () => {
  const [first, second] = [{ url: 'https://x.test/a' }, { url: 'https://x.test/b?c=1' }]
  test.each([
    ['/b?c=1', { window: second, isThere: true }],
    ['/b', { window: first, isThere: false }],
  ])('for %s takes the window that shows it, else the last used one', (path, found) => {
    expect(windowFor([first, second], path)).toEqual(found)
  })

  test('finds none where none is open', () => expect(windowFor([], '/a')).toBeUndefined())
})
