/** How long something is remembered: as long as the browser is open, or until it is cleared. */
type Span = 'session' | 'always'

// For browsers that refuse storage: lasts as long as the page.
const onPage = new Map<string, unknown>()

/** What was stored under a name on this device; undefined when there is nothing readable. */
export function remembered<Value>(name: string, span: Span): Value | undefined {
  try {
    const text = storageOf(span).getItem(keyOf(name))
    if (text !== null) return JSON.parse(text)
  } catch {
    return onPage.get(name) as Value | undefined
  }
  return undefined
}

/** Stores something under a name; undefined removes it. Removed at log-out, see traces.ts. */
export function remember(name: string, span: Span, value: unknown): void {
  try {
    if (value === undefined) storageOf(span).removeItem(keyOf(name))
    else storageOf(span).setItem(keyOf(name), JSON.stringify(value))
  } catch {
    onPage.set(name, value)
  }
}

const keyOf = (name: string) => `sluice.${name}`
const storageOf = (span: Span) => (span === 'session' ? sessionStorage : localStorage)
