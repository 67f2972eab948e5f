/** @module-tag long */
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { Answer, Schema } from '#contract'
import { anAccount } from '../support/customer.ts'
import { type Answers, older, openScreen, statuses } from '../support/screens.ts'

type Watch = Answer<'watchMyAccount'>

const server: Answer<'listMyServers'>[number] = {
  id: 1,
  type: 'Shadowsocks',
  host: 'tokyo.test',
  name: 'Tokyo',
  method: 'aes-256-gcm',
  scale: 1,
  comment: '',
  shift: 100,
  key: null,
  net: null,
  wgPort: null,
}
const osaka = { ...server, id: 2, name: 'Osaka', host: 'osaka.test' }
const none = { serverId: null, insteadId: null, until: null, count: 0, at: null }
const NOW = Date.UTC(2026, 0, 15, 12)

/** An answer of the server that is watched for us. */
const seen = (
  word: Schema<'WatchVerdict'>['word'],
  changes: Partial<Schema<'WatchVerdict'>> = {},
  attempts: Schema<'Attempt'>[] = [],
): Watch => ({
  now: NOW,
  servers: [server, osaka].map(({ id, name }) => ({
    serverId: id,
    name,
    state: 'open',
    until: null,
    watched: true,
    attempts: id === 1 ? attempts : [],
  })),
  verdict: { ...none, word, ...changes },
})

const account = anAccount({ id: 10, port: 50_000, flowUsed: 32.4e9 })

const customer = (answers: Answers): Answers => ({
  getStatus: statuses.user,
  listMyOrders: [],
  listMyAccounts: [account],
  listMyServers: [server, osaka],
  listMyNotices: [],
  getMyUsage: [1e9, 2e9, 3e9],
  getMyFlow: [32.4e9],
  getMyLastConnect: { lastConnect: 0 },
  getMyFlowChart: [],
  ...answers,
})

/**
 * Opens the check; the server gives the first answer until the check is told to go on to the next,
 * so that a slow page sees each of them.
 */
async function check(answers: Watch[], more: Answers = {}, path = '/user/index') {
  const rest = [...answers]
  const opened = await openScreen(path, customer({ watchMyAccount: () => rest[0]!, ...more }))
  const { screen, calls } = opened
  await screen.getByRole('button', { name: 'Cannot connect? Check now' }).click()
  const requested = () =>
    calls.filter(({ id }) => id === 'watchMyAccount').map(({ url }) => url.search)
  return { ...opened, requested, goOn: () => void rest.shift() }
}

/** Lets half a minute pass before the next call. */
function letTimePass() {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 })
  onTestFinished(() => void vi.useRealTimers())
}

describe('the check', () => {
  test('watches from its first answer on, and names a wrong password once it is seen', async () => {
    const wrong = seen('wrongKey', { serverId: 1, count: 3, at: NOW })
    const { screen, requested, goOn } = await check([seen('absent'), wrong])
    const dialog = screen.getByRole('dialog', { name: 'Check account 50000' })
    await expect.element(dialog.getByText('Open the app and connect once')).toBeVisible()
    await expect.element(dialog.getByText(/^(30|2\d) s left$/)).toBeVisible()
    await expect.element(dialog.getByText('Waiting until it reaches any server')).toBeVisible()
    goOn()
    const sentence = 'The device reached Tokyo, but the password is wrong'
    await expect.element(dialog.getByRole('status').getByText(sentence)).toBeVisible()
    await expect.element(dialog.getByText('Wrong 3 times in a row')).toBeVisible()
    await expect.element(dialog.getByText(/^Reached Tokyo at /)).toBeVisible()
    await expect.element(dialog.getByText('2 of 2 work')).toBeVisible()
    // Until a screen that is still arriving has settled, the watch may begin once more.
    expect(requested().slice(0, 2)).toEqual(['', `?since=${NOW}`])
    await expect.element(dialog.getByRole('timer')).not.toBeInTheDocument()
    await dialog.getByRole('button', { name: 'Import again' }).click()
    await expect.element(screen.getByRole('heading', { name: /Import all servers/ })).toBeVisible()
  })

  test('ends after half a minute with what is known, and begins again when asked to', async () => {
    const { screen, requested } = await check([seen('absent')])
    await expect.element(screen.getByText('Open the app and connect once')).toBeVisible()
    // Until a screen that is still arriving has settled, the watch may begin once more.
    await vi.waitFor(() => expect(requested()).toContain(`?since=${NOW}`))
    letTimePass()
    await expect.element(screen.getByText('The device has reached no server')).toBeVisible()
    await expect.element(screen.getByText(/^Switch between Wi-Fi and mobile data/)).toBeVisible()
    const begun = () => requested().filter((search) => search === '').length
    const before = begun()
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(screen.getByText('Open the app and connect once')).toBeVisible()
    expect(begun()).toBe(before + 1)
  })

  test('ends at once for people who cannot try', async () => {
    const { screen } = await check([seen('absent')])
    await screen.getByRole('button', { name: /^I can’t/ }).click()
    await expect.element(screen.getByText('The device has reached no server')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Import again' })).toHaveFocus()
  })

  test('requests nothing more when the account itself is the cause', async () => {
    const { screen, requested } = await check([seen('over', { until: NOW })])
    await expect.element(screen.getByText('The traffic is used up').first()).toBeVisible()
    await expect.element(screen.getByText(/^Its traffic resets /)).toBeVisible()
    // Nothing can be paid for here.
    await screen.getByRole('button', { name: 'Done' }).click()
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
    expect(requested()).toEqual([''])
  })

  test('leads to paying where that mends it', async () => {
    const { screen } = await check([seen('expired')], {
      getStatus: { ...statuses.user, alipay: true },
      listMyPlans: [],
    } as Answers)
    await screen.getByRole('dialog').getByRole('button', { name: 'Renew' }).click()
    await expect
      .element(screen.getByRole('dialog', { name: 'Check account 50000' }))
      .not.toBeInTheDocument()
  })

  test('leads to the codes of another server where one is down', async () => {
    const { screen } = await check([seen('lineDown', { serverId: 1, insteadId: 2 })])
    await screen.getByRole('button', { name: /^I can’t/ }).click()
    await expect.element(screen.getByText('Tokyo does not work right now').first()).toBeVisible()
    await screen.getByRole('button', { name: 'Switch to Osaka' }).click()
    await expect
      .element(screen.getByRole('img', { name: 'Code to connect through Osaka' }))
      .toBeVisible()
  })

  test('says that all is well', async () => {
    const fine = seen('fine', { serverId: 1, at: NOW, count: 1 })
    const { screen, goOn } = await check([seen('absent'), fine], {}, '/user/account')
    await expect.element(screen.getByText('Open the app and connect once')).toBeVisible()
    goOn()
    await expect.element(screen.getByText('Connected, a page was just opened')).toBeVisible()
    await expect.element(screen.getByText('Tokyo works, and the password is right.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Send to support' }).query()).toBeNull()
    await userEvent.keyboard('{Escape}')
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
    await expect
      .element(screen.getByRole('button', { name: 'Cannot connect? Check now' }))
      .toHaveFocus()
  })

  test('sends what it found to support, as text', async () => {
    const { screen, calls, router } = await check([seen('silent', { serverId: 1, at: NOW })], {
      listMyMessages: [],
      sendMyMessage: 'success',
      readMyMessages: 'success',
    } as Answers)
    await screen.getByRole('button', { name: /^I can’t/ }).click()
    await screen.getByRole('button', { name: 'Send to support' }).click()
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/user/message'))
    await vi.waitFor(() => expect(calls.some(({ id }) => id === 'sendMyMessage')).toBe(true))
    const { msg } = calls.find(({ id }) => id === 'sendMyMessage')!.body as { msg: string }
    expect(msg.split('\n')).toEqual([
      'Check account 50000',
      'The device reached Tokyo, but then nothing came',
      expect.stringMatching(/^Account: Valid until .*, .* left$/),
      'Server: 2 of 2 work',
      'Device: The device reached Tokyo, but then nothing came',
    ])
  })

  test('says that there is no answer, and continues once there is', async () => {
    let fails = true
    const watchMyAccount = async (): Promise<Watch> => {
      if (fails) throw new TypeError('Failed to fetch')
      return seen('fine', { serverId: 1, at: NOW })
    }
    const { screen } = await check([], { watchMyAccount })
    await expect.element(screen.getByText(/^There is no answer right now/)).toBeVisible()
    fails = false
    await expect.element(screen.getByText('Connected, a page was just opened')).toBeVisible()
    await expect.element(screen.getByText(/^There is no answer/)).not.toBeInTheDocument()
  })

  test('says that the account is not to be seen', async () => {
    const { screen } = await check([], { watchMyAccount: { refused: 403 } })
    await expect.element(screen.getByText(/^This does not exist/)).toBeVisible()
  })

  test('asks who is logged in when the session was lost', async () => {
    let hasEnded = false
    const watchMyAccount = () => {
      hasEnded = true
      return { refused: 401 }
    }
    const getStatus = () => (hasEnded ? statuses.visitor : statuses.user)
    const { calls } = await check([], { watchMyAccount, getStatus })
    // What follows happens once in a page, and another test's may have been here before.
    const last = (id: string) => calls.findLastIndex((call) => call.id === id)
    await expect.poll(() => last('getStatus') > last('watchMyAccount')).toBe(true)
  })

  test('brings its words in the language of the person', async () => {
    const { screen } = await openScreen(
      '/user/index',
      customer({ watchMyAccount: seen('wrongKey', { serverId: 1, count: 2, at: NOW }) }),
      'zh-CN',
    )
    await screen.getByRole('button', { name: '连不上？现在检查' }).click()
    await expect.element(screen.getByText('设备连到了 Tokyo，但密码不对').first()).toBeVisible()
    await expect.element(screen.getByText('错误，连续 2 次')).toBeVisible()
  })

  test('is not offered by servers that cannot watch', async () => {
    const { screen } = await openScreen(
      '/user/index',
      customer({ getStatus: older(statuses.user) }),
    )
    await expect.element(screen.getByRole('button', { name: 'Connect' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Cannot connect? Check now' }).query()).toBeNull()
  })
})

describe('the check of an admin', () => {
  test('shows what clients met, from where, counted once', async () => {
    const address = '203.0.113.9'
    const before = seen('absent', {}, [{ reason: 'wrongKey', at: NOW - 9_000, count: 2, address }])
    const after = seen('refused', { serverId: 1, at: NOW, count: 1 }, [
      { reason: 'wrongKey', at: NOW, count: 3, address },
      { reason: 'refused', at: NOW, count: 1, address },
    ])
    const answers = [before, after]
    const { screen } = await openScreen('/admin/account/10', {
      getStatus: statuses.mainAdmin,
      getAccount: account,
      listServers: [],
      listOrders: [],
      listAccountFlowByServer: [],
      getAccountLastConnect: { lastConnect: 0 },
      watchAccount: () => (answers.length > 1 ? answers.shift()! : after),
    })
    await screen.getByRole('button', { name: 'More', exact: true }).click()
    await screen.getByRole('menuitem', { name: 'Check now' }).click()
    await expect.element(screen.getByText('Wrong password or method × 3')).toBeVisible()
    expect(screen.getByText('Wrong password or method × 2').query()).toBeNull()
    await expect.element(screen.getByText('Target not allowed')).toBeVisible()
    await expect.element(screen.getByText(/ · Tokyo · 203\.0\.113\.9$/).first()).toBeVisible()
    expect(screen.getByRole('button', { name: 'Send to support' }).query()).toBeNull()
  })
})
