import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { settled } from './settled.ts'

/** The rules of axe that a dark screen may break and a light one not. */
export const COLOURS = ['color-contrast', 'link-in-text-block']

/** What axe finds on the screen, a line for each rule. */
export async function axe(page: Page, where: string, rules?: string[]): Promise<string[]> {
  // Fluent's focus sentinels are hidden on purpose. In its other mode axe opens a page for each
  // look, to read what frames of other origins said; no screen has one.
  const builder = new AxeBuilder({ page }).setLegacyMode().exclude('[data-tabster-dummy]')
  // What is in order is not described.
  builder.options({ resultTypes: ['violations'] })
  const { violations } = await (rules ? builder.withRules(rules) : builder).analyze()
  return violations.map(({ id, nodes }) => {
    const pieces = nodes.slice(0, 3).map(({ html }) => html.slice(0, 160))
    return `${where}: ${id}: ${pieces.join(' | ')}`
  })
}

export async function axeInLight(page: Page, where: string): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' })
  await settled(page)
  return axe(page, `${where}, light`)
}

/** The same in light and dark; only colours differ, so only the checks of colours run again. */
export async function axeInBoth(page: Page, where: string): Promise<string[]> {
  const light = await axeInLight(page, where)
  await page.emulateMedia({ colorScheme: 'dark' })
  await settled(page)
  return [...light, ...(await axe(page, `${where}, dark`, COLOURS))]
}
