/**
 * How connections to servers travel, in the usual order of subscriptions: first those whose recorded
 * traffic does not open with a key that is taken later, last what filters know best.
 */
export const CARRIERS = [
  'trojan',
  'wireguard',
  'shadowsocks2022',
  'webSocket',
  'shadowsocks',
] as const

/** One of the ways to a server. */
export type Carrier = (typeof CARRIERS)[number]

/** Their names, which are the same in every language. */
export const CARRIER_NAMES: Readonly<Record<Carrier, string>> = {
  trojan: 'Trojan',
  wireguard: 'WireGuard',
  shadowsocks2022: 'Shadowsocks 2022',
  webSocket: 'WebSocket',
  shadowsocks: 'Shadowsocks',
}

/** Every carrier in the order that was chosen; those it does not name follow in the usual order. */
export function carrierOrder(chosen: readonly Carrier[] = []): Carrier[] {
  return [...new Set([...chosen, ...CARRIERS])]
}
