import { expect, type Locator, type Page } from '@playwright/test'
import { startAlipay } from '../../support/alipay.ts'
import { startPaypal } from '../../support/paypal.ts'
import { startSmtp } from '../../support/smtp-server.ts'
import { setUpByCall } from './person.ts'
import { engineHost, startSluice } from './server.ts'
import { startTarget } from './traffic.ts'

const PASSWORD = 'customer password'

/** A site that sells, and what it sells through. */
export type Shop = Awaited<ReturnType<typeof openShop>>

/** A site that sells: one server, a month for money, mail, Alipay, PayPal and recharge codes. */
export async function openShop(page: Page) {
  const [alipay, paypal, smtp] = await Promise.all([startAlipay(), startPaypal(), startSmtp()])
  const target = await startTarget()
  const sluice = await startSluice()
  await setUpByCall(page.request, sluice.setupLink)
  const send = async (method: 'post' | 'put', path: string, data: object) => {
    const reply = await page.request[method](`${sluice.site}/api/admin/${path}`, { data })
    expect(reply.status(), `${path}: ${await reply.text()}`).toBe(200)
    return reply
  }
  await send('post', 'server', { name: 'Tokyo 01', host: engineHost, method: 'aes-256-gcm' })
  await send('post', 'order', {
    name: 'Monthly',
    type: 3,
    cycle: 1,
    alipay: 20,
    paypal: 3,
    flow: 1e9,
  })
  await send('put', 'setting/mailServer', smtp.setting)
  await send('put', 'setting/provider/alipay', { data: alipay.setting })
  await send('put', 'setting/provider/paypal', { data: paypal.setting })
  const account = await (await page.request.get(`${sluice.site}/api/admin/setting/account`)).json()
  const accountForNewUser = { ...account.accountForNewUser, isEnable: false }
  await send('put', 'setting/account', { data: { ...account, accountForNewUser, subscribe: true } })
  const orders = await (await page.request.get(`${sluice.site}/api/admin/order`)).json()
  await send('post', 'giftcard/add', { count: 1, orderId: orders[0].id, comment: '' })
  return {
    ...sluice,
    alipay,
    paypal,
    smtp,
    target,
    send,
    async card(): Promise<string> {
      const batches = await page.request.get(`${sluice.site}/api/admin/giftcard/list`)
      const [{ batchNumber }] = await batches.json()
      const path = `${sluice.site}/api/admin/giftcard/details/${batchNumber}`
      return (await (await page.request.get(path)).json()).cards[0].password
    },
    async close() {
      target.stop()
      await Promise.all([sluice.stop(), alipay.stop(), paypal.stop(), smtp.close()])
    },
  }
}

/** Signs up as anybody would: address, the code out of the mail, a password. */
export async function signUp(
  page: Page,
  shop: Shop,
  email: string,
  words: (english: string) => string,
) {
  await page.goto(`${shop.site}/home/signup`)
  await page.getByLabel(words('Email'), { exact: true }).fill(email)
  await page.getByRole('button', { name: words('Send code') }).click()
  const mail = async () => shop.smtp.received.find(({ to }) => to.includes(email))
  await expect.poll(mail).toBeTruthy()
  const [, code = ''] = /\[ (\d{6}) \]/.exec((await mail())?.text ?? '') ?? []
  await page.getByLabel(words('Code from the email')).fill(code)
  await page.getByLabel(words('Password'), { exact: true }).fill(PASSWORD)
  await page.locator('button[type=submit]').click()
  await expect(page).toHaveURL(/\/user\/index$/)
}

/** Chooses to pay money, where a recharge code would do as well. */
export const forMoney = (dialog: Locator) =>
  dialog
    .getByRole('button')
    .filter({ hasText: /Alipay|支付宝/ })
    .first()
    .click()
