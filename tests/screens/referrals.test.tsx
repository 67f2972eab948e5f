/** @module-tag long */
import decode from 'jsqr'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { Answer } from '#contract'
import { invitationPicture } from '#features/referrals/invitationPicture.ts'
import { pageSize } from '#rules/paging.ts'
import { type Answers, openScreen, statuses } from '../support/screens.ts'

const now = Date.now()
const DAY = 86_400_000

const code: Answer<'getRefCode'> = {
  id: 4,
  code: '0123456789',
  email: 'ann@example.com',
  visit: 7,
  maxUser: 3,
  count: 1,
}
const referral: Answer<'listReferrals'>['user'][number] = {
  id: 1,
  code: '0123456789',
  sourceUserId: 7,
  sourceUser: 'ann@example.com',
  userId: 8,
  user: 'bob@example.com',
  time: now - DAY,
}
const page = { total: 1, page: 1, maxPage: 1, pageSize: 20 }
const SETTING = { useRef: false, useWhenSignupClose: false, refNumber: 1, refUserNumber: 1 }

const asUser = (answers: Answers = {}, path = '/user/ref') =>
  openScreen(path, {
    getStatus: { ...statuses.user, refCode: true },
    listMyRefCodes: [{ code: '0123456789', maxUser: 3, count: 1 }],
    listMyRefUsers: [{ code: '0123456789', id: 8, email: 'bob@example.com', time: now - DAY }],
    listMyOrders: [
      { orderId: '1', type: '邀请奖励', kind: 'refOrder', refTime: 3 * DAY, createTime: now },
      { orderId: '2', type: 'Paypal', kind: 'paypal', amount: '3.00', createTime: now },
    ],
    ...answers,
  })

const asAdmin = (path: string, answers: Answers = {}) =>
  openScreen(path, {
    getStatus: statuses.mainAdmin,
    getRefSetting: SETTING,
    listRefCodes: { ...page, code: [code] },
    listReferrals: { ...page, user: [referral] },
    getRefCode: code,
    ...answers,
  })

const bodiesOf = (calls: Awaited<ReturnType<typeof openScreen>>['calls'], id: string) =>
  calls.filter((call) => call.id === id).map(({ body }) => body)

describe('inviting others', () => {
  test('shows the codes with their links, sign-ups and rewards', async () => {
    const { screen } = await asUser()
    await expect.element(screen.getByText('Sign-ups used: 1 of 3')).toBeVisible()
    await expect.element(screen.getByText('bob@example.com')).toBeVisible()
    await expect.element(screen.getByText('3 days longer')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Show the link of 0123456789' }))
    await expect.element(screen.getByText('http://test/home/ref/0123456789')).toBeVisible()
    await expect
      .element(screen.getByRole('img', { name: 'Code that opens the sign-up page' }))
      .toBeVisible()
  })

  test('opens without a network though it was never opened', async () => {
    // Only where a worker has the page, whose next start may be without a network.
    const worker = { addEventListener: () => undefined, removeEventListener: () => undefined }
    const controlled = { ...worker, controller: worker, ready: new Promise(() => undefined) }
    vi.spyOn(navigator, 'serviceWorker', 'get').mockReturnValue(
      controlled as unknown as ServiceWorkerContainer, // what the console asks it
    )
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    const answers = { listMyAccounts: [], listMyServers: [], listMyNotices: [], listMyPlans: [] }
    const { screen, router, calls } = await asUser(answers, '/user/index')
    await expect.element(screen.getByText(/You have no account yet/)).toBeVisible()
    await vi.advanceTimersByTimeAsync(5_000)
    const own = ['listMyRefCodes', 'listMyRefUsers', 'listMyOrders', 'listMyPlans']
    const asked = () => own.filter((each) => calls.some(({ id }) => id === each))
    await vi.waitFor(() => expect(asked()).toEqual(own))
    vi.useRealTimers()
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    dispatchEvent(new Event('offline'))
    await router.navigate({ to: '/user/ref' })
    await expect.element(screen.getByText('Sign-ups used: 1 of 3')).toBeVisible()
    await expect.element(screen.getByText('bob@example.com')).toBeVisible()
    await expect.element(screen.getByText('3 days longer')).toBeVisible()
    vi.restoreAllMocks()
    dispatchEvent(new Event('online'))
  })

  test('says when no code can be used at the moment', async () => {
    const { screen } = await asUser({ getStatus: { ...statuses.user, refCode: false } })
    await expect.element(screen.getByText(/Inviting is turned off/)).toBeVisible()
  })

  const aPlan = (refTime: number) => ({ refTime }) as Answer<'listMyPlans'>[number]

  test.each([
    [[3 * DAY, 0], 'Each time someone you invited pays for a plan, you get 3 days more.'],
    [
      [DAY, 3 * DAY],
      'Each time someone you invited pays for a plan, you get up to 3 days more, depending on the plan.',
    ],
  ])('says what it brings: %j', async (times, sentence) => {
    const { screen } = await asUser({ listMyPlans: times.map(aPlan) })
    await expect.element(screen.getByText(sentence)).toBeVisible()
  })

  test('promises nothing where no plan rewards', async () => {
    const { screen, calls } = await asUser({ listMyPlans: [aPlan(0)] })
    await expect.element(screen.getByText('Sign-ups used: 1 of 3')).toBeVisible()
    await vi.waitFor(() => expect(calls.some(({ id }) => id === 'listMyPlans')).toBe(true))
    expect(screen.getByText(/you get/).query()).toBeNull()
  })

  test.each([
    [[3 * DAY, 0], 'I get 3 days more:'],
    [[DAY, 3 * DAY], 'I get up to 3 days more:'],
  ])('says to a friend what the inviter gains: %j', async (times, end) => {
    const { screen } = await asUser({
      getStatus: { ...statuses.user, refCode: true, title: 'Shop' },
      listMyPlans: times.map(aPlan),
    })
    await expect.element(screen.getByText(/^Each time/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Show the link of 0123456789' }))
    const words = `I use Shop. Sign up with my link; if you then pay for a plan, ${end}`
    await expect.element(screen.getByRole('dialog').getByText(words)).toBeVisible()
  })

  test('shares words together with the link, and copies both', async () => {
    const share = vi.fn(async () => undefined)
    Object.defineProperty(navigator, 'share', { value: share, configurable: true })
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'share'))
    const { screen } = await asUser({
      getStatus: { ...statuses.user, refCode: true, title: 'Shop' },
    })
    const link = 'http://test/home/ref/0123456789'
    const text = 'I use Shop. Sign up with my link:'
    await userEvent.click(screen.getByRole('button', { name: 'Share the link of 0123456789' }))
    expect(share).toHaveBeenCalledWith({ text, url: link })
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await userEvent.click(screen.getByRole('button', { name: 'Show the link of 0123456789' }))
    await userEvent.click(screen.getByRole('button', { name: 'Copy invitation' }))
    expect(write).toHaveBeenCalledWith(`${text}\n${link}`)
  })

  test('draws the invitation as a picture whose code is the link, to share or to save', async () => {
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
    const made = vi.spyOn(URL, 'createObjectURL')
    const title = 'A shop with a name that is too long for one line of the picture'
    const { screen } = await asUser({ getStatus: { ...statuses.user, refCode: true, title } })
    await screen.getByRole('button', { name: 'Show the link of 0123456789' }).click()
    await screen.getByRole('button', { name: 'Save as picture' }).click()
    await vi.waitFor(() => expect(saved).toHaveBeenCalledOnce())
    const image = await createImageBitmap(made.mock.lastCall?.[0] as Blob)
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d')!
    context.drawImage(image, 0, 0)
    const { data, width, height } = context.getImageData(0, 0, image.width, image.height)
    expect(width).toBe(1080)
    expect(decode(data, width, height)?.data).toBe('http://test/home/ref/0123456789')

    const share = vi.fn(async (_shared: ShareData) => undefined)
    const canShare = ({ files }: ShareData) => files?.[0]?.type === 'image/png'
    Object.defineProperty(navigator, 'share', { value: share, configurable: true })
    Object.defineProperty(navigator, 'canShare', { value: canShare, configurable: true })
    onTestFinished(() => {
      Reflect.deleteProperty(navigator, 'share')
      Reflect.deleteProperty(navigator, 'canShare')
    })
    await screen.getByRole('button', { name: 'Close' }).first().click()
    await screen.getByRole('button', { name: 'Show the link of 0123456789' }).click()
    await screen.getByRole('button', { name: 'Share as picture' }).click()
    await vi.waitFor(() => expect(share).toHaveBeenCalledOnce())
    expect(share.mock.lastCall?.[0].files?.[0]).toMatchObject({
      name: 'invitation.png',
      type: 'image/png',
    })
  })

  test.each([
    ['a word too long for a line', 'W'.repeat(100)],
    ['emoji', '\u{1f680}'.repeat(50)],
    ['signs', '!'.repeat(100)],
    ['Arabic', '\u0645\u062a\u062c\u0631 \u0633\u0631\u064a\u0639 '.repeat(10).trim()],
    ['Chinese', '\u9ad8\u901f\u4e13\u7ebf\uff0c'.repeat(20)],
  ])('draws all of a name of 100 letters within the picture: %s', async (_kind, title) => {
    const wanted = { words: 'Come', link: 'http://test/home/ref/0123456789', locale: 'en-US' }
    const drawn = async (name: string) => {
      const image = await createImageBitmap(await invitationPicture({ ...wanted, title: name }))
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d')!
      context.drawImage(image, 0, 0)
      return context.getImageData(0, 0, image.width, image.height)
    }
    const { data, width, height } = await drawn(title)
    // One line for each so many letters, and the code can be read whatever the name.
    expect(height).toBeGreaterThan((await drawn('Shop')).height)
    expect(decode(data, width, height)?.data).toBe(wanted.link)
    const isBlank = (x: number) =>
      Array.from({ length: height }, (_, y) => data[(y * width + x) * 4]).every(
        (red) => red === 255,
      )
    const margin = Array.from({ length: 24 }, (_, x) => x)
    expect(margin.every((x) => isBlank(x) && isBlank(width - 1 - x))).toBe(true)
  })

  test('says so where no picture can be drawn', async () => {
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((take) => take(null))
    const { screen } = await asUser()
    await screen.getByRole('button', { name: 'Show the link of 0123456789' }).click()
    await screen.getByRole('button', { name: 'Save as picture' }).click()
    await expect.element(screen.getByText(/could not draw the picture/)).toBeVisible()
  })

  test('shows another admin their own codes', async () => {
    const { screen, router } = await openScreen('/admin/settings/ref', {
      getStatus: { ...statuses.admin, refCode: true },
      listAdminRefCodes: [{ code: '9876543210', maxUser: 1, count: 0 }],
      listAdminRefUsers: [],
    })
    await expect.element(screen.getByText('9876543210')).toBeVisible()
    expect(router.state.location.pathname).toBe('/admin/settings/myRefCode')
  })
})

describe('referral settings', () => {
  test('save themselves and lose no letter typed meanwhile', async () => {
    let done: () => void = () => undefined
    const slow = new Promise<void>((resolve) => (done = resolve))
    const { screen, calls } = await asAdmin('/admin/settings/ref', {
      editRefSetting: () => slow.then(() => 'success' as const),
    })
    await userEvent.click(screen.getByRole('switch', { name: 'Users may invite others' }))
    await expect.element(screen.getByText('Saving…')).toBeVisible()
    await vi.waitFor(() => expect(bodiesOf(calls, 'editRefSetting')).toHaveLength(1), 4000)
    await userEvent.fill(screen.getByRole('textbox', { name: 'Codes for each user' }), '12')
    done()
    await vi.waitFor(() => expect(bodiesOf(calls, 'editRefSetting')).toHaveLength(2), 4000)
    expect(bodiesOf(calls, 'editRefSetting')).toEqual([
      { data: { ...SETTING, useRef: true } },
      { data: { ...SETTING, useRef: true, refNumber: 12 } },
    ])
    await expect.element(screen.getByText('Saved', { exact: true })).toBeVisible()
    await expect
      .element(screen.getByRole('textbox', { name: 'Codes for each user' }))
      .toHaveValue('12')
  })

  test('do not send what is no number', async () => {
    const { screen, calls } = await asAdmin('/admin/settings/ref')
    await userEvent.fill(screen.getByRole('textbox', { name: 'Codes for each user' }), 'many')
    await expect.element(screen.getByText('Enter a whole number from 0 to 1000.')).toBeVisible()
    await expect.element(screen.getByText('Not saved yet')).toBeVisible()
    expect(bodiesOf(calls, 'editRefSetting')).toEqual([])
  })
})

test('the referral settings lead to codes and people from rows of their whole width', async () => {
  const { screen } = await asAdmin('/admin/settings/ref')
  const list = screen.getByRole('list', { name: 'Invitation codes and people' })
  await expect.element(list).toBeVisible()
  const links = [...list.element().querySelectorAll('a')]
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/admin/settings/refCodeList',
    '/admin/settings/refUserList',
    '/admin/settings/myRefCode',
  ])
  const { left, width } = list.element().getBoundingClientRect()
  for (const link of links) {
    expect(link.getBoundingClientRect()).toMatchObject({ left, width })
    const words = link.querySelector('span')!.getBoundingClientRect()
    expect(words.left).toBe(left + 16)
    expect(link.querySelector('svg')).not.toBeNull()
  }
})

describe('all referral codes', () => {
  test('are searched by the address and lead to the editor', async () => {
    const { screen, router, calls } = await asAdmin('/admin/settings/refCodeList?search=0123')
    await expect.element(screen.getByText('ann@example.com')).toBeVisible()
    const requested = calls.find(({ id }) => id === 'listRefCodes')
    expect(requested?.url.searchParams.get('search')).toBe('0123')
    expect(requested?.url.searchParams.get('pageSize')).toBe(String(pageSize(innerWidth)))
    await userEvent.click(screen.getByRole('link', { name: /0123456789/ }))
    await expect.element(screen.getByRole('heading', { name: 'Code 0123456789' })).toBeVisible()
    expect(router.state.location.pathname).toBe('/admin/settings/refCode/4')
  })

  test('get another number of places, which is required', async () => {
    const { screen, router, calls } = await asAdmin('/admin/settings/refCode/4', {
      editRefCode: 'success',
    })
    const places = screen.getByRole('textbox', { name: /Maximum sign-ups/ })
    await userEvent.fill(places, '')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await expect
      .element(screen.getByText('Enter how many people may sign up with the code.'))
      .toBeVisible()
    await userEvent.fill(places, '0')
    await expect.element(screen.getByText(/1 signed up already and stay/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await vi.waitFor(() =>
      expect(router.state.location.pathname).toBe('/admin/settings/refCodeList'),
    )
    expect(bodiesOf(calls, 'editRefCode')).toEqual([{ maxUser: 0 }])
  })

  test('are deleted only after naming what is deleted with them', async () => {
    const { screen, calls } = await asAdmin('/admin/settings/refCode/4', {
      deleteRefCode: { refused: 403 },
    })
    await userEvent.click(screen.getByRole('button', { name: 'Delete the code' }))
    const dialog = screen.getByRole('alertdialog', { name: 'Delete code 0123456789?' })
    await expect.element(dialog.getByText(/1 person signed up with it/)).toBeVisible()
    expect(bodiesOf(calls, 'deleteRefCode')).toEqual([])
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
    await expect.element(dialog.getByText(/The code was not deleted/)).toBeVisible()
  })

  test('that are gone lead back to the list', async () => {
    const { screen, router } = await asAdmin('/admin/settings/refCode/5', {
      getRefCode: { refused: 403 },
    })
    await expect.element(screen.getByText('ann@example.com')).toBeVisible()
    expect(router.state.location.pathname).toBe('/admin/settings/refCodeList')
  })
})

describe('invitations', () => {
  test('is undone after naming what that means', async () => {
    const { screen, calls } = await asAdmin('/admin/settings/refUserList', {
      deleteReferral: 'success',
    })
    await userEvent.click(screen.getByRole('button', { name: /bob@example.com/ }))
    await userEvent.click(screen.getByRole('button', { name: 'Remove the invitation' }))
    const dialog = screen.getByRole('alertdialog', { name: 'Remove this invitation?' })
    await expect.element(dialog.getByText(/no longer earn ann@example.com anything/)).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Remove' }))
    await vi.waitFor(() =>
      expect(calls.find(({ id }) => id === 'deleteReferral')?.url.pathname).toBe(
        '/api/admin/ref/7/8',
      ),
    )
    await expect.element(dialog).not.toBeInTheDocument()
  })

  test('is added by searching for both', async () => {
    const { screen, router, calls } = await asAdmin('/admin/settings/addRefUser', {
      searchSourceUsers: [{ id: 7, username: 'ann@example.com' }],
      searchRefUsers: [{ id: 8, username: 'bob@example.com' }],
      listUserRefCodes: [
        { code: '1111111111', maxUser: 1, count: 1 },
        { code: '0123456789', maxUser: 3, count: 1 },
      ],
      createReferral: (_body, url) =>
        url.pathname.endsWith('/7/8/0123456789') ? 'success' : { refused: 403 },
    })
    const add = screen.getByRole('button', { name: 'Add the invitation' })
    await expect.element(add).toHaveAttribute('aria-disabled', 'true')
    await userEvent.type(screen.getByRole('searchbox', { name: 'Inviter' }), 'ann')
    await userEvent.click(screen.getByRole('radio', { name: 'ann@example.com' }))
    // One call for what was typed, not one for each letter.
    expect(bodiesOf(calls, 'searchSourceUsers')).toEqual([{ search: 'ann' }])
    await userEvent.type(screen.getByRole('searchbox', { name: 'Invited user' }), 'bob')
    await userEvent.click(screen.getByRole('radio', { name: 'bob@example.com' }))
    await userEvent.click(add)
    await expect.element(screen.getByRole('heading', { name: 'All invitations' })).toBeVisible()
    expect(router.state.location.pathname).toBe('/admin/settings/refUserList')
  })

  test('says why it is not added', async () => {
    const { screen } = await asAdmin('/admin/settings/addRefUser', {
      searchSourceUsers: [{ id: 7, username: 'ann@example.com' }],
      searchRefUsers: [{ id: 8, username: 'bob@example.com' }],
      listUserRefCodes: [{ code: '0123456789', maxUser: 3, count: 1 }],
      createReferral: { refused: 403, word: 'already invited' },
    })
    await userEvent.fill(screen.getByRole('searchbox', { name: 'Inviter' }), 'ann')
    await userEvent.click(screen.getByRole('radio', { name: 'ann@example.com' }))
    await userEvent.fill(screen.getByRole('searchbox', { name: 'Invited user' }), 'bob')
    await userEvent.click(screen.getByRole('radio', { name: 'bob@example.com' }))
    await userEvent.click(screen.getByRole('button', { name: 'Add the invitation' }))
    await expect.element(screen.getByText('This user was invited already.')).toBeVisible()
  })
})
