import type { Socket } from 'node:net'
import type { Account, World } from './account.ts'
import type { StreamReader } from './door.ts'
import type { Downlink } from './downlink.ts'

/** A client that proved the password and named its target. */
export type Guest = {
  client: Socket
  /** Where it connects from. */
  address: string
  reader: Pick<StreamReader, 'read'>
  /** The stream of answers. */
  downlink: Downlink
  account: Account
  world: World
}
