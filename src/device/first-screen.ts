/**
 * Removes what the page shows before any script ran once the first screen is drawn in `root`: the
 * mark, or the prerendered login, whose input is handed to the screen.
 */
export function endSplash(root: HTMLElement): void {
  const [login, splash] = [
    document.querySelector<HTMLElement>('.prerendered'),
    document.querySelector('.splash'),
  ]
  const observer = new MutationObserver(() => {
    // The theme is there first, still empty: the screen may still be loading.
    if (!root.querySelector(login ? 'form, h1' : '.fui-FluentProvider > div > *')) return
    observer.disconnect()
    splash?.remove()
    if (login) handOver(login, root)
  })
  observer.observe(root, { childList: true, subtree: true })
}

/** Copies what was typed and pressed on a prerendered screen to the one that replaces it. */
function handOver(from: HTMLElement, to: HTMLElement) {
  const fields = to.querySelectorAll('input')
  const focused = document.activeElement
  for (const [at, input] of from.querySelectorAll('input').entries()) {
    const field = fields[at]
    if (!field || field.type !== input.type) continue
    if (input.value !== '') fill(field, input.value)
    // Before the other is removed: a phone's keyboard stays open only from field to field.
    if (input === focused) field.focus({ preventScroll: true })
  }
  const buttons = [...from.querySelectorAll('button')]
  const button = (at: number) => to.querySelectorAll('button')[at]
  button(buttons.findIndex((one) => one === focused))?.focus({ preventScroll: true })
  const { pressed } = from.dataset
  from.remove()
  if (pressed !== undefined) button(Number(pressed))?.click()
}

/** Dispatches `input` as typing does, so that React is notified. */
function fill(field: HTMLInputElement, text: string) {
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {}
  set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
