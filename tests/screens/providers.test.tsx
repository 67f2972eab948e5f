/** @module-tag long */
import { describe, expect, test, vi } from 'vitest'
import type { Schema } from '#contract'
import { knownStatus } from '#device/status.ts'
import { type Answers, openScreen, statuses } from '../support/screens.ts'

const TIME = Date.UTC(2026, 10, 21, 10)

function alipay(fields: Partial<Schema<'AlipayProvider'>> = {}): Schema<'AlipayProvider'> {
  return {
    kind: 'alipay',
    on: false,
    gateway: 'https://openapi.alipay.com/gateway.do',
    appId: '',
    sellerId: '',
    alipayPublicKey: '',
    hasPrivateKey: false,
    appPublicKey: null,
    notifyUrl: 'http://test/api/user/alipay/callback',
    tested: null,
    ...fields,
  }
}

function paypal(fields: Partial<Schema<'PaypalProvider'>> = {}): Schema<'PaypalProvider'> {
  return {
    kind: 'paypal',
    on: false,
    mode: 'sandbox',
    address: '',
    clientId: '',
    hasClientSecret: false,
    notifyUrl: 'http://test/api/user/paypal/callback',
    tested: null,
    ...fields,
  }
}

const savedAlipay = alipay({
  on: true,
  appId: '2021000000000001',
  alipayPublicKey: 'MIIBIjAN',
  hasPrivateKey: true,
  appPublicKey: 'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A',
})
const savedPaypal = paypal({ on: true, clientId: 'client', hasClientSecret: true })

/** A site with these providers, which stores what is sent to it as the server does. */
function site(fields: Answers = {}, stored: Schema<'Provider'>[] = [alipay(), paypal()]): Answers {
  return {
    getStatus: statuses.mainAdmin,
    listServers: [],
    getPaymentSetting: { month: { alipay: 9.99, paypal: 1.5, flow: 100_000 } },
    getProvider: (_body, { pathname }) =>
      stored.find(({ kind }) => pathname.endsWith(kind)) ?? { refused: 404 },
    ...fields,
  }
}

const EDIT = '/admin/settings/editPayment'

describe('payment list', () => {
  const tested = { time: TIME, result: 'wrong public key', detail: 'bad signature' } as const

  test('says what is on, where it leads, and how its test went', async () => {
    const stored = [{ ...savedAlipay, tested }, paypal()]
    const { screen } = await openScreen('/admin/settings/paymentList', site({}, stored))
    const row = screen.getByRole('link', {
      name: /^Alipay.*Live · Wrong Alipay public key.*On$/,
    })
    await expect.element(row).toHaveAttribute('href', `${EDIT}/alipay`)
    const other = screen.getByRole('link', { name: /^PayPal.*Not set up.*Off$/ })
    await expect.element(other).toHaveAttribute('href', `${EDIT}/paypal`)
  })

  test('lists the prices of each period', async () => {
    const { screen } = await openScreen('/admin/settings/paymentList', site())
    const month = screen.getByRole('link', { name: /^Month.*100 GB.*CN¥9\.99 · \$1\.50/ })
    await expect.element(month).toHaveAttribute('href', `${EDIT}/month`)
    await expect.element(screen.getByRole('link', { name: /^Quarter.*Not set up/ })).toBeVisible()
  })

  test('is reached from the settings, and closed to other admins', async () => {
    const { screen } = await openScreen('/admin/settings', site())
    await expect.element(screen.getByRole('link', { name: /^Payment methods/ })).toBeVisible()
    const other = await openScreen(`${EDIT}/alipay`, site({ getStatus: statuses.admin }))
    await expect.poll(() => other.router.state.location.pathname).toBe('/admin/settings')
  })

  test('is where an address leads that names nothing', async () => {
    const { router } = await openScreen(`${EDIT}/century`, site())
    await expect.poll(() => router.state.location.pathname).toBe('/admin/settings/paymentList')
  })
})

describe('alipay', () => {
  test('names what is missing before it is switched on, then sends it', async () => {
    const { screen, calls } = await openScreen(`${EDIT}/alipay`, site({ editProvider: 'success' }))
    await screen.getByRole('switch', { name: 'Customers may pay with Alipay' }).click()
    const save = screen.getByRole('button', { name: 'Save' })
    await save.click()
    for (const text of [
      'Enter the app ID.',
      'Enter the private key.',
      'Enter Alipay’s public key.',
    ])
      await expect.element(screen.getByText(text)).toBeVisible()
    expect(calls.some(({ id }) => id === 'editProvider')).toBe(false)
    await screen.getByLabelText('Gateway').selectOptions('sandbox')
    await screen.getByLabelText('App ID').fill(' 2021000000000001 ')
    await screen.getByLabelText('Private key of the app').fill('-----BEGIN PRIVATE KEY----- abc')
    await screen.getByLabelText('Alipay public key').fill('MIIBIjAN')
    await save.click()
    await expect
      .poll(() => calls.find(({ id }) => id === 'editProvider')?.body)
      .toEqual({
        data: {
          kind: 'alipay',
          on: true,
          gateway: 'https://openapi-sandbox.dl.alipaydev.com/gateway.do',
          appId: '2021000000000001',
          sellerId: '',
          alipayPublicKey: 'MIIBIjAN',
          privateKey: '-----BEGIN PRIVATE KEY----- abc',
        },
      })
    await expect.poll(() => knownStatus()?.status.alipay).toBe(true)
  })

  test('never shows the key there is, and sends none unless it is replaced', async () => {
    const { screen, calls } = await openScreen(
      `${EDIT}/alipay`,
      site({ editProvider: 'success' }, [savedAlipay]),
    )
    await expect.element(screen.getByText('Kept on the server, not shown.')).toBeVisible()
    await screen.getByLabelText('Seller ID').fill('2088000000000001')
    await screen.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => calls.filter(({ id }) => id === 'editProvider')).toHaveLength(1)
    const sent = calls.find(({ id }) => id === 'editProvider')?.body as { data: object }
    expect(sent.data).toMatchObject({ sellerId: '2088000000000001' })
    expect(sent.data).not.toHaveProperty('privateKey')
  })

  test('puts together what was typed with what was saved from another place meanwhile', async () => {
    let stored: Schema<'Provider'> = { ...savedAlipay, revision: 'r1' }
    const { screen, calls } = await openScreen(
      `${EDIT}/alipay`,
      site({
        getProvider: () => stored,
        editProvider: (sent) =>
          (sent as { revision?: string }).revision === stored.revision
            ? 'success'
            : { refused: 409, word: 'changed meanwhile' },
      }),
    )
    await screen.getByLabelText('Seller ID').fill('2088000000000001')
    stored = { ...savedAlipay, on: false, revision: 'r2' }
    const save = screen.getByRole('button', { name: 'Save', exact: true })
    await save.click()
    const dialog = screen.getByRole('alertdialog', { name: 'Someone else changed this' })
    await expect.element(dialog.getByText('Customers may pay with Alipay')).toBeVisible()
    await dialog.getByRole('button', { name: 'Merge both' }).click()
    await save.click()
    await expect
      .poll(() => calls.filter(({ id }) => id === 'editProvider').at(-1)?.body)
      .toMatchObject({ revision: 'r2', data: { on: false, sellerId: '2088000000000001' } })
  })

  test('takes a new key in place of the old one, or keeps that after all', async () => {
    const { screen } = await openScreen(`${EDIT}/alipay`, site({}, [savedAlipay]))
    await screen.getByRole('button', { name: 'Replace: Private key of the app' }).click()
    const field = screen.getByLabelText('Private key of the app')
    await expect.element(field).toHaveFocus()
    await expect.element(field).toHaveAttribute('type', 'password')
    await field.fill('new')
    await screen.getByRole('button', { name: 'Keep the current one' }).click()
    await expect.element(screen.getByText('Kept on the server, not shown.')).toBeVisible()
  })

  test.each([
    ['own public key', /the public key of your own app/],
    ['bad private key', /private key cannot be read/],
    ['bad public key', /public key cannot be read/],
    ['', /were not saved/],
  ])('says why it is refused: %s', async (word, text) => {
    const refused = site({ editProvider: { refused: 403, word } }, [savedAlipay])
    const { screen } = await openScreen(`${EDIT}/alipay`, refused)
    await screen.getByRole('button', { name: 'Save' }).click()
    await expect.element(screen.getByText(text)).toBeVisible()
  })

  test('shows what Alipay needs, to be copied', async () => {
    const { screen } = await openScreen(`${EDIT}/alipay`, site({}, [savedAlipay]))
    await expect.element(screen.getByText('http://test/api/user/alipay/callback')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Copy Notify address' })).toBeVisible()
    const key = screen.getByRole('button', { name: 'Copy Public key of the app' })
    await expect.element(key).toBeVisible()
  })

  test('confirms before input is lost', async () => {
    const { screen } = await openScreen(`${EDIT}/alipay`, site({}, [savedAlipay]))
    await screen.getByLabelText('App ID').fill('1')
    await screen.getByRole('button', { name: 'Back' }).click()
    await expect.element(screen.getByRole('alertdialog')).toBeVisible()
  })
})

describe('the test of a provider', () => {
  test.each([
    ['works', null, /It works/],
    ['unreachable', 'no connection', /No usable answer came/],
    ['timeout', 'timeout', /within 10 seconds/],
    ['unknown app', 'isv.invalid-app-id', /does not know this app ID/],
    ['wrong private key', 'isv.invalid-signature', /does not accept the signature/],
    ['wrong public key', 'bad signature', /not signed with the key/],
    ['wrong secret', 'invalid_client', /client ID and secret/],
    ['not allowed', 'PERMISSION_DENIED', /is not allowed to do this/],
    ['refused', 'SOMETHING', /The test was refused/],
  ] as const)('says what came of it: %s', async (result, detail, text) => {
    const answers = site({ testProvider: { time: TIME, result, detail } }, [savedPaypal])
    const { screen, calls } = await openScreen(`${EDIT}/paypal`, answers)
    await screen.getByRole('button', { name: 'Test it' }).click()
    await expect.element(screen.getByText(text)).toBeVisible()
    if (detail) await expect.element(screen.getByText(detail, { exact: true })).toBeVisible()
    const requested = calls.find(({ id }) => id === 'testProvider')
    expect(requested?.url.pathname).toBe('/api/admin/setting/provider/paypal/test')
  })

  test('waits until what is typed is saved', async () => {
    const tested = { time: TIME, result: 'works', detail: null } as const
    const { screen, calls } = await openScreen(
      `${EDIT}/paypal`,
      site({}, [{ ...savedPaypal, tested }]),
    )
    await expect.element(screen.getByText(/^It works\./)).toBeVisible()
    await screen.getByLabelText('Client ID').fill('another')
    await expect.element(screen.getByText(/^It works\./)).not.toBeInTheDocument()
    await expect.element(screen.getByText('Save first: the test uses what is saved.')).toBeVisible()
    await screen.getByRole('button', { name: 'Test it' }).click({ force: true })
    expect(calls.some(({ id }) => id === 'testProvider')).toBe(false)
  })

  test('is of no use before there are keys, nor without a network', async () => {
    const { screen } = await openScreen(`${EDIT}/paypal`, site())
    await expect.element(screen.getByText('Save the keys first.')).toBeVisible()
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    dispatchEvent(new Event('offline'))
    await expect.element(screen.getByText('There is no network.')).toBeVisible()
    await expect
      .element(screen.getByRole('button', { name: 'Save' }))
      .toHaveAttribute('aria-disabled', 'true')
    vi.restoreAllMocks()
  })
})

describe('paypal', () => {
  test('requires the secret again when the address changes', async () => {
    const { screen, calls } = await openScreen(`${EDIT}/paypal`, site({}, [savedPaypal]))
    await screen.getByLabelText('Address of a relay').fill('https://relay.example.com')
    await screen.getByRole('button', { name: 'Save' }).click()
    await expect.element(screen.getByText(/would go to another address/)).toBeVisible()
    expect(calls.some(({ id }) => id === 'editProvider')).toBe(false)
  })

  test('starts from what was saved, without the secret that was typed', async () => {
    let stored: Schema<'PaypalProvider'> = paypal()
    const { screen } = await openScreen(
      `${EDIT}/paypal`,
      site({
        getProvider: () => stored,
        editProvider: () => {
          stored = { ...savedPaypal, mode: 'live' }
          return 'success'
        },
      }),
    )
    await screen.getByLabelText('Environment').selectOptions('live')
    await screen.getByLabelText('Client ID').fill('client')
    await screen.getByLabelText('Client secret').fill('very-secret')
    await screen.getByRole('button', { name: 'Save' }).click()
    await expect.element(screen.getByText('Kept on the server, not shown.')).toBeVisible()
    await expect.element(screen.getByLabelText('Environment')).toHaveValue('live')
    await expect.element(screen.getByText('There is no network.')).not.toBeInTheDocument()
  })
})

describe('the prices of a period', () => {
  test('are saved by themselves, into the whole setting', async () => {
    const getPaymentSetting = { month: { alipay: 9.99, flow: 100_000 }, year: { alipay: 99 } }
    const { screen, calls } = await openScreen(
      `${EDIT}/month`,
      site({ getPaymentSetting, editPaymentSetting: 'success' }),
    )
    await screen.getByLabelText('Alipay').fill('12,5')
    await screen.getByLabelText('Reward time for the inviter').fill('36h')
    await expect.element(screen.getByText('Saved', { exact: true })).toBeVisible()
    expect(calls.filter(({ id }) => id === 'editPaymentSetting').at(-1)?.body).toEqual({
      data: {
        month: {
          orderName: '',
          alipay: 12.5,
          paypal: 0,
          flow: 100_000,
          refTime: '1d12h',
          server: null,
          autoRemove: false,
          multiServerFlow: false,
        },
        year: { alipay: 99 },
      },
    })
  })

  test('wait while a price is none', async () => {
    const { screen, calls } = await openScreen(`${EDIT}/hour`, site())
    await screen.getByLabelText('PayPal').fill('1.005')
    await expect
      .element(screen.getByText('Enter a price such as 19.99, or leave it empty.'))
      .toBeVisible()
    await expect.element(screen.getByText('Not saved yet')).toBeVisible()
    expect(calls.some(({ id }) => id === 'editPaymentSetting')).toBe(false)
  })

  test('say why they were not saved', async () => {
    const editPaymentSetting = { refused: 403, word: 'bad server' } as const
    const { screen } = await openScreen(`${EDIT}/day`, site({ editPaymentSetting }))
    await screen.getByLabelText('Alipay').fill('3')
    await expect.element(screen.getByText('Not saved', { exact: true })).toBeVisible()
    await expect.element(screen.getByText(/at least one server that still exists/)).toBeVisible()
  })
})
