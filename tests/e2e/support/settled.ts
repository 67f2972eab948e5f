import { expect, type Page } from '@playwright/test'

/** Waits until the screen has its answers, has drawn them, and no transition is running. */
export async function settled(page: Page) {
  await expect(page.locator('[aria-busy=true], .fui-Skeleton')).toHaveCount(0)
  await page.evaluate(async () => {
    await document.fonts.ready
    await new Promise((drawn) => setTimeout(drawn, 100))
    const ending = document
      .getAnimations()
      .filter(
        ({ playState, effect }) =>
          playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
      )
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
}
