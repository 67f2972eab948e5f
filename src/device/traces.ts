// How this device looks and what the site is called stay for whoever comes next.
const LASTING_KEYS = [
  'sluice.choices',
  'sluice.status',
  // Which way to the server works from here, see api/base.ts.
  'sluice.apiBase',
  // How often a missing file was mended, see missing-files.ts.
  'sluice.mended',
  'sluice.serverChart',
  'sluice.leaving',
  // Where a session ended, for whoever logs in again: an address and no more.
  'sluice.ended',
  // The same of a link that a visitor has followed.
  'sluice.wanted',
  // A recharge code whose link was opened before its finder has logged in.
  'sluice.redeem',
]

/** Forgets what one person has left in this browser: accounts looked at, notices read. Spec 4. */
export function dropTraces(): void {
  try {
    for (const storage of [localStorage, sessionStorage])
      for (const key of Object.keys(storage))
        if (key.startsWith('sluice.') && !LASTING_KEYS.includes(key)) storage.removeItem(key)
  } catch {
    // A browser that refuses storage has kept nothing.
  }
}

const LEAVING = 'sluice.leaving'

/** Whether somebody logged out while the server could not be told. */
export function isLeaving(): boolean {
  try {
    return localStorage.getItem(LEAVING) !== null
  } catch {
    return false
  }
}

/** Remembers, or forgets, that the server is still to be told of a logout. */
export function keepLeaving(leaving: boolean): void {
  try {
    if (leaving) localStorage.setItem(LEAVING, '1')
    else localStorage.removeItem(LEAVING)
  } catch {
    // Without storage the session ends with its cookie.
  }
}
