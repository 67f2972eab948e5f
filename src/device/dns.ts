import { remember, remembered } from './remembered.ts'
import { knownStatus } from './status.ts'

const NAME = 'wireguardDns'

/** The name servers for WireGuard that were typed last on this device, else the site's, if it has any. */
export function chosenDns(): string | undefined {
  return remembered<string>(NAME, 'always') ?? knownStatus()?.status.wireguardDns
}

/** Remembers name servers on this device. */
export function chooseDns(dns: string): void {
  remember(NAME, 'always', dns)
}
