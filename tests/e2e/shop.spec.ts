import { expect, type Page, test } from '@playwright/test'
import { logIn } from './support/person.ts'
import { forMoney, openShop, type Shop, signUp } from './support/selling.ts'
import { reachable, startClient } from './support/traffic.ts'
import { wordsIn } from './support/words.ts'

const MIB = 1024 * 1024

/** The order that waits to be paid. A picture may be drawn before the server has placed it. */
async function placedOrder(page: Page, shop: Shop): Promise<string> {
  const waiting = async (): Promise<{ orderId: string }[]> =>
    (await page.request.get(`${shop.site}/api/user/order?unpaid=1`)).json()
  await expect.poll(waiting).toHaveLength(1)
  return (await waiting())[0]!.orderId
}

/** Connects Debian's client with what the new account's QR code holds, and downloads. */
async function connect(page: Page, shop: Shop) {
  const [account] = await (await page.request.get(`${shop.site}/api/user/account`)).json()
  const [server] = await (await page.request.get(`${shop.site}/api/user/server`)).json()
  await reachable(account.port)
  const access = `${server.method}:${account.password}@${server.host}:${account.port}`
  const client = await startClient(`ss://${Buffer.from(access).toString('base64')}`)
  const { bytes } = await client.download(`${shop.target.url}/1`)
  client.stop()
  expect(bytes).toBe(MIB)
  return account
}

for (const language of ['en-US', 'zh-CN'] as const)
  test.describe(language, () => {
    // One shop for all of them: what one buys, the last one looks up.
    test.describe.configure({ mode: 'serial' })
    const words = wordsIn(language)
    const [beforePrice, afterPrice] = ['alipay', 'paypal'].map((way) =>
      words(`Pay {price} with ${way === 'alipay' ? 'Alipay' : 'PayPal'}`).replace('{price}', '.*'),
    )
    const address = (way: string) => `${way}-${language.toLowerCase()}@example.com`
    let shop: Shop
    let admin: Page

    test.beforeAll(async ({ browser }) => {
      admin = await (await browser.newContext({ locale: 'en-US' })).newPage()
      shop = await openShop(admin)
    })
    test.afterAll(async () => {
      await shop.close()
      await admin.context().close()
    })
    test.beforeEach(async ({ page }) => {
      await page.addInitScript(
        (chosen) => localStorage.setItem('sluice.choices', JSON.stringify({ language: chosen })),
        language,
      )
    })

    test('signs up, pays with Alipay, connects', async ({ page }) => {
      const started = Date.now()
      await signUp(page, shop, address('alipay'), words)
      await page
        .getByRole('button', { name: words('Choose a plan') })
        .first()
        .click()
      const dialog = page.getByRole('dialog')
      await forMoney(dialog)
      await dialog.getByRole('radio').first().click()
      await dialog.getByRole('button', { name: new RegExp(beforePrice!) }).click()
      await expect(dialog.locator('svg').first()).toBeVisible()
      const orderId = await placedOrder(page, shop)
      shop.alipay.pay(orderId)
      expect(await shop.alipay.notify(orderId)).toBe('success')
      await expect(dialog.getByRole('button', { name: words('Connect') })).toBeVisible()
      const account = await connect(page, shop)
      expect(account).toMatchObject({ type: 3, active: 1 })
      console.log(`${language}: sign-up to the first byte ${(Date.now() - started) / 1000} s`)
    })

    test('signs up, pays with PayPal, connects', async ({ page }) => {
      await signUp(page, shop, address('paypal'), words)
      await page
        .getByRole('button', { name: words('Choose a plan') })
        .first()
        .click()
      const dialog = page.getByRole('dialog')
      await forMoney(dialog)
      await dialog.getByRole('radio').first().click()
      await dialog.getByRole('button', { name: new RegExp(afterPrice!) }).click()
      await dialog.getByRole('link', { name: words('Continue to PayPal') }).click()
      await page.getByRole('button', { name: 'Pay' }).click()
      await expect(page.getByRole('button', { name: words('Connect') }).first()).toBeVisible()
      await connect(page, shop)
    })

    test('signs up with a printed code in hand, uses it, connects', async ({ page }) => {
      const code = await shop.card()
      await signUp(page, shop, address('card'), words)
      await page.goto(`${shop.site}/user/order?redeem=${code}`)
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByLabel(words('Recharge code'))).toHaveValue(
        new RegExp(code.slice(0, 4)),
      )
      await dialog.getByRole('button', { name: words('Redeem') }).click()
      await expect(dialog.getByRole('button', { name: words('Connect') })).toBeVisible()
      await connect(page, shop)
      const again = await page.request.post(`${shop.site}/api/user/giftcard/use`, {
        data: { password: code, accountId: null },
      })
      expect(await again.json()).toMatchObject({ success: false })
    })

    test('resets a password by the link in the mail, once', async ({ page }) => {
      const email = address('alipay')
      await page.goto(`${shop.site}/home/login`)
      await page.getByLabel(words('Email'), { exact: true }).fill(email)
      await page.getByRole('button', { name: words('Reset password') }).click()
      const linkIn = () =>
        shop.smtp.received
          .filter(({ to }) => to.includes(email))
          .map(({ text }) => /http\S+\/home\/password\/reset\/\S+/.exec(text ?? '')?.[0])
          .find(Boolean)
      await expect.poll(linkIn).toBeTruthy()
      await page.goto(linkIn()!)
      await page.locator('input[type=password]').first().fill('another password')
      for (const field of await page.locator('input[type=password]').all())
        await field.fill('another password')
      await page.locator('button[type=submit]').click()
      await expect(page.locator('input[type=password]')).toHaveCount(0)
      await logIn(page, shop.site, email, 'another password')
      await expect(page).toHaveURL(/\/user\/index$/)
      const spent = await page.request.post(`${shop.site}/api/home/password/reset`, {
        data: { token: linkIn()!.split('/').at(-1), password: 'a third one' },
      })
      expect(spent.status()).toBe(403)
    })

    test('the operator sees every order, and the books agree', async () => {
      await admin.goto(`${shop.site}/admin/pay`)
      await expect(admin.getByText(address('alipay')).first()).toBeVisible()
      await expect(admin.getByText(address('paypal')).first()).toBeVisible()
      await expect(admin.getByText(address('card')).first()).toBeVisible()
      const { orders } = await (await admin.request.get(`${shop.site}/api/admin/allOrders`)).json()
      expect(orders.map(({ status }: { status: string }) => status).sort()).toEqual([
        'FINISH',
        'USED',
        'finish',
      ])
    })
  })
