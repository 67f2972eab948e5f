import { type Carrier, carrierOrder } from '#rules/carriers.ts'
import { is2022 } from '#rules/ciphers2022.ts'
import type { Schema } from '#contract'

/** What of an entry says how it travels. */
type Entry = { type: Schema<'ServerType'>; method?: string; webSocket?: object }

/** How connections of an entry travel. */
export function carrierOf({ type, method = '', webSocket }: Entry): Carrier {
  if (type === 'WireGuard') return 'wireguard'
  if (webSocket) return 'webSocket'
  if (type === 'Trojan') return 'trojan'
  return is2022(method) ? 'shadowsocks2022' : 'shadowsocks'
}

/** Entries by the order of their carriers; those of one carrier stay as they are. */
export function inOrder<One extends Entry>(
  entries: readonly One[],
  chosen?: readonly Carrier[],
): One[] {
  const order = carrierOrder(chosen)
  return entries.toSorted((a, b) => order.indexOf(carrierOf(a)) - order.indexOf(carrierOf(b)))
}
