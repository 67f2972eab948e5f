/** @module-tag long */
import { describe, expect, test, vi } from 'vitest'
import { checkUserDraft, newUserDraft } from '#features/users/draft.ts'
import { aPlan } from '../support/customer.ts'
import { MAIL_SERVER } from '../support/mailServer.ts'
import { type Answers, openScreen, statuses } from '../support/screens.ts'

const person = {
  username: 'new@example.com',
  email: 'new@example.com',
  telegram: null,
  createTime: 0,
  lastLogin: null,
  group: 0,
  comment: '',
}

function shop(fields: Answers = {}): Answers {
  return {
    getStatus: statuses.mainAdmin,
    listOrders: [],
    // Whose page does not come leads back to the list.
    getUser: { ...person, id: 7, type: 'normal', account: [] },
    getAdmin: { ...person, id: 8, type: 'admin', permissions: { kind: 'support' } },
    ...fields,
  }
}

describe('new user', () => {
  test('is added with a type by the main admin', async () => {
    const { screen, calls, router } = await openScreen('/admin/addUser', shop({ createUser: [7] }))
    await screen.getByRole('textbox', { name: 'Email' }).fill('new@example.com')
    await screen.getByRole('button', { name: 'Add user' }).click()
    await screen.getByRole('button', { name: 'Open the user' }).click()
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/admin/user/7'))
    expect(calls.find(({ id }) => id === 'createUser')?.body).toMatchObject({
      email: 'new@example.com',
      type: 'normal',
      password: expect.stringMatching(/^\d{10}$/),
    })
  })

  test('shows once what an admin logs in with, and leads on to their permissions', async () => {
    const answers = shop({ createUser: [8], listOrders: [aPlan({ id: 4 })] })
    const { screen, calls, router } = await openScreen('/admin/addUser', answers)
    await screen.getByRole('textbox', { name: 'Email' }).fill('help@example.com')
    await screen.getByRole('textbox', { name: 'Password' }).fill('8 letters')
    await screen.getByRole('combobox', { name: 'Type' }).selectOptions('Support')
    await screen.getByRole('button', { name: 'Add user' }).click()
    await expect.element(screen.getByText('8 letters')).toBeVisible()
    // Only users are mailed and have accounts.
    expect(screen.getByRole('button', { name: 'Send by email' }).elements()).toEqual([])
    expect(calls.map(({ id }) => id)).not.toContain('createAccount')
    await screen.getByRole('button', { name: 'Open the user' }).click()
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/admin/admin/8'))
  })

  test('who gets permissions begins with a new group and the limits that were typed', async () => {
    const { screen, calls } = await openScreen(
      '/admin/addUser',
      shop({
        createUser: [8],
        listOrders: [aPlan({ id: 4, name: 'Month' }), aPlan({ id: 5, name: 'Year' })],
        listGroups: [{ id: 0, name: 'Default', comment: '', order: null, userNumber: 181 }],
      }),
    )
    await screen.getByRole('textbox', { name: 'Email' }).fill('shop@example.com')
    await screen.getByRole('combobox', { name: 'Type' }).selectOptions('Reseller')
    const group = screen.getByRole('combobox', { name: 'Group' })
    await expect.element(group).toHaveDisplayValue('A new group without customers')
    const powerless = screen.getByText(/can add no customer or give no plan yet/)
    await expect.element(powerless).toBeVisible()
    await screen.getByRole('textbox', { name: 'Customers at most' }).fill('x')
    await screen.getByRole('button', { name: 'Add user' }).click()
    await expect.element(screen.getByText('Enter a whole number.')).toBeVisible()
    await screen.getByRole('textbox', { name: 'Customers at most' }).fill('20')
    await screen.getByLabelText(/^Traffic at most/).fill('1T')
    await screen.getByRole('checkbox', { name: 'Month' }).click()
    await expect.element(powerless).not.toBeInTheDocument()
    await screen.getByRole('textbox', { name: 'Name of the new group' }).fill('Resold')
    await screen.getByRole('button', { name: 'Add user' }).click()
    await expect
      .poll(() => calls.find(({ id }) => id === 'createUser')?.body)
      .toEqual({
        email: 'shop@example.com',
        password: expect.any(String),
        type: 'admin',
        groupName: 'Resold',
        permissions: { kind: 'reseller', maxCustomers: 20, maxTraffic: 1e12, plans: [4] },
      })
  })

  test('says how many people an admin of a group that is there will see', async () => {
    const { screen, calls } = await openScreen(
      '/admin/addUser',
      shop({
        createUser: [8],
        listGroups: [{ id: 0, name: 'Default', comment: '', order: null, userNumber: 181 }],
      }),
    )
    await screen.getByRole('textbox', { name: 'Email' }).fill('friend@example.com')
    await screen.getByRole('combobox', { name: 'Type' }).selectOptions('Read-only')
    await screen.getByRole('combobox', { name: 'Group' }).selectOptions('Default')
    await expect.element(screen.getByText(/^181 people are in this group/)).toBeVisible()
    await screen.getByRole('button', { name: 'Add user' }).click()
    await expect
      .poll(() => calls.find(({ id }) => id === 'createUser')?.body)
      .toMatchObject({ type: 'admin', groupId: 0, permissions: { kind: 'readOnly' } })
  })

  test('is created with an account from a plan, and shows what to hand on', async () => {
    const { screen, calls } = await openScreen(
      '/admin/addUser',
      shop({
        createUser: [7],
        listOrders: [aPlan({ id: 4, name: 'Month 100G', flow: 100e9 })],
        createAccount: { id: 12 },
        sendUserEmail: () => undefined as never,
      }),
    )
    await screen.getByRole('textbox', { name: 'Email' }).fill('new@example.com')
    await screen.getByRole('textbox', { name: 'Password' }).fill('8 letters')
    await screen.getByRole('combobox', { name: 'Account' }).selectOptions('Month 100G')
    await screen.getByRole('button', { name: 'Add user' }).click()
    await expect.element(screen.getByText('The account was added.')).toBeVisible()
    await expect.element(screen.getByText('8 letters')).toBeVisible()
    const sent = (id: string) => calls.find((call) => call.id === id)?.body
    expect(sent('createAccount')).toMatchObject({ user: 7, orderId: 4, flow: 100e9 })
    // The server chooses its port, or that it has none.
    expect(sent('createAccount')).not.toHaveProperty('port')
    await screen.getByRole('button', { name: 'Send by email' }).click()
    await expect
      .poll(() => sent('sendUserEmail'))
      .toMatchObject({ secret: true, content: expect.stringContaining('8 letters') })
  })

  test('says why there is no account with it, and opens it when asked again', async () => {
    const answers = shop({
      createUser: [7],
      listOrders: [aPlan({ id: 4, name: 'Month 100G' })],
      createAccount: { refused: 403, word: 'no port' },
    })
    const { screen, calls } = await openScreen('/admin/addUser', answers)
    await screen.getByRole('textbox', { name: 'Email' }).fill('new@example.com')
    await screen.getByRole('combobox', { name: 'Account' }).selectOptions('Month 100G')
    await screen.getByRole('button', { name: 'Add user' }).click()
    const retry = screen.getByRole('button', { name: 'Try again' })
    await expect.element(screen.getByText(/No port is free/)).toBeVisible()
    answers.createAccount = () => {
      throw new TypeError('the network went away')
    }
    // Time passes faster while it is found out whether it was done.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true })
    await retry.click()
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(2_000)
      expect(screen.getByText(/No answer/).query()).not.toBeNull()
    })
    vi.useRealTimers()
    // It may have been done: the same is sent again, but not what was refused.
    answers.createAccount = { id: 12 }
    await retry.click()
    await expect.element(screen.getByText('The account was added.')).toBeVisible()
    const sent = calls.filter(({ id }) => id === 'createAccount')
    const bodies = sent.map(({ body }) => JSON.stringify(body))
    expect(new Set(bodies.slice(1)).size).toBe(1)
    expect(bodies[0]).not.toBe(bodies[1])
  })

  const addWithPlan = async (answers: Answers) => {
    const opened = await openScreen(
      '/admin/addUser',
      shop({ createUser: [7], listOrders: [aPlan({ id: 4, name: 'Month 100G' })], ...answers }),
    )
    await opened.screen.getByRole('textbox', { name: 'Email' }).fill('new@example.com')
    const account = opened.screen.getByRole('combobox', { name: 'Account' })
    await account.selectOptions('Month 100G')
    await opened.screen.getByRole('button', { name: 'Add user' }).click()
    return opened
  }

  test('opens one account however fast it is asked again', async () => {
    const answers: Answers = { createAccount: { refused: 403 } }
    let time = Date.now()
    const { screen, calls } = await addWithPlan(answers)
    const retry = screen.getByRole('button', { name: 'Try again' })
    await expect.element(retry).toBeVisible()
    // Each tap is a moment later, which makes it another write.
    vi.spyOn(Date, 'now').mockImplementation(() => (time += 7))
    const button = retry.element() as HTMLElement
    button.click()
    button.click()
    await vi.waitFor(() =>
      expect(calls.filter(({ id }) => id === 'createAccount').length).toBeGreaterThan(1),
    )
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(calls.filter(({ id }) => id === 'createAccount')).toHaveLength(2)
  })

  test('sends the same again after a proxy answered, which leaves open whether it was done', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    const { screen, calls } = await addWithPlan({ createAccount: { refused: 502 } })
    const retry = screen.getByRole('button', { name: 'Try again' })
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(2_000)
      expect(retry.query()).not.toBeNull()
    })
    vi.useRealTimers()
    await retry.click()
    const sent = () => calls.filter(({ id }) => id === 'createAccount')
    await vi.waitFor(() => expect(sent()).toHaveLength(6))
    expect(new Set(sent().map(({ key }) => key)).size).toBe(1)
    expect(new Set(sent().map(({ body }) => JSON.stringify(body))).size).toBe(1)
  })

  test('has the login details mailed with it, where mail is set up', async () => {
    const { screen, calls } = await openScreen(
      '/admin/addUser',
      shop({
        createUser: [7],
        getMailServer: MAIL_SERVER,
        sendUserEmail: () => undefined as never,
      }),
    )
    const mail = screen.getByRole('checkbox', { name: 'Email the login details' })
    await expect.element(mail).toBeChecked()
    await screen.getByRole('textbox', { name: 'Email' }).fill('new@example.com')
    await screen.getByRole('textbox', { name: 'Password' }).fill('8 letters')
    await screen.getByRole('button', { name: 'Add user' }).click()
    await expect.element(screen.getByText(/The email is in the outbox/)).toBeVisible()
    const sent = calls.filter(({ id }) => id === 'sendUserEmail')
    expect(sent.map(({ body }) => body)).toMatchObject([
      { secret: true, content: expect.stringContaining('8 letters') },
    ])
  })

  test('offers other admins no type, and keeps what was typed when refused', async () => {
    const refused = { refused: 403, word: 'user exists' }
    const { screen } = await openScreen(
      '/admin/addUser',
      shop({ getStatus: statuses.admin, createUser: refused }),
    )
    expect(screen.getByRole('combobox', { name: 'Type' }).elements()).toEqual([])
    await screen.getByRole('textbox', { name: 'Email' }).fill('ann@example.com')
    await screen.getByRole('button', { name: 'Add user' }).click()
    await expect.element(screen.getByText(/logs in with this address already/)).toBeVisible()
    await expect
      .element(screen.getByRole('textbox', { name: 'Email' }))
      .toHaveValue('ann@example.com')
  })

  test.each([
    [{ email: '' }, ['email']],
    [{ email: 'no address' }, ['email']],
    [{ email: 'a@b.c', password: '' }, ['password']],
    [{ email: 'a@b.c' }, []],
  ])('%j is held against %j', (fields, problems) => {
    expect(Object.keys(checkUserDraft({ ...newUserDraft(), ...fields }))).toEqual(problems)
  })
})
