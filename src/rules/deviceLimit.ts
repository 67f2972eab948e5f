/** The most devices of an account that can be told apart. */
export const MOST_DEVICES = 100

/** A number of devices as it is typed; undefined for what is none, or too many. */
export function parseDeviceLimit(text: string): number | undefined {
  const typed = text.trim()
  if (!/^\d{1,3}$/.test(typed)) return undefined
  const count = Number(typed)
  return count <= MOST_DEVICES ? count : undefined
}
