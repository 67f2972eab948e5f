import type { Socket } from 'node:net'
import type { Account, World } from '../ports/account.ts'
import type { Entry } from '../ports/handshakes.ts'

/** Whose a connection has turned out to be. */
export type Entering = {
  account: Account
  world: World
  /** That of the connection among those who have not shown a key. */
  entry: Pick<Entry, 'prove'> | undefined
  /** Where the client is. */
  address: string
  /** Whether it is theirs still, where that was found out some time ago; absent is yes. */
  isStill?: () => boolean
}

/**
 * Counts a connection among its account's until it closes; false where that has as many as it may have
 * or has gone meanwhile, and this one ends.
 */
export function enterAccount(
  client: Socket,
  { account, world, entry, address, isStill = () => true }: Entering,
): boolean {
  // What ended with the account was what had entered.
  if (!isStill()) {
    client.destroy()
    return false
  }
  if (account.proven >= account.maxConnections) {
    world.attempts.note(account.counter.key, 'tooMany', address)
    client.destroy()
    return false
  }
  entry?.prove()
  account.proven += 1
  account.clients.add(client)
  client.on('close', () => {
    account.clients.delete(client)
    account.proven -= 1
  })
  return true
}
