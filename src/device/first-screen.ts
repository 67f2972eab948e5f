/** The longest a snapshot stays once the console draws, ms: what loads so slowly shall be seen to load. */
const SNAPSHOT_MS = 4_000

/**
 * Removes what the page shows before any script ran once the first screen is drawn in `root`: the
 * mark, the prerendered login, whose input is handed to the screen, or a screen's snapshot.
 */
export function endSplash(root: HTMLElement): void {
  const login = document.querySelector<HTMLElement>('.prerendered')
  const snapshot = document.querySelector<HTMLElement>('.snapshot')
  const splash = document.querySelector('.splash')
  const observer = new MutationObserver(() => {
    // The theme is there first, still empty: the screen may still be loading.
    if (!root.querySelector(login ? 'form, h1' : '.fui-FluentProvider > div > *')) return
    observer.disconnect()
    splash?.remove()
    if (login) handOver(login, root)
    if (snapshot) endSnapshot(snapshot, root)
  })
  observer.observe(root, { childList: true, subtree: true })
}

/** Whether a screen of an area is there: its bar, its content, and nothing that is still loading. */
export function isDrawn(root: Element): boolean {
  // The content comes last beside the bar, wherever the two are.
  const bar = root.querySelector('main h1')?.closest('header')
  const content = bar?.parentElement?.lastElementChild?.firstElementChild
  return Boolean(content) && !root.querySelector('.fui-Skeleton, [aria-busy="true"]')
}

/** Removes a snapshot once the screen under it has its content, or another screen opens. */
function endSnapshot(snapshot: HTMLElement, root: HTMLElement) {
  const [path = ''] = snapshot.dataset.address?.split('?') ?? []
  const opened = location.pathname
  const check = () => {
    const isElsewhere = location.pathname !== path && location.pathname !== opened
    if (isElsewhere || isDrawn(root)) end()
  }
  const observer = new MutationObserver(check)
  const timer = setTimeout(end, SNAPSHOT_MS)
  observer.observe(root, { childList: true, subtree: true })
  check()

  function end() {
    clearTimeout(timer)
    observer.disconnect()
    snapshot.remove()
  }
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
