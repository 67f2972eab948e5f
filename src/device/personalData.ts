// What stays for the next person on this device: its look and the name of the site.
const LASTING_KEYS = [
  'sluice.choices',
  'sluice.status',
  // Which base of the API works from here, see api/base.ts.
  'sluice.apiBase',
  // How often a missing file was repaired, see missing-files.ts.
  'sluice.mended',
  'sluice.serverChart',
  'sluice.leaving',
  // Where a session ended, to return there after the next login: an address and no more.
  'sluice.ended',
  // What was typed as it ended, for the same person alone, see unfinished.ts.
  'sluice.unfinished',
  // Where a link leads that a visitor has followed.
  'sluice.wanted',
  // A recharge code whose link was opened before logging in.
  'sluice.redeem',
]

/** Removes what one person has left in this browser: accounts looked at, notices read. Spec 4. */
export function dropTraces(): void {
  try {
    for (const storage of [localStorage, sessionStorage])
      for (const key of Object.keys(storage))
        if (key.startsWith('sluice.') && !LASTING_KEYS.includes(key)) storage.removeItem(key)
  } catch {
    // A browser that refuses storage has stored nothing.
  }
}

const LEAVING = 'sluice.leaving'

/** Whether someone logged out while the server could not be reached. */
export function isLeaving(): boolean {
  try {
    return localStorage.getItem(LEAVING) !== null
  } catch {
    return false
  }
}

/** Sets or clears the note that the server has not been notified of a logout yet. */
export function setLeaving(leaving: boolean): void {
  try {
    if (leaving) localStorage.setItem(LEAVING, '1')
    else localStorage.removeItem(LEAVING)
  } catch {
    // Without storage the session ends with its cookie.
  }
}
