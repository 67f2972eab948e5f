const ENDED = 'sluice.ended'
const WANTED = 'sluice.wanted'

/** Remembers in this tab which screen was open when the session ended by itself; null: none. */
export const storeEnded = (address: string | null): void => keep(ENDED, address)

/** The screen that was open when a session ended by itself, if one did. */
export const readEnded = (): string | undefined => read(ENDED)

/** Remembers in this tab which screen a visitor asked for before logging in; null: none. */
export const storeWanted = (address: string | null): void => keep(WANTED, address)

/** The screen that a visitor asked for. */
export const readWanted = (): string | undefined => read(WANTED)

function keep(key: string, address: string | null): void {
  try {
    if (address === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, address)
  } catch {
    // Without storage the login leads to the first screen.
  }
}

function read(key: string): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}
