/** @module-tag long */
import { describe, expect, test } from 'vitest'
import type { Schema } from '#contract'
import { type Answers, openScreen, statuses } from '../support/screens.ts'
import { aDevice, aTunnelAccount } from '../support/tunnelScreens.ts'

const TOKEN = 'a'.repeat(32)
const proxy = (fields: Partial<Schema<'DeviceProxyKey'>> = {}): Schema<'DeviceProxyKey'> => ({
  app: '',
  isWaiting: false,
  fetchTime: null,
  lastSeen: null,
  networks: 0,
  addresses: [],
  ...fields,
})
const device = (id: number, name: string, fields: Parameters<typeof proxy>[0] = {}) =>
  aDevice({
    id,
    name,
    publicKey: '',
    privateKey: null,
    lastHandshake: null,
    isConnected: false,
    servers: [],
    proxy: proxy(fields),
  })

const OTHERS = device(0, '')
const PHONE = device(7, 'iPhone 15', {
  app: 'iPhone 15 · iOS 18',
  lastSeen: Date.now() - 5_000,
  networks: 1,
})
const LAPTOP = device(8, 'Laptop', { networks: 3 })
const ROUTER = device(9, 'Router')

const account = (most = 3, asks = false): Schema<'Account'> => ({
  ...aTunnelAccount(),
  devices: { most, asks },
})

const mine = (fields: Answers = {}): Answers => ({
  getStatus: { ...statuses.user, wireGuardDevices: 0, site: 'https://shop.example' },
  listMyAccounts: [account()],
  listMyServers: [],
  listMyDevices: [OTHERS, PHONE, LAPTOP, ROUTER],
  listMyOrders: [],
  listMyNotices: [],
  getMyUsage: [1e9, 2e9, 3e9],
  getMyFlow: [1e9],
  getMyLastConnect: { lastConnect: 0 },
  getMyFlowChart: [],
  ...fields,
})

describe('a customer with a phone, a laptop and a router', () => {
  test('sees three devices, and what all other apps share', async () => {
    const { screen } = await openScreen('/user/account', mine())
    for (const name of ['iPhone 15', 'Laptop', 'Router', 'Other apps'])
      await expect.element(screen.getByText(name, { exact: true })).toBeVisible()
    await expect.element(screen.getByText(/^3 of 3 devices\./)).toBeVisible()
    await expect.element(screen.getByText('Connected', { exact: true })).toBeVisible()
    await expect.element(screen.getByText('iPhone 15 · iOS 18')).toBeVisible()
    // Only one that is on several networks is remarked upon.
    await expect.element(screen.getByText(/On 3 networks in the last 15 minutes/)).toBeVisible()
    expect(screen.getByText(/networks? in the last/).elements()).toHaveLength(1)
    await expect
      .element(screen.getByText('Device limit reached. Remove one to add another.'))
      .toBeVisible()
  })

  test('gets the link of one of them, with its code', async () => {
    const { screen, calls } = await openScreen(
      '/user/account',
      mine({ getMyDeviceLink: { id: 9, subscribe: TOKEN } }),
    )
    await screen.getByRole('button', { name: 'Actions for Router' }).click()
    await screen.getByRole('menuitem', { name: 'Show link' }).click()
    await expect.element(screen.getByRole('img', { name: 'Link of Router' })).toBeVisible()
    await expect.element(screen.getByText(new RegExp(TOKEN))).toBeVisible()
    expect(calls.some(({ id }) => id === 'getMyDeviceLink')).toBe(true)
  })

  test('has no link for what other apps share, and cannot remove that', async () => {
    const { screen } = await openScreen('/user/account', mine())
    await screen.getByRole('button', { name: 'Actions for Other apps' }).click()
    for (const name of ['Show link', 'Remove', 'Rename'])
      await expect.element(screen.getByRole('menuitem', { name })).not.toBeInTheDocument()
  })

  test('is asked about a fourth, and lets it in, or is told why not', async () => {
    const waiting = device(10, 'Tablet', { isWaiting: true })
    const answers = { refused: 403, word: 'device limit' }
    const { screen, calls } = await openScreen(
      '/user/account',
      mine({ listMyDevices: [OTHERS, PHONE, waiting], admitMyDevice: answers }),
    )
    await expect.element(screen.getByText('Waits to be let in')).toBeVisible()
    await expect.element(screen.getByText(/^1 of 3 devices\./)).toBeVisible()
    await screen.getByRole('button', { name: 'Let in' }).click()
    expect(calls.some(({ id }) => id === 'admitMyDevice')).toBe(false)
    await screen.getByRole('alertdialog').getByRole('button', { name: 'Let in' }).click()
    await expect.element(screen.getByText(/reached its limit of devices/)).toBeVisible()
    expect(calls.filter(({ id }) => id === 'admitMyDevice')).toHaveLength(1)
  })

  test('chooses whether to be asked', async () => {
    const { screen, calls } = await openScreen(
      '/user/account',
      mine({ chooseMyDeviceRule: 'success' }),
    )
    await screen.getByRole('switch', { name: 'Ask me before a device too many gets in' }).click()
    await expect
      .poll(() => calls.find(({ id }) => id === 'chooseMyDeviceRule')?.body)
      .toEqual({ asks: true })
  })

  test('sees none of it where devices are not told apart', async () => {
    const { screen, calls } = await openScreen(
      '/user/account',
      mine({ listMyAccounts: [account(0)] }),
    )
    await expect.element(screen.getByRole('heading', { name: 'Access' }).first()).toBeVisible()
    expect(calls.some(({ id }) => id === 'listMyDevices')).toBe(false)
    // A number that is nothing is no text between the cards either.
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const alone: (string | undefined)[] = []
    while (texts.nextNode()) {
      const { textContent, parentElement } = texts.currentNode
      if (textContent === '0') alone.push(parentElement?.tagName)
    }
    // One of a size of traffic stands in a word of its own.
    expect(alone.filter((tag) => tag !== 'SPAN')).toEqual([])
  })
})
