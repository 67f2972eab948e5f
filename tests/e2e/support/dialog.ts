import { expect, type Locator, type Page } from '@playwright/test'

/** Closes a dialog by its key, which it receives once it has the focus. */
export async function closeByKey(page: Page, dialog: Locator) {
  await expect(async () => {
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0, { timeout: 3_000 })
  }).toPass({ timeout: 15_000 })
}
