/**
 * The server and the account a key is made of: `${serverId}:${accountId}`, and for what one device
 * of the account has carried, `:${deviceId}` behind it.
 */
export function idsIn(key: string): { serverId: number; accountId: number } {
  // Half a million of them are read in one go, where a hundred nodes carry as many ports.
  const at = key.indexOf(':')
  const end = key.indexOf(':', at + 1)
  return {
    serverId: Number(key.slice(0, at)),
    accountId: Number(end < 0 ? key.slice(at + 1) : key.slice(at + 1, end)),
  }
}

/** The device of a key that has one; 0 is the account's own key. */
export function deviceIn(key: string): number | undefined {
  const device = key.split(':')[2]
  return device === undefined ? undefined : Number(device)
}
