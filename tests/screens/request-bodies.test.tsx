import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { openScreen, statuses } from '../support/screens.ts'

// Firefox has no `Request.body`, Chrome has it from 105 on: what is sent must not depend on it.
describe.each(['with', 'without'])('in a browser %s Request.body', (kind) => {
  const body = Object.getOwnPropertyDescriptor(Request.prototype, 'body')
  if (!body) throw new Error('this browser never had it')

  beforeEach(() => {
    if (kind === 'without') Reflect.deleteProperty(Request.prototype, 'body')
  })
  afterEach(() => void Object.defineProperty(Request.prototype, 'body', body))

  test('a log-in says who', async () => {
    const { screen, calls } = await openScreen('/home/login', {
      getStatus: statuses.visitor,
      logIn: { refused: 403, word: 'invalid password' },
    })
    expect('body' in new Request('/')).toBe(kind === 'with')
    await userEvent.fill(screen.getByLabelText('Email'), 'ann@example.com')
    await userEvent.fill(screen.getByLabelText('Password', { exact: true }), 'secret')
    await userEvent.click(screen.getByRole('button', { name: 'Log in' }))
    await vi.waitFor(() => expect(calls.map(({ id }) => id)).toContain('logIn'))
    expect(calls.find(({ id }) => id === 'logIn')?.body).toMatchObject({
      email: 'ann@example.com',
      password: 'secret',
    })
    // A read has none, which browsers would refuse to send.
    expect(calls.find(({ id }) => id === 'getStatus')?.body).toBeUndefined()
  })
})
