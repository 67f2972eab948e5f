const KEY = 'sluice.begun'

/** Whether the first steps of a shop were put away on this device. */
export function hasBegun(): boolean {
  try {
    return localStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}

/** Puts the first steps away. */
export function noteBegun(): void {
  try {
    localStorage.setItem(KEY, '1')
  } catch {
    // Without storage they come back with the next visit.
  }
}
