import type { Schema } from '#contract'
import { chosenDns } from '#device/dns.ts'
import { connectionOf } from '#rules/connection.ts'
import { wireguardAddress } from '#rules/wireguard.ts'

type Account = Schema<'Account'>
type Server = Schema<'Server'>

/** The address of a WireGuard client inside the tunnel. Spec 9. */
export function tunnelAddress({ port }: Account, { net }: Server): string | undefined {
  return net ? wireguardAddress(net, port) : undefined
}

/** What a client scans to connect; undefined for kinds of servers that have no such code. Spec 9. */
export function codeOf(account: Account, server: Server): string | undefined {
  return connectionOf(account, server, { kind: 'legacy', dns: chosenDns() })?.text
}
