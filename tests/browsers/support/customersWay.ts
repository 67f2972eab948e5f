import { expect } from 'vitest'
import type { Browser } from './browser.ts'
import { button, element, field } from './onPage.ts'
import type { Site } from './site.ts'
import type { Step } from './step.ts'

const sheet = (inside: string, named?: RegExp) => element(`[role=dialog] ${inside}`, named)

/** What a customer who has logged in on a phone does: pays, connects, writes. */
export async function customersWay(browser: Browser, site: Site, step: Step): Promise<void> {
  await step('a plan', async () => {
    await browser.open(`${site.site}/user/account`)
    await browser.press(button(/^Renew for/))
    await browser.press(button(/^Pay .* with Alipay$/))
    await browser.see(sheet('[role=img]', /^Code to pay/))
    const orderId = await browser.run(() => {
      const link = document.querySelector<HTMLAnchorElement>('a[href*="/scan/"]')
      return link?.href.split('/').pop() ?? ''
    })
    site.alipay.pay(orderId)
    expect(await site.alipay.notify(orderId)).toBe('success')
    await browser.press(sheet('button', /^Connect$/))
  })

  const link = await step('the code and its link', async () => {
    await browser.press(sheet('button', /^Single servers/))
    await browser.see(sheet('[role=img]', /^Code to connect/))
    await browser.press(sheet('button', /^Copy link$/))
    await browser.see(sheet('[role=status]', /^Copied$/))
    const shown = await browser.run(() => document.querySelector('a[href^="ss://"]')?.outerHTML)
    await browser.press(sheet('button', /^Close$/))
    return /href="([^"]+)"/.exec(shown ?? '')?.[1] ?? ''
  })

  await step('a message and its answer', async () => {
    await browser.open(`${site.site}/user/message`)
    // What was copied is what is sent.
    await browser.press(field(/^Your message$/))
    await browser.paste()
    await browser.press(button(/^Send$/))
    await browser.wait('for the message', async () => {
      const [newest] = await site.call<Conversation[]>('GET', 'admin/messages')
      return newest?.content === link || JSON.stringify(newest)
    })
    const [{ userId }] = await site.call<[Conversation]>('GET', 'admin/messages')
    await site.call('POST', `admin/messages/${userId}`, { msg: 'We look at it at once.' })
    // It arrives by itself, without another load.
    await browser.see(element('main *', /^We look at it at once\.$/))
  })
}

type Conversation = { userId: number; content: string }
