import type { Locator } from 'vitest/browser'

/** One list of choices by its name, and the name of the choice. */
type Chosen = readonly [label: string, option: string]

/** Chooses in several lists one after the other, before the screen can be drawn again. */
export async function chooseAtOnce(parent: Pick<Locator, 'getByRole'>, ...chosen: Chosen[]) {
  // All of them are there before the first is chosen: from then on nothing is waited for.
  const found: [HTMLSelectElement, string][] = []
  for (const [name, option] of chosen) {
    const list = parent.getByRole('combobox', { name, exact: true })
    const select = (await list.findElement()) as HTMLSelectElement
    const wanted = (await list
      .getByRole('option', { name: option, exact: true })
      .findElement()) as HTMLOptionElement
    found.push([select, wanted.value])
  }
  for (const [select, value] of found) {
    select.value = value
    select.dispatchEvent(new Event('change', { bubbles: true }))
  }
}
