/** @module-tag long */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { ApiError, answer, api } from '#api/client.ts'
import { explain } from '#api/refusals.ts'
import type { OperationId } from '#contract'
import { noteContract } from '#api/serverInfo.ts'
import { activate, i18n } from '#locales/activate.ts'
import { renew } from '../support/customer.ts'
import { type Answers, openScreen, statuses } from '../support/screens.ts'

const PATIENT = { timeout: 15_000 }
type Calls = Awaited<ReturnType<typeof openScreen>>['calls']

/** A write that is done, and whose first answers are lost on the way. */
const losing = <Reply,>(reply: Reply, times = 1) => {
  let left = times
  return () => {
    if (left-- > 0) throw new TypeError('the network went away')
    return reply
  }
}

/** That a write was sent again with its key, and no more than that. */
function expectOnce(calls: Calls, id: OperationId, times = 2) {
  const keys = calls.filter((call) => call.id === id).map(({ key }) => key)
  expect(keys).toHaveLength(times)
  expect(keys[0]).toMatch(/^[\da-f-]{36}$/)
  expect(new Set(keys).size).toBe(1)
}

const admin = (answers: Answers): Answers => ({ getStatus: statuses.mainAdmin, ...answers })

describe('an answer that is lost is found out for', () => {
  test('signing up', async () => {
    let inside = false
    const signUp = losing('normal' as const)
    const { screen, router, calls } = await openScreen('/home/signup', {
      getStatus: () => (inside ? statuses.user : statuses.visitor),
      signUp: () => {
        inside = true
        return signUp()
      },
      listMyAccounts: [],
      listMyNotices: [],
      listMyOrders: [],
    })
    await screen.getByLabelText('Email').fill('new@example.com')
    await screen.getByLabelText('Code from the email').fill('123456')
    await screen.getByLabelText('Password', { exact: true }).fill('long enough')
    await screen.getByRole('button', { name: 'Sign up', exact: true }).click()
    await expect.element(screen.getByText(/Finding out whether it was done/)).toBeVisible()
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/user/index'), PATIENT)
    expectOnce(calls, 'signUp')
  })

  test('using a recharge code', async () => {
    const used = { success: true as const, type: 3, cardId: 1 }
    const { dialog, calls } = await renew({ redeemGiftcard: losing(used) })
    await dialog.getByRole('button', { name: 'Another payment method' }).click()
    await dialog.getByRole('button', { name: /Redeem a recharge code/ }).click()
    await dialog.getByLabelText('Recharge code').fill('abc')
    await dialog.getByRole('button', { name: 'Redeem' }).click()
    await expect.element(dialog.getByText(/Finding out whether it was done/)).toBeVisible()
    await vi.waitFor(() => expectOnce(calls, 'redeemGiftcard'), PATIENT)
    await expect.element(dialog.getByText(/Finding out/)).not.toBeInTheDocument()
    expect(dialog.getByRole('alert').elements()).toEqual([])
  })

  test('placing an order', async () => {
    const placed = { orderId: '20261121000000123456', qrCode: 'https://qr.alipay.test/bax01' }
    const { dialog, calls } = await renew({
      getStatus: { ...statuses.user, alipay: true, paypal: false, giftcard: false },
      createAlipayOrder: losing(placed),
      getAlipayOrderStatus: { status: 'CREATE' },
    })
    await dialog.getByRole('button', { name: /^Pay/ }).click()
    await expect.element(dialog.getByText(/Finding out whether it was done/)).toBeVisible()
    await expect.element(dialog.getByText('Waiting for the payment…'), PATIENT).toBeVisible()
    expectOnce(calls, 'createAlipayOrder')
  })

  test('creating a user', async () => {
    const { screen, calls } = await openScreen('/admin/addUser', admin({ createUser: losing([7]) }))
    await screen.getByRole('textbox', { name: 'Email' }).fill('new@example.com')
    await screen.getByRole('button', { name: 'Add user' }).click()
    await expect.element(screen.getByText(/Finding out whether it was done/)).toBeVisible()
    await vi.waitFor(() => expectOnce(calls, 'createUser'), PATIENT)
  })
})

test('deleting retries in its dialog', async () => {
  const user = {
    id: 7,
    username: 'ann@example.com',
    email: 'ann@example.com',
    telegram: null,
    type: 'normal' as const,
    createTime: 0,
    lastLogin: 0,
    group: 0,
    comment: '',
    account: [],
  }
  const { screen, calls } = await openScreen(
    '/admin/user/7',
    admin({
      getStatus: statuses.admin,
      getUser: user,
      deleteUser: losing('success' as const),
      listGroups: [],
    }),
  )
  await screen.getByRole('button', { name: 'More', exact: true }).click()
  await screen.getByRole('menuitem', { name: 'Delete user' }).click()
  await screen.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect.element(screen.getByText(/Finding out whether it was done/)).toBeVisible()
  await vi.waitFor(() => expectOnce(calls, 'deleteUser'), PATIENT)
  await expect.element(screen.getByRole('alertdialog')).not.toBeInTheDocument()
})

describe('the way to the server', () => {
  const makeGroup = () => answer(api.POST('/api/admin/group', { body: { name: 'Friends' } }))
  const failing = async (status: () => Promise<unknown>) => {
    const problem = await status().catch((error: unknown) => error)
    if (!(problem instanceof ApiError)) throw new Error(`it was answered: ${String(problem)}`)
    return problem
  }
  const OURS = /\/api\/(admin\/group|admin\/user\/7\/comment|home\/login)$/
  /** A server that loses so many answers; with the keys it was sent. */
  function serve(lose: number, reply = () => new Response('success')) {
    const keys: (string | null)[] = []
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      // A screen of an earlier test may still call something.
      if (!OURS.test(url)) return new Response('', { status: 503 })
      if (init.method === 'GET') throw new TypeError('the network went away')
      keys.push(new Headers(init.headers).get('idempotency-key'))
      if (keys.length <= lose) throw new TypeError('the network went away')
      return reply()
    })
    return keys
  }
  /** Lets the waits between two tries pass at once. */
  const hurry = () =>
    vi.useFakeTimers({ toFake: ['setTimeout'] }).setTimerTickMode('nextTimerAsync')
  beforeEach(() => noteContract('1.0.0'))
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  test('is requested five times, and an unknown outcome is not called unchanged', async () => {
    hurry()
    const keys = serve(5)
    const problem = await failing(makeGroup)
    expect([problem.status, problem.reason, keys.length]).toEqual([0, 'open', 5])
    await activate('en-US')
    const said = i18n._(explain(problem, { otherwise: { id: 'no' } }))
    expect(said).toMatch(/we cannot tell whether it was done/)
    expect(said).not.toMatch(/Nothing was changed/)
    // Pressed again, it is the same write; once that is known, another.
    await makeGroup()
    expect(new Set(keys).size).toBe(1)
    await makeGroup()
    expect(new Set(keys).size).toBe(2)
  })

  test('four lost answers are not one too many', async () => {
    hurry()
    serve(4)
    expect(await makeGroup()).toBe('success')
  })

  test('an answer that breaks off half way is lost, too', async () => {
    hurry()
    const broken = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('suc'))
        controller.error(new TypeError('broken off'))
      },
    })
    let left = 1
    const keys = serve(0, () => new Response(left-- > 0 ? broken : 'success'))
    expect(await makeGroup()).toBe('success')
    expect(new Set(keys).size).toBe(1)
    expect(keys).toHaveLength(2)
  })

  test.each([502, 503, 504])('a proxy that answers %i does not know', async (status) => {
    hurry()
    let left = 1
    serve(0, () => (left-- > 0 ? new Response('', { status }) : new Response('success')))
    expect(await makeGroup()).toBe('success')
  })

  test.each([403, 500])('%i is an answer', async (status) => {
    const keys = serve(0, () => new Response('', { status }))
    expect((await failing(makeGroup)).status).toBe(status)
    expect(keys).toHaveLength(1)
  })

  test('a refusal is known: the same press is another write; a failure is not', async () => {
    const refused = serve(0, () => new Response('', { status: 403 }))
    await failing(makeGroup)
    await failing(makeGroup)
    expect(new Set(refused).size).toBe(2)
    const failed = serve(0, () => new Response('', { status: 500 }))
    await failing(makeGroup)
    await failing(makeGroup)
    expect(new Set(failed).size).toBe(1)
    serve(0)
    await makeGroup()
  })

  test('without a network nothing was changed, unless it was sent before', async () => {
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const keys = serve(1)
    const problem = await failing(makeGroup)
    expect([problem.reason, keys.length]).toEqual(['unsent', 1])
    await activate('en-US')
    expect(i18n._(explain(problem, { otherwise: { id: 'no' } }))).toMatch(/Nothing was changed/)
    onLine.mockReturnValue(true)
    hurry()
    serve(5)
    expect((await failing(makeGroup)).reason).toBe('open')
    onLine.mockReturnValue(false)
    serve(5)
    expect((await failing(makeGroup)).reason).toBe('open')
    onLine.mockReturnValue(true)
    serve(0)
    await makeGroup()
  })

  test('what has no key is sent once, and called not known', async () => {
    const keys = serve(1)
    const body = { comment: 'late' }
    const path = { userId: 7 }
    const edit = () =>
      answer(api.PUT('/api/admin/user/{userId}/comment', { params: { path }, body }))
    expect([(await failing(edit)).reason, keys]).toEqual(['lost', [null]])
  })

  test.each([null, undefined])('a server that may know no keys is sent none', async (contract) => {
    noteContract(contract as null)
    const keys = serve(1)
    expect([(await failing(makeGroup)).reason, keys]).toEqual(['lost', [null]])
  })

  test.each([
    () => answer(api.GET('/api/admin/group')),
    () => answer(api.POST('/api/home/login', { body: { email: 'a@b.c', password: 'secret' } })),
  ])('a write without an outcome is not looked up', async (call) => {
    serve(9)
    expect((await failing(call)).reason).toBe('unread')
  })
})

test('a double press is one write', async () => {
  noteContract('1.0.0')
  const keys = new Set<string | null>()
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    keys.add(new Headers(init.headers).get('idempotency-key'))
    return new Response('success')
  })
  const press = () => answer(api.POST('/api/admin/group', { body: { name: 'Twice' } }))
  await Promise.all([press(), press()])
  expect(keys.size).toBe(1)
})

test('a sign-up at an older server, whose answer was lost, logs in', async () => {
  let inside = false
  const { screen, router, calls } = await openScreen('/home/signup', {
    getStatus: () => ({ ...(inside ? statuses.user : statuses.visitor), contract: undefined }),
    signUp: losing('normal' as const, 9),
    logIn: () => {
      inside = true
      return { type: 'normal' as const, id: 7 }
    },
    listMyAccounts: [],
    listMyNotices: [],
    listMyOrders: [],
  })
  await screen.getByLabelText('Email').fill('new@example.com')
  await screen.getByLabelText('Code from the email').fill('123456')
  await userEvent.fill(screen.getByLabelText('Password', { exact: true }), 'long enough')
  await screen.getByRole('button', { name: 'Sign up', exact: true }).click()
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/user/index'), PATIENT)
  expect(calls.filter(({ id }) => id === 'signUp')).toHaveLength(1)
})
