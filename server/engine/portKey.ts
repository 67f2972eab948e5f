/**
 * The server and the account of a key: `${serverId}:${accountId}`, and for the traffic of one
 * device of the account, `:${deviceId}` after it.
 */
export function idsIn(key: string): { serverId: number; accountId: number } {
  // Half a million of them are parsed at once, where a hundred nodes carry as many ports.
  const at = key.indexOf(':')
  const end = key.indexOf(':', at + 1)
  return {
    serverId: Number(key.slice(0, at)),
    accountId: Number(end < 0 ? key.slice(at + 1) : key.slice(at + 1, end)),
  }
}

/** The key of the port that what is counted under a key passes: its account's, without the device. */
export const portIn = (key: string): string => key.split(':', 2).join(':')

/** The device of a key that has one; 0 is the account's own key. */
export function deviceIn(key: string): number | undefined {
  const device = key.split(':')[2]
  return device === undefined ? undefined : Number(device)
}
