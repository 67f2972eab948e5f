import { type Browser, expect, type Page, test } from '@playwright/test'
import { watchCalls } from './support/calls.ts'
import { faultsOn } from './support/faults.ts'
import { go } from './support/go.ts'
import { greekFont } from './support/greek.ts'
import { MOMENT } from './support/moment.ts'
import { logIn, logInAsCustomer, setUpByCall } from './support/person.ts'
import { startSluice } from './support/server.ts'
import { settled } from './support/settled.ts'
import { shapeOf } from './support/shape.ts'
import { addPaypal } from './support/shop.ts'

// What a designer would look at on the main screens. The text is greeked, so that nothing depends on
// the fonts of a machine, and both clocks are stopped, so that the demo is the same every time.
test.describe.configure({ mode: 'parallel' })

let sluice: Awaited<ReturnType<typeof startSluice>>
test.beforeAll(async ({ request }) => {
  sluice = await startSluice(['--demo'], { NODE_OPTIONS: '--import=./tests/e2e/support/clock.ts' })
  await setUpByCall(request, sluice.setupLink)
  addPaypal(sluice.dataDir)
})
test.afterAll(() => sluice.stop())

const SCREENS = {
  home: ['/home/login', '/home/signup'],
  user: ['/user/index', '/user/account', '/user/order', '/user/help'],
  admin: [
    '/admin/index',
    '/admin/account',
    '/admin/account/1',
    '/admin/user',
    '/admin/user/2',
    '/admin/server',
    '/admin/server/1',
    '/admin/pay',
    '/admin/settings',
    '/admin/settings/order',
    '/admin/settings/group',
    '/admin/settings/giftcard',
    '/admin/message/2',
    '/admin/settings/audit',
  ],
}
type Area = keyof typeof SCREENS
const AREAS = ['home', 'user', 'admin'] as const

/** With the smallest side a control may have there, px: of a finger, and of a pointer. */
const SIZES = {
  phone: { width: 390, height: 844, smallest: 44 },
  desktop: { width: 1280, height: 800, smallest: 24 },
}
type Size = keyof typeof SIZES
/** Waits until a page has all its answers. */
const answered = new WeakMap<Page, () => Promise<void>>()

type Look = { size: Size; language: string; colorScheme: 'light' | 'dark' }

/** A page of a person of an area, at the moment the demo was made. */
async function open(browser: Browser, area: Area, { size, language, colorScheme }: Look) {
  const context = await browser.newContext({
    viewport: SIZES[size],
    hasTouch: size === 'phone',
    isMobile: size === 'phone',
    locale: language,
    colorScheme,
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    // The font comes as a style of the test's own.
    bypassCSP: true,
  })
  const page = await context.newPage()
  answered.set(page, watchCalls(page))
  await page.clock.setFixedTime(MOMENT)
  await page.addInitScript(greek, { font: greekFont(), language })
  if (area === 'user') await logInAsCustomer(page, sluice)
  if (area === 'admin') await logIn(page, sluice.site)
  if (area === 'home') await page.goto(`${sluice.site}/home/login`)
  else await page.waitForURL(/index$/)
  return page
}

/** Runs in the page before anything else does. */
function greek({ font, language }: { font: string; language: string }) {
  localStorage.setItem('sluice.choices', JSON.stringify({ language }))
  const style = document.createElement('style')
  style.textContent = `@font-face { font-family: Greek; font-weight: 100 900; src: url(${font}) }
    *, ::before, ::after, ::placeholder {
      font-family: Greek !important; text-rendering: geometricPrecision !important;
      caret-color: transparent !important;
    }`
  new MutationObserver((_, observer) => {
    if (!document.head) return
    document.head.append(style)
    observer.disconnect()
  }).observe(document, { childList: true, subtree: true })
}

/** Navigates, and waits until the screen has drawn its answers. */
async function goTo(page: Page, address: string) {
  await go(page, address)
  await stands(page)
}

async function stands(page: Page) {
  // What lies under the pointer is drawn in another way.
  await page.mouse.move(0, 0)
  const heading = page.getByRole('heading', { level: 1 }).first()
  await expect(heading.or(page.getByRole('dialog')).first()).toBeVisible()
  if (await page.getByRole('dialog').isVisible()) await page.keyboard.press('Escape')
  await expect(heading).toBeVisible()
  await allDrawn(page)
}

async function allDrawn(page: Page) {
  await answered.get(page)?.()
  await settled(page)
}

for (const area of AREAS)
  for (const size of ['phone', 'desktop'] as const)
    test(`the ${area} area is in order on a ${size}`, async ({ browser }) => {
      // Only colours differ in the dark: rings are looked for in one of both, the rest is the same.
      const colorScheme = size === 'phone' ? 'light' : 'dark'
      const page = await open(browser, area, { size, language: 'en-US', colorScheme })
      const faults: string[] = []
      const frames: Record<string, Awaited<ReturnType<typeof frameOf>>> = {}
      for (const address of SCREENS[area]) {
        await goTo(page, address)
        frames[address] = await frameOf(page)
        const without = await withoutRing(page)
        if (without) faults.push(`${address}: no ring around ${without}`)
        faults.push(
          ...(await faultsOn(page, SIZES[size].smallest)).map((fault) => `${address}: ${fault}`),
        )
      }
      expect(faults).toEqual([])
      // Every screen of an area has the paddings and letters of the first.
      const [first] = SCREENS[area]
      for (const address of SCREENS[area])
        expect(frames[address], `${address} beside ${first}`).toEqual(frames[first!])
      await page.context().close()
    })

/** What all screens of an area have in common, as computed. */
function frameOf(page: Page) {
  return page.evaluate(() => {
    const styleOf = (element: Element | null | undefined, names: (keyof CSSStyleDeclaration)[]) => {
      const style = element && getComputedStyle(element)
      return style ? names.map((name) => style[name]).join(' ') : 'none'
    }
    // Of the screen itself, which may stand beside a list.
    const bar = document.querySelector('main h1')?.closest('header')
    const headings = [...document.querySelectorAll('main section > header > h2')]
    return {
      bar: styleOf(bar, ['paddingTop', 'paddingBottom', 'height']),
      title: styleOf(document.querySelector('h1'), ['fontSize', 'lineHeight', 'fontWeight']),
      content: styleOf(bar?.parentElement?.lastElementChild, [
        'paddingTop',
        'paddingBottom',
        'rowGap',
      ]),
      cards: [
        ...new Set(headings.map((one) => styleOf(one, ['fontSize', 'lineHeight', 'fontWeight']))),
      ].slice(1),
    }
  })
}

/** Which of the first two controls does not show that the keyboard is on it. */
async function withoutRing(page: Page): Promise<string | undefined> {
  await page.evaluate(() => {
    scrollTo(0, 0)
    // From the beginning of the page, wherever the keyboard was before.
    document.body.tabIndex = -1
    document.body.focus()
    document.body.removeAttribute('tabindex')
  })
  for (let tabs = 0; tabs < 2; tabs++) {
    await page.keyboard.press('Tab')
    const box = await page.evaluate(() => {
      const { x, y, width, height } = document.activeElement!.getBoundingClientRect()
      return {
        x: Math.max(0, x - 6),
        y: Math.max(0, y - 6),
        width: width + 12,
        height: height + 12,
      }
    })
    const focused = await page.screenshot({ clip: box, animations: 'disabled' })
    const html = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement
      Object.assign(window, { before: element })
      element.blur()
      return element.outerHTML.slice(0, 200)
    })
    const left = await page.screenshot({ clip: box, animations: 'disabled' })
    if (focused.equals(left)) return html
    await page.evaluate(() => (window as unknown as { before: HTMLElement }).before.focus())
  }
  return undefined
}

const LOOKS: Look[] = [
  { size: 'phone', language: 'zh-CN', colorScheme: 'light' },
  { size: 'desktop', language: 'en-US', colorScheme: 'dark' },
]
const DRAWN = {
  home: ['/home/login'],
  user: ['/user/index', '/user/account'],
  admin: ['/admin/account', '/admin/account/1', '/admin/settings'],
}

for (const look of LOOKS)
  for (const area of AREAS)
    test(`the ${area} area looks as it did: ${Object.values(look).join(', ')}`, async ({
      browser,
    }) => {
      const page = await open(browser, area, look)
      const draw = async (name: string) =>
        expect.soft(await shapeOf(page)).toMatchSnapshot(`${name}-${look.size}.txt`)
      for (const address of DRAWN[area]) {
        await goTo(page, address)
        // Come after the list, in files of their own.
        if (address === '/admin/account')
          for (const name of [/Add account|添加账号/, /^(All|全部).*\d/])
            await expect(page.getByRole('button', { name }).first()).toBeVisible()
        await draw(address.slice(1).replaceAll('/', '-'))
      }
      if (area === 'user') {
        await page.getByRole('button', { name: /renew|续费/i }).click()
        await expect(page.getByRole('dialog')).toBeVisible()
        await page.mouse.move(0, 0)
        await allDrawn(page)
        await draw('payment')
      }
      await page.context().close()
    })

test('where motion is reduced, light turns into dark without transitions', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.goto(`${sluice.site}/home/signup`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const ground = () => page.evaluate(() => document.documentElement.style.backgroundColor)
  await expect.poll(ground).not.toBe('')
  const light = await ground()
  const moved = page.evaluate(async () => {
    const seen = new Set<string>()
    for (let frame = 0; frame < 60; frame += 1) {
      await new Promise((drawn) => requestAnimationFrame(drawn))
      for (const one of document.getAnimations())
        if (one instanceof CSSTransition) seen.add(one.transitionProperty)
    }
    return [...seen]
  })
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  expect(await moved).toEqual([])
  expect(await ground()).not.toBe(light)
})
