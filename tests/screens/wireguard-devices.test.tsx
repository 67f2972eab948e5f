/** @module-tag long */
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type Answers, openScreen, statuses } from '../support/screens.ts'
import { aDevice, aTunnelAccount, KEY, TUNNEL } from '../support/tunnelScreens.ts'

const PHONE = aDevice({
  id: 7,
  name: 'Phone',
  privateKey: null,
  isConnected: false,
  lastHandshake: Date.now() - 3 * 3_600_000,
})

const page = (fields: Answers = {}): Answers => ({
  getStatus: { ...statuses.mainAdmin, wireGuardDevices: 2, keepDeviceKeys: false },
  getAccount: aTunnelAccount(),
  listServers: [TUNNEL],
  getAccountFlow: [0, 0],
  listDevices: [aDevice(), PHONE],
  ...fields,
})

describe('the WireGuard devices of an account', () => {
  test('show by their handshakes who is connected, and the traffic of each', async () => {
    const { screen } = await openScreen('/admin/account/9', page())
    await expect.element(screen.getByText('First device')).toBeVisible()
    await expect.element(screen.getByText('Connected', { exact: true })).toBeVisible()
    await expect.element(screen.getByText(/Last handshake/)).toBeVisible()
    await expect.element(screen.getByText('3 hours ago')).toBeVisible()
    await expect.element(screen.getByText(/203\.0\.113\.9:40000/).first()).toBeVisible()
  })

  test('never connected is said as such', async () => {
    const listDevices = [aDevice({ isConnected: false, lastHandshake: null })]
    const { screen } = await openScreen('/admin/account/9', page({ listDevices }))
    await expect.element(screen.getByText('Not connected yet')).toBeVisible()
  })

  test('a new one is named, and its code is shown this once', async () => {
    const made = aDevice({ id: 8, name: 'Tablet', presharedKey: KEY })
    const { screen, calls } = await openScreen('/admin/account/9', page({ addDevice: made }))
    await screen.getByRole('button', { name: 'Add device' }).click()
    const dialog = screen.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Add device' }).click()
    await expect.element(dialog.getByText('Give the device a name.')).toBeVisible()
    expect(calls.some(({ id }) => id === 'addDevice')).toBe(false)
    await dialog.getByRole('textbox').fill(' Tablet ')
    await dialog.getByRole('button', { name: 'Add device' }).click()
    await expect.element(screen.getByText(/This is shown once/)).toBeVisible()
    const file = screen
      .getByRole('link', { name: 'Save as file' })
      .or(screen.getByRole('button', { name: 'Save as file' }))
    const text = decodeURIComponent(file.first().element().getAttribute('href') ?? '')
    expect(text).toContain('Address = 10.100.118.30/32, fd10:100::1:7669/128')
    expect(text).toContain(`PresharedKey = ${KEY}`)
    expect(text).toContain('AllowedIPs = 0.0.0.0/0, ::/0')
    expect(calls.find(({ id }) => id === 'addDevice')?.body).toEqual({ name: 'Tablet' })
  })

  test('says why one is not added, and keeps what was typed', async () => {
    const { screen } = await openScreen(
      '/admin/account/9',
      page({ addDevice: { refused: 403, word: 'device name taken' } }),
    )
    await screen.getByRole('button', { name: 'Add device' }).click()
    await screen.getByRole('dialog').getByRole('textbox').fill('Phone')
    await screen.getByRole('dialog').getByRole('button', { name: 'Add device' }).click()
    await expect
      .element(screen.getByText('Another device of this account has this name.'))
      .toBeVisible()
    await expect.element(screen.getByRole('dialog').getByRole('textbox')).toHaveValue('Phone')
  })

  test('is removed only after a confirmation', async () => {
    const { screen, calls } = await openScreen(
      '/admin/account/9',
      page({ removeDevice: 'success' }),
    )
    await screen.getByRole('button', { name: 'Actions for Phone' }).click()
    // Its key was shown once: there is nothing to show.
    await expect
      .element(screen.getByRole('menuitem', { name: 'Show configuration' }))
      .not.toBeInTheDocument()
    await screen.getByRole('menuitem', { name: 'Remove' }).click()
    expect(calls.some(({ id }) => id === 'removeDevice')).toBe(false)
    await screen.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect.poll(() => calls.filter(({ id }) => id === 'removeDevice').length).toBe(1)
  })

  test('no more than the setting allows can be added', async () => {
    const listDevices = [aDevice(), PHONE, { ...PHONE, id: 8, name: 'Tablet' }]
    const { screen } = await openScreen('/admin/account/9', page({ listDevices }))
    await expect
      .element(screen.getByText('Device limit reached. Remove one to add another.'))
      .toBeVisible()
    await expect
      .element(screen.getByRole('button', { name: 'Add device' }))
      .toHaveAttribute('aria-disabled', 'true')
  })

  test('with its keys stored is shown again, without a warning that it is the last time', async () => {
    const stored = { ...PHONE, privateKey: KEY, presharedKey: KEY }
    const getStatus = { ...statuses.mainAdmin, wireGuardDevices: 2, keepDeviceKeys: true }
    const { screen } = await openScreen(
      '/admin/account/9',
      page({ getStatus, listDevices: [aDevice(), stored] }),
    )
    await screen.getByRole('button', { name: 'Actions for Phone' }).click()
    await screen.getByRole('menuitem', { name: 'Show configuration' }).click()
    await expect.element(screen.getByRole('img', { name: /configuration for Tokyo/ })).toBeVisible()
    await expect.element(screen.getByText(/This is shown once/)).not.toBeInTheDocument()
  })

  test('are for other apps as well: by a link where the key is kept, else as a file', async () => {
    const kept = { ...PHONE, privateKey: KEY, presharedKey: KEY, isKept: true }
    const getStatus = { ...statuses.mainAdmin, subscribe: true, site: 'https://shop.example.com' }
    const { screen } = await openScreen(
      '/admin/account/9',
      page({
        getStatus,
        listDevices: [aDevice({ isKept: false }), kept],
        getAccountSubscription: { id: 9, subscribe: 'c0ffee' },
      }),
    )
    const hrefs = async (device: string) => {
      await screen.getByRole('button', { name: `Actions for ${device}` }).click()
      await screen.getByRole('menuitem', { name: 'Show configuration' }).click()
      await screen.getByRole('button', { name: 'For other apps' }).click()
      await expect
        .element(screen.getByRole('menuitem', { name: 'Save for sing-box' }))
        .toBeVisible()
      const items = screen.getByRole('menuitem').elements()
      return items.map((item) => [item.textContent, item.getAttribute('href') ?? ''] as const)
    }
    const found = new Map(await hrefs('Phone'))
    const link = encodeURIComponent(
      'https://shop.example.com/api/user/account/subscribe/c0ffee?type=singbox&ip=0&flow=0&device=7',
    )
    expect(found.get('Open in sing-box')).toMatch(`sing-box://import-remote-profile?url=${link}#`)
    expect(found.get('Open in Clash (Mihomo)')).toMatch(/^clash:\/\/install-config\?url=https/)
    const file = decodeURIComponent(found.get('Save for sing-box') ?? '').replace(/^[^{]*/, '')
    expect(JSON.parse(file).endpoints).toMatchObject([
      { tag: 'Tokyo 01', private_key: KEY, peers: [{ address: 'jp01.example.com', port: 51_820 }] },
    ])
    const { userEvent } = await import('vitest/browser')
    await userEvent.keyboard('{Escape}')
    await screen.getByRole('button', { name: 'Close' }).click()
    expect((await hrefs('First device')).map(([text]) => text)).toEqual([
      'Save for sing-box',
      'Save for Clash (Mihomo)',
    ])
  })

  test('of an AmneziaWG server are for the apps that speak it alone', async () => {
    const amnezia = { jc: 4, jmin: 40, jmax: 80, s1: 20, s2: 30, h1: 11, h2: 12, h3: 13, h4: 14 }
    const { screen } = await openScreen(
      '/admin/account/9',
      page({ listServers: [{ ...TUNNEL, amnezia }], listDevices: [aDevice()] }),
    )
    await screen.getByRole('button', { name: 'Actions for First device' }).click()
    await screen.getByRole('menuitem', { name: 'Show configuration' }).click()
    await expect.element(screen.getByText(/install the AmneziaWG app/)).toBeVisible()
    const saved = screen.getByRole('link', { name: 'Save as file' }).element().getAttribute('href')
    expect(decodeURIComponent(saved ?? '')).toContain('Jc = 4\nJmin = 40\n')
    await screen.getByRole('button', { name: 'For other apps' }).click()
    await expect.element(screen.getByRole('menuitem', { name: /Mihomo/ })).toBeVisible()
    expect(screen.getByRole('menuitem').elements()).toHaveLength(1)
  })

  test('without a kept key get a new one, which is shown once', async () => {
    const made = { ...PHONE, privateKey: KEY, presharedKey: KEY, isKept: false }
    const { screen, calls } = await openScreen(
      '/admin/account/9',
      page({ listDevices: [aDevice(), { ...PHONE, isKept: false }], renewKey: made }),
    )
    await expect.element(screen.getByText(/Its key is not kept/)).toBeVisible()
    await screen.getByRole('button', { name: 'Actions for Phone' }).click()
    await screen.getByRole('menuitem', { name: 'New key' }).click()
    const dialog = screen.getByRole('alertdialog', { name: 'A new key for Phone?' })
    await dialog.getByRole('button', { name: 'New key' }).click()
    await expect.element(screen.getByText(/This is shown once/)).toBeVisible()
    await expect.element(screen.getByRole('img', { name: /configuration for Tokyo/ })).toBeVisible()
    expect(calls.filter(({ id }) => id === 'renewKey')).toHaveLength(1)
  })

  test('are requested again where they could not be loaded', async () => {
    let tries = 0
    const listDevices = () => (++tries === 1 ? { refused: 500 } : [PHONE])
    const { screen } = await openScreen('/admin/account/9', page({ listDevices }))
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(screen.getByText('Phone', { exact: true })).toBeVisible()
  })

  test('cannot be changed without a network, and say so', async () => {
    const { screen } = await openScreen('/admin/account/9', page())
    await expect.element(screen.getByText('Phone', { exact: true })).toBeVisible()
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    dispatchEvent(new Event('offline'))
    const add = screen.getByRole('button', { name: 'Add device' })
    await expect.element(add).toHaveAttribute('aria-disabled', 'true')
    await expect.element(add).toHaveAttribute('title', 'There is no network.')
    await screen.getByRole('button', { name: 'Actions for Phone' }).click()
    await expect
      .element(screen.getByRole('menuitem', { name: 'Remove' }))
      .toHaveAttribute('aria-disabled', 'true')
  })
})

describe('the WireGuard devices of a customer', () => {
  const mine = (fields: Answers = {}): Answers => ({
    getStatus: { ...statuses.user, wireGuardDevices: 2, keepDeviceKeys: false },
    listMyAccounts: [aTunnelAccount()],
    listMyServers: [TUNNEL],
    listMyDevices: [aDevice(), PHONE],
    listMyOrders: [],
    listMyNotices: [],
    getMyUsage: [1e9, 2e9, 3e9],
    getMyFlow: [1e9],
    getMyLastConnect: { lastConnect: 0 },
    getMyFlowChart: [],
    ...fields,
  })

  test('show their shares on the home screen, the largest first, once there are two', async () => {
    const first = aDevice({ up: 1e9, down: 0 })
    const phone = { ...PHONE, up: 1e9, down: 2e9 }
    const { screen } = await openScreen('/user/index', mine({ listMyDevices: [first, phone] }))
    const shares = screen.getByRole('list', { name: 'Traffic by device' })
    await expect.element(shares).toBeVisible()
    const rows = shares.getByRole('listitem').elements()
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/^Phone.*3.*GB.*75%$/),
      expect.stringMatching(/^First device.*1.*GB.*25%$/),
    ])
  })

  test('show no shares while there is one', async () => {
    const { screen, calls } = await openScreen(
      '/user/index',
      mine({ listMyDevices: [aDevice({ up: 1e9, down: 0 })] }),
    )
    await expect.poll(() => calls.some(({ id }) => id === 'listMyDevices')).toBe(true)
    await expect.element(screen.getByText('Used by all accounts')).toBeVisible()
    await expect.element(screen.getByText('Traffic by device')).not.toBeInTheDocument()
  })

  test('are set up step by step, in the words of the app', async () => {
    const { screen } = await openScreen('/user/account', mine())
    await screen.getByRole('button', { name: 'Connect', exact: true }).first().click()
    const sheet = screen.getByRole('dialog')
    await expect
      .element(sheet.getByRole('img', { name: 'Code to connect through Tokyo 01' }))
      .toBeVisible()
    await sheet.getByLabelText('Set it up on').selectOptions('Android')
    await expect.element(sheet.getByText(/“Scan from QR code”/)).toBeVisible()
    await sheet.getByLabelText('Set it up on').selectOptions('Linux')
    await expect.element(sheet.getByText(/wg-quick up wg0/)).toBeVisible()
    const file = sheet
      .getByRole('link', { name: 'Save as file' })
      .or(sheet.getByRole('button', { name: 'Save as file' }))
    expect(file.first().element().getAttribute('download')).toBe('Tokyo01-3-30000.conf')
  })

  test('are handed to an app where the browser can, and else saved', async () => {
    const share = vi.fn(async () => undefined)
    Object.assign(navigator, { canShare: () => true, share })
    const { screen } = await openScreen('/user/account', mine())
    await screen.getByRole('button', { name: 'Connect', exact: true }).first().click()
    await screen.getByRole('button', { name: 'Open in an app' }).click()
    const [{ files }] = share.mock.calls[0] as unknown as [{ files: File[] }]
    expect(files[0]?.name).toBe('Tokyo01-3-30000.conf')
    expect(await files[0]?.text()).toContain('[Interface]')
  })

  test('are added from the code, which is for one of them', async () => {
    const made = aDevice({ id: 8, name: 'Tablet', presharedKey: KEY })
    const { screen, calls } = await openScreen('/user/account', mine({ addMyDevice: made }))
    await screen.getByRole('button', { name: 'Connect', exact: true }).first().click()
    await expect.element(screen.getByText(/two devices would disconnect each other/)).toBeVisible()
    await screen.getByRole('button', { name: 'Add another device' }).click()
    await screen.getByRole('textbox', { name: 'Name of the device' }).fill('Tablet')
    await screen.getByRole('dialog').getByRole('button', { name: 'Add device' }).click()
    await expect.element(screen.getByText(/This is shown once/)).toBeVisible()
    expect(calls.find(({ id }) => id === 'addMyDevice')?.body).toEqual({ name: 'Tablet' })
  })

  test('are kept plain where the site is', async () => {
    const getStatus = { ...statuses.user, wireGuardDevices: 2, simple: true }
    const { screen } = await openScreen('/user/account', mine({ getStatus }))
    await expect.element(screen.getByText('First device')).toBeVisible()
    await expect.element(screen.getByText(/10\.100\.118\.30/)).not.toBeInTheDocument()
  })

  test('cannot be added where the site allows none', async () => {
    const getStatus = { ...statuses.user, wireGuardDevices: 0 }
    const { screen } = await openScreen('/user/account', mine({ getStatus }))
    await screen.getByRole('button', { name: 'Connect', exact: true }).first().click()
    await expect.element(screen.getByText(/two devices would disconnect each other/)).toBeVisible()
    await expect
      .element(screen.getByRole('button', { name: 'Add another device' }))
      .not.toBeInTheDocument()
  })
})

afterEach(() => {
  vi.restoreAllMocks()
  Reflect.deleteProperty(navigator, 'canShare')
  Reflect.deleteProperty(navigator, 'share')
})
