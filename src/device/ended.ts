const KEY = 'sluice.ended'

/** Remembers in this tab which screen somebody was at when their session ended by itself; null: none. */
export function keepEnded(address: string | null): void {
  try {
    if (address === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, address)
  } catch {
    // Without storage the login leads to the first screen.
  }
}

/** The screen that a session ended at, if one did. */
export function readEnded(): string | undefined {
  try {
    return sessionStorage.getItem(KEY) ?? undefined
  } catch {
    return undefined
  }
}
