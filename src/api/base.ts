const CHOSEN = 'sluice.apiBase'
/** How long the start waits for `config.json`. */
const TIMEOUT_MS = 4_000

let bases: readonly string[] = ['']
let current = 0

/**
 * Where the API is: this page's own server unless `config.json` beside the page names others.
 *
 * Read once at start, so that a console can be pointed elsewhere without a rebuild. Of several
 * bases the one that answered last on this device comes first.
 */
export async function readApiBase(): Promise<void> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const reply = await fetch('/config.json', { cache: 'no-cache', signal })
    const { apiBase } = (await reply.json()) as { apiBase?: unknown }
    takeBases(apiBase)
  } catch {
    // Without the file, or offline before it was ever read, the page's own server is meant.
  }
}

/** Reads the base, or the list of bases, from `config.json`; values that are not strings are ignored. */
export function takeBases(named: unknown): void {
  const texts = (Array.isArray(named) ? named : [named]).filter((one) => typeof one === 'string')
  // An empty string is the page's own server, which may be one of several.
  bases = [...new Set(texts.map((text) => text.replace(/\/+$/, '')))]
  if (bases.length === 0) bases = ['']
  current = Math.max(0, bases.indexOf(chosen() ?? ''))
}

/** The API's address without a trailing slash. */
export function apiBase(): string {
  return bases[current] || location.origin
}

/** All bases in the order to be tried: the one in use first. */
export function basesInTurn(): string[] {
  const all = bases.map((base) => base || location.origin)
  return [...all.slice(current), ...all.slice(0, current)]
}

/** Remembers on this device which base answered. */
export function storeBase(address: string): void {
  const found = bases.findIndex((base) => (base || location.origin) === address)
  if (found < 0 || found === current) return
  current = found
  try {
    localStorage.setItem(CHOSEN, bases[found] ?? '')
  } catch {
    // Without storage the next start tries them in their order.
  }
}

function chosen(): string | null {
  try {
    return localStorage.getItem(CHOSEN)
  } catch {
    return null
  }
}
