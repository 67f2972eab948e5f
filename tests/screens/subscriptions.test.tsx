/** @module-tag long */
import { beforeEach, describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { Answer } from '#contract'
import { type Answers, openScreen, statuses } from '../support/screens.ts'

const TOKEN = 'c0ffee'.padEnd(32, '0')
const NEW = 'beef'.padEnd(32, '0')
const SITE = 'http://test/api/user/account/subscribe'

const account: Answer<'getAccount'> = {
  id: 10,
  type: 1,
  orderId: 0,
  userId: 7,
  server: null,
  port: 50_000,
  password: 'AutoPass01',
  key: null,
  data: null,
  status: 0,
  autoRemove: 0,
  autoRemoveDelay: 0,
  multiServerFlow: 1,
  active: 1,
  user: 'ann@example.com',
  publicKey: 'public=',
  privateKey: 'private=',
  flowUsed: 0,
  state: 'unlimited',
}

const shadowsocks: Answer<'listServers'>[number] = {
  id: 1,
  type: 'Shadowsocks',
  host: 'tokyo.test',
  name: 'Tokyo',
  port: 0,
  password: '',
  method: 'aes-256-gcm',
  scale: 1,
  comment: '',
  shift: 0,
  key: null,
  net: null,
  wgPort: null,
}

const wireguard = {
  ...shadowsocks,
  id: 2,
  type: 'WireGuard' as const,
  name: 'Frankfurt 1',
  host: '192.0.2.1:wg.test',
  key: 'serverkey=',
  net: '10.100.0.0/16',
  wgPort: 51_820,
}

const openUser = (answers: Answers = {}) =>
  openScreen('/user/account', {
    getStatus: statuses.user,
    listMyOrders: [],
    listMyAccounts: [account],
    listMyServers: [shadowsocks],
    listMyNotices: [],
    getMyFlow: [0],
    getMyFlowChart: [],
    getMyLastConnect: { lastConnect: 0 },
    getMySubscription: { id: 10, subscribe: TOKEN },
    ...answers,
  })

const openAdmin = (answers: Answers = {}) =>
  openScreen('/admin/account/10', {
    getStatus: statuses.mainAdmin,
    getAccount: account,
    listServers: [shadowsocks, wireguard],
    getAccountFlow: [0],
    getAccountSubscription: { id: 10, subscribe: TOKEN },
    ...answers,
  })

type Screen = Awaited<ReturnType<typeof openScreen>>['screen']

async function openSubscription(screen: Screen) {
  await userEvent.click(screen.getByRole('button', { name: 'Connect' }).first())
  // Older servers have nothing else.
  const single = screen.getByRole('button', { name: /^Single servers/ })
  await expect
    .element(single.or(screen.getByRole('button', { name: 'Subscription' })))
    .toBeVisible()
  if (single.query()) await userEvent.click(single)
  await userEvent.click(screen.getByRole('button', { name: 'Subscription' }))
  return screen.getByRole('dialog')
}

async function openMenu(screen: Screen, name: string) {
  await userEvent.click(screen.getByRole('button', { name: 'More' }))
  await userEvent.click(screen.getByRole('menuitem', { name }))
  return screen.getByRole('dialog')
}

beforeEach(() => sessionStorage.clear())

describe('the subscription dialog', () => {
  test('shows an admin what an app gets, and what it does not', async () => {
    const { screen, calls } = await openAdmin({
      previewAccountSubscription: (_body, { searchParams }) =>
        searchParams.get('type') === 'mihomo'
          ? { entries: [{ serverId: 3, name: 'Tokyo 01', carrier: 'trojan' }], leftOut: [] }
          : { entries: [], leftOut: [{ serverId: 3, name: 'Tokyo 01', reason: 'app' }] },
    })
    const dialog = await openMenu(screen, 'Subscription link')
    await expect.element(dialog.getByText('No server at all.')).toBeVisible()
    await expect.element(dialog.getByText('Tokyo 01 not for this app')).toBeVisible()
    await userEvent.selectOptions(dialog.getByLabelText('App', { exact: true }), 'mihomo')
    await expect.element(dialog.getByText('Tokyo 01 Trojan')).toBeVisible()
    expect(dialog.getByText('Left out').query()).toBeNull()
    const asked = calls.filter(({ id }) => id === 'previewAccountSubscription')
    expect(asked.map(({ url }) => url.search)).toEqual(['?type=shadowrocket', '?type=mihomo'])
  })

  test('gives each app its link, and opens those that can be opened', async () => {
    const { screen } = await openUser()
    const dialog = await openSubscription(screen)
    await expect
      .element(dialog.getByText(`${SITE}/${TOKEN}?type=shadowrocket&ip=0&flow=0`))
      .toBeVisible()
    await userEvent.selectOptions(dialog.getByLabelText('App', { exact: true }), 'mihomo')
    await userEvent.click(dialog.getByRole('switch', { name: /IP addresses/ }))
    await userEvent.click(dialog.getByRole('switch', { name: /Show traffic/ }))
    const link = `${SITE}/${TOKEN}?type=mihomo&ip=1&flow=1`
    await expect.element(dialog.getByText(link)).toBeVisible()
    await expect
      .element(dialog.getByRole('link', { name: /^Open in Mihomo/ }))
      .toHaveAttribute(
        'href',
        expect.stringContaining(`clash://install-config?url=${encodeURIComponent(link)}`),
      )
    await expect
      .element(dialog.getByRole('img', { name: /Subscription link for Mihomo/ }))
      .toBeVisible()
    await userEvent.selectOptions(dialog.getByLabelText('App', { exact: true }), 'potatso')
    await expect.element(dialog.getByText(/type=potatso/)).toBeVisible()
    expect(dialog.getByRole('link').query()).toBeNull()
    await userEvent.selectOptions(dialog.getByLabelText('App', { exact: true }), 'any')
    await expect.element(dialog.getByText(`${SITE}/${TOKEN}?ip=1&flow=1`)).toBeVisible()
    await expect.element(dialog.getByText(/in the format it reads/)).toBeVisible()
    expect(dialog.getByRole('link').query()).toBeNull()
  })

  test('renews the link after a confirmation', async () => {
    let token = TOKEN
    const { screen } = await openUser({
      getMySubscription: () => ({ id: 10, subscribe: token }),
      renewMySubscription: () => ({ id: 10, subscribe: (token = NEW) }),
    })
    const dialog = await openSubscription(screen)
    await userEvent.click(dialog.getByRole('button', { name: 'Create a new link' }))
    await userEvent.click(
      screen.getByRole('alertdialog').getByRole('button', { name: 'Create a new link' }),
    )
    await expect.element(screen.getByText(new RegExp(NEW))).toBeVisible()
    await expect.element(screen.getByText(/Enter it in every app again/)).toBeVisible()
  })

  test.each([
    ['goes on for the hours that the site says', false, null],
    ['ends at once on request', true, 'true'],
  ])('the former link %s', async (_what, ends, sent) => {
    const { screen, calls } = await openUser({
      getStatus: { ...statuses.user, graceHours: 1 },
      renewMySubscription: { id: 10, subscribe: NEW },
    })
    const dialog = await openSubscription(screen)
    await userEvent.click(dialog.getByRole('button', { name: 'Create a new link' }))
    const question = screen.getByRole('alertdialog')
    await expect.element(question.getByText(/works for 1 more hour\./)).toBeVisible()
    if (ends) {
      await userEvent.click(question.getByLabelText('End the present link at once'))
      await expect.element(question.getByText(/stop being updated until/)).toBeVisible()
    }
    await userEvent.click(question.getByRole('button', { name: 'Create a new link' }))
    await expect.element(screen.getByText(/Enter it in every app again/)).toBeVisible()
    const renewal = calls.find(({ id }) => id === 'renewMySubscription')
    expect(renewal?.url.searchParams.get('endsFormer')).toBe(sent)
  })

  test('lets an admin renew the link of a customer, or says why not', async () => {
    const { screen } = await openAdmin({ renewAccountSubscription: { refused: 403 } })
    const dialog = await openMenu(screen, 'Subscription link')
    await userEvent.click(dialog.getByRole('button', { name: 'Create a new link' }))
    await userEvent.click(
      screen.getByRole('alertdialog').getByRole('button', { name: 'Create a new link' }),
    )
    await expect.element(screen.getByText(/no longer in your group/)).toBeVisible()
  })
})

describe('the WireGuard dialog', () => {
  test('shows the file, and what it becomes with other name servers', async () => {
    const { screen } = await openAdmin()
    const dialog = await openMenu(screen, 'WireGuard config')
    await expect.element(dialog.getByText('wg.test:51820', { exact: true })).toBeVisible()
    await expect.element(dialog.getByText('10.100.196.217', { exact: true })).toBeVisible()
    const file = dialog.getByRole('link', { name: 'Save as file' })
    await expect.element(file).toHaveAttribute('download', 'Frankfu-2-50000.conf')
    const text = () =>
      decodeURIComponent(file.element().getAttribute('href')?.split(',').slice(1).join(',') ?? '')
    expect(text()).toContain('PrivateKey = private=\nDNS = 8.8.8.8\n')
    await userEvent.fill(dialog.getByLabelText('DNS servers'), '1.1.1.1 9.9.9.9')
    await expect.poll(text).toContain('DNS = 1.1.1.1, 9.9.9.9\n')
    await userEvent.fill(dialog.getByLabelText('DNS servers'), 'nobody')
    await expect.element(dialog.getByText('Enter one or more IP addresses.')).toBeVisible()
    expect(file.query()).toBeNull()
  })

  test('starts from the name servers of the site, then from those typed last', async () => {
    const getStatus = { ...statuses.mainAdmin, subscribe: true, wireguardDns: '10.0.0.53' }
    const { screen } = await openAdmin({ getStatus })
    const dialog = await openMenu(screen, 'WireGuard config')
    const field = dialog.getByLabelText('DNS servers')
    await expect.element(field).toHaveValue('10.0.0.53')
    await userEvent.fill(field, '1.1.1.1')
    await screen.unmount()
    const again = (await openAdmin({ getStatus })).screen
    const dialogAgain = await openMenu(again, 'WireGuard config')
    await expect.element(dialogAgain.getByLabelText('DNS servers')).toHaveValue('1.1.1.1')
  })

  test('opens for customers, too', async () => {
    const { screen } = await openUser({ listMyServers: [{ ...wireguard, host: 'wg.test' }] })
    await userEvent.click(screen.getByRole('button', { name: 'Connect' }).first())
    await userEvent.click(screen.getByRole('button', { name: 'WireGuard configuration' }))
    await expect.element(screen.getByText('wg.test:51820', { exact: true })).toBeVisible()
  })

  test('shows customers plainly that their port is too high', async () => {
    const { screen } = await openUser({
      listMyAccounts: [{ ...account, port: 65_024 }],
      listMyServers: [{ ...wireguard, host: 'wg.test' }],
    })
    await userEvent.click(screen.getByRole('button', { name: 'Connect' }).first())
    await userEvent.click(screen.getByRole('button', { name: 'WireGuard configuration' }))
    await expect.element(screen.getByText(/Port 65024 cannot be used/)).toBeVisible()
  })

  test.each([
    ['a port without an address', { ...account, port: 65_024 }, wireguard, /Port 65024 cannot/],
    [
      'no keys',
      { ...account, publicKey: '', privateKey: '' },
      wireguard,
      /keys .* are not created yet/,
    ],
    ['a key that is not kept', { ...account, privateKey: '' }, wireguard, /is not kept/],
    ['a server without a key', account, { ...wireguard, key: null }, /not set up completely/],
  ])('says why there is none: %s', async (_case, someAccount, server, words) => {
    const { screen } = await openAdmin({ getAccount: someAccount, listServers: [server] })
    const dialog = await openMenu(screen, 'WireGuard config')
    await expect.element(dialog.getByText(words)).toBeVisible()
  })
})
