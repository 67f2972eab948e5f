/** What is looked for on a page: a selector, and what its name is like. */
export type Wanted = { what: string; named?: RegExp }

export const button = (named: RegExp): Wanted => ({ what: 'button,[role=button]', named })
export const link = (named: RegExp): Wanted => ({ what: 'a[href]', named })
export const field = (named: RegExp): Wanted => ({ what: 'input,textarea', named })
export const element = (what: string, named?: RegExp): Wanted => ({ what, ...(named && { named }) })

/**
 * A script that finds what is wanted: where its middle is, or in words why it cannot be pressed yet.
 * As text, because it is sent to the page. What is in the uppermost dialog comes first.
 */
export const PICK = ({ what, named }: Wanted, purpose: 'see' | 'press'): string =>
  `(${String(pick)})(...${JSON.stringify([what, named?.source ?? '', named?.flags ?? '', purpose])}).then(JSON.stringify)`

/** Runs in the page: it may use nothing from outside, and nothing that old engines lack. */
async function pick(
  what: string,
  source: string,
  flags: string,
  purpose: string,
): Promise<[number, number] | string> {
  const isSeen = (one: Element) => {
    const { width, height } = one.getBoundingClientRect()
    return width > 0 && height > 0 && getComputedStyle(one).visibility === 'visible'
  }
  const textOf = (one: Element | null | undefined) =>
    one && one.textContent ? one.textContent : ''
  const labelsOf = (one: Element) => Array.from((one as HTMLInputElement).labels || [])
  const nameOf = (one: Element) => {
    const by = (one.getAttribute('aria-labelledby') || '').split(' ')
    const named = by.map((id) => textOf(document.getElementById(id))).join(' ')
    const labels = labelsOf(one).map(textOf).join(' ')
    const name = one.getAttribute('aria-label') || named.trim() || labels || textOf(one)
    return (name || one.getAttribute('title') || '').trim()
  }
  const dialogs = Array.from(document.querySelectorAll('[role=dialog],[role=alertdialog]'))
  const uppermost = dialogs.filter(isSeen).slice(-1)[0]
  const like = new RegExp(source, flags)
  const all = Array.from(document.querySelectorAll(what)).filter((one) => like.test(nameOf(one)))
  // A radio button is drawn by its label.
  const shown = all.filter((one) => isSeen(one) || labelsOf(one).some(isSeen))
  const found = shown.filter((one) => uppermost && uppermost.contains(one))[0] || shown[0]
  if (!found) return `${all.length} there, none to be seen`
  if (purpose === 'see') return [0, 0]
  if ((found as HTMLButtonElement).disabled) return 'is disabled'

  found.scrollIntoView({ block: 'center', behavior: 'instant' })
  const placeOf = () => {
    const { x, y, width, height } = found.getBoundingClientRect()
    return [Math.round(x + width / 2), Math.round(y + height / 2)] as [number, number]
  }
  const before = placeOf()
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  const [x, y] = placeOf()
  if (x !== before[0] || y !== before[1]) return 'moves'
  const hit = document.elementFromPoint(x, y)
  const own = [found as Element].concat(labelsOf(found))
  if (!hit || !own.some((one) => one === hit || one.contains(hit)))
    return `is covered at ${x}, ${y} by ${hit ? `${hit.tagName}.${hit.className}` : 'nothing'}`
  const page = window as { whereClicked?: string }
  page.whereClicked = ''
  const note = ({ target }: Event) => {
    const isHit = own.some((one) => one.contains(target as Node))
    page.whereClicked = isHit ? 'hit' : `went to ${(target as Element).tagName}`
  }
  addEventListener('click', note, { capture: true, once: true })
  return [x, y]
}

/**
 * What became of the click on what was found to press: `hit`, where it went instead, or nothing
 * where there was none, or the page has been left by it. What comes late moves the rest.
 */
export const WHERE_CLICKED = `Promise.resolve(window.whereClicked || '')`
