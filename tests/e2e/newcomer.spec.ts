import { devices, expect, type Page, test } from '@playwright/test'
import { forMoney, openShop, signUp } from './support/selling.ts'
import { startClient } from './support/traffic.ts'
import { wordsIn } from './support/words.ts'

const { defaultBrowserType: _, ...PHONE } = devices['Pixel 7']
const MIB = 1024 * 1024

/** The servers an app finds behind the link that opens it. */
async function importedBy(appLink: string): Promise<string[]> {
  const [, subscription = ''] = /^hiddify:\/\/import\/([^#]+)#/.exec(appLink) ?? []
  const reply = await fetch(subscription, { headers: { 'user-agent': 'HiddifyNext/2.5.7' } })
  expect(reply.status).toBe(200)
  const text = Buffer.from(await reply.text(), 'base64').toString()
  return text.split('\n').filter((line) => line.startsWith('ss://'))
}

/** Pays on the phone itself: Alipay's page opens in a window of its own. */
async function payOnThisPhone(page: Page, button: string) {
  const [alipay] = await Promise.all([
    page.context().waitForEvent('page'),
    page
      .getByRole('button', { name: button })
      .or(page.getByRole('link', { name: button }))
      .click(),
  ])
  await alipay.getByRole('button', { name: 'Pay' }).click()
  await expect(alipay.getByRole('heading', { name: 'Paid' })).toBeVisible()
  await alipay.close()
}

for (const language of ['zh-CN', 'en-US'] as const)
  test(`a newcomer on a phone signs up, pays, imports and is connected: ${language}`, async ({
    browser,
  }) => {
    const words = wordsIn(language)
    const admin = await browser.newContext({ locale: 'en-US' })
    const shop = await openShop(await admin.newPage())
    const phone = await browser.newContext({ ...PHONE, locale: language })
    await phone.addInitScript(
      (chosen) => localStorage.setItem('sluice.choices', JSON.stringify({ language: chosen })),
      language,
    )
    const page = await phone.newPage()
    try {
      await signUp(page, shop, 'new@example.com', words)
      await page
        .getByRole('button', { name: words('Choose a plan') })
        .first()
        .click()
      const dialog = page.getByRole('dialog')
      await forMoney(dialog)
      const price = words('Pay {price} with Alipay').replace('{price}', '.*')
      await dialog.getByRole('button', { name: new RegExp(price) }).click()
      await payOnThisPhone(page, words('Open Alipay on this phone'))
      await dialog.getByRole('button', { name: words('Connect') }).click()

      const sheet = page.getByRole('dialog')
      await sheet.getByRole('radio', { name: /Hiddify/ }).click()
      const name = words('Import into {appName}').replace('{appName}', 'Hiddify')
      const link = await sheet.getByRole('link', { name }).getAttribute('href')
      await expect(sheet.getByText(words('Turn it on in the app'))).toBeVisible()
      const [server = ''] = await importedBy(link ?? '')
      const client = await startClient(server)
      expect((await client.download(`${shop.target.url}/1`)).bytes).toBe(MIB)
      client.stop()
      await expect(sheet.getByText(words('Connected'), { exact: true })).toBeVisible()
    } finally {
      await phone.close()
      await shop.close()
      await admin.close()
    }
  })
