import { beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { fetchNext } from '#device/login-page.ts'
import { openScreen, statuses } from '../support/screens.ts'

const announced = (rel: string) =>
  [...document.head.querySelectorAll<HTMLLinkElement>(`link[rel="${rel}"]`)].map(
    (link) => new URL(link.href).pathname,
  )

/** Removes what a page sends for, and what names it. */
function forget() {
  for (const link of document.head.querySelectorAll('link[rel="prefetch"], link[as="fetch"]'))
    link.remove()
  document.head.querySelector('meta[name="next"]')?.remove()
}

// Files share a page: a log-in of the test before has left links in it.
beforeEach(forget)

/** A page on which frames come when the test says so, and which waits for no time to pass. */
async function aPageWithoutFrames() {
  const { router } = await openScreen('/home/login', { getStatus: statuses.visitor })
  await vi.waitFor(() => expect(router.state.status).toBe('idle'))
  const frames: FrameRequestCallback[] = []
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame))
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  void router.navigate({ to: '/home/signup' })
  await vi.advanceTimersByTimeAsync(0)
  return { router, frames }
}

test('a tap is painted before the next screen is begun', async () => {
  const { router, frames } = await aPageWithoutFrames()
  await vi.advanceTimersByTimeAsync(99)
  expect(router.state.location.pathname).toBe('/home/login')
  for (const frame of frames) frame(0)
  await vi.advanceTimersByTimeAsync(0)
  vi.useRealTimers()
  await expect.poll(() => router.state.location.pathname).toBe('/home/signup')
})

test('a page that paints nothing goes on without a frame', async () => {
  const { router } = await aPageWithoutFrames()
  await vi.advanceTimersByTimeAsync(99)
  expect(router.state.location.pathname).toBe('/home/login')
  await vi.advanceTimersByTimeAsync(1)
  vi.useRealTimers()
  await expect.poll(() => router.state.location.pathname).toBe('/home/signup')
})

test('two changes of an address within one frame both stay', async () => {
  const { router } = await openScreen('/home/login', { getStatus: statuses.visitor })
  await vi.waitFor(() => expect(router.state.status).toBe('idle'))
  vi.stubGlobal('requestAnimationFrame', () => 0)
  const change = async (to: string, one: object) => {
    void router.navigate({ to, search: (before: object) => ({ ...before, ...one }) } as never)
    await new Promise((resolve) => setTimeout(resolve))
  }
  await change('/home/signup', { first: 1 })
  await change('.', { second: 2 })
  expect(router.history.location.href).toBe('/home/signup?first=1&second=2')
})

test('what only changes the search of a screen waits for no frame', async () => {
  const { router } = await openScreen('/home/login', { getStatus: statuses.visitor })
  await vi.waitFor(() => expect(router.state.status).toBe('idle'))
  vi.stubGlobal('requestAnimationFrame', () => 0)
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  void router.navigate({ to: '.', search: { first: 1 } } as never)
  await vi.advanceTimersByTimeAsync(0)
  vi.useRealTimers()
  await expect.poll(() => router.state.location.search).toEqual({ first: 1 })
})

/** Logs somebody in on a server that then does not say who is there. */
async function logInAs(type: 'normal' | 'admin') {
  let isIn = false
  const { screen, calls } = await openScreen('/home/login', {
    getStatus: () => (isIn ? { refused: 503 } : statuses.visitor),
    logIn: () => {
      isIn = true
      return { type, id: 7 }
    },
  })
  await userEvent.fill(screen.getByLabelText('Email'), 'ann@example.com')
  await userEvent.fill(screen.getByLabelText('Password', { exact: true }), 'secret')
  expect(announced('preload')).not.toContain('/api/user/account')
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }))
  return calls
}

test('what a log-in leads to is sent for before it is known who is there', async () => {
  const calls = await logInAs('normal')
  await expect.poll(() => announced('preload')).toContain('/api/user/server')
  expect(announced('preload')).toContain('/api/user/account')
  expect(calls.map(({ id }) => id)).not.toContain('listMyAccounts')
})

test('an admin is sent for no answers of a customer', async () => {
  const calls = await logInAs('admin')
  await expect.poll(() => calls.filter(({ id }) => id === 'getStatus').length).toBeGreaterThan(1)
  expect(announced('preload')).not.toContain('/api/user/account')
})

test('the login page sends for what it names, unless traffic is to be saved', () => {
  fetchNext()
  expect(announced('prefetch')).toEqual([])
  const named = Object.assign(document.createElement('meta'), {
    name: 'next',
    content: 'assets/home-u1.js assets/zh-CN-u.js',
  })
  document.head.append(named)
  vi.stubGlobal('navigator', { connection: { saveData: true } })
  fetchNext()
  expect(announced('prefetch')).toEqual([])
  vi.unstubAllGlobals()
  fetchNext()
  expect(announced('prefetch')).toEqual(['/assets/home-u1.js', '/assets/zh-CN-u.js'])
})
