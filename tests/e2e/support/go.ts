import type { Page } from '@playwright/test'

/** Goes on as a link would: without loading the console again, which takes most of the time. */
export async function go(page: Page, href: string) {
  // On a busy machine the page is there before its script has run.
  await page.waitForFunction(() => '__TSR_ROUTER__' in window)
  await page.evaluate(async (address) => {
    const { __TSR_ROUTER__: router } = window as unknown as {
      __TSR_ROUTER__: { navigate: (to: { href: string }) => Promise<void> }
    }
    await router.navigate({ href: address })
    scrollTo(0, 0)
  }, href)
}
