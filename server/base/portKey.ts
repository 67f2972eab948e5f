/** The server and the account a key is made of. */
export function idsIn(key: string): { serverId: number; accountId: number } {
  const [serverId = 0, accountId = 0] = key.split(':').map(Number)
  return { serverId, accountId }
}
