import { isIP } from 'node:net'

/** For sockets that only ever send to checked addresses: there is nothing to look up. */
export function asGiven(
  address: string,
  _options: unknown,
  done: (error: null, address: string, family: number) => void,
): void {
  done(null, address, isIP(address))
}
