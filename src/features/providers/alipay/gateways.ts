/** Alipay's own gateways. */
export const GATEWAYS = {
  live: 'https://openapi.alipay.com/gateway.do',
  sandbox: 'https://openapi-sandbox.dl.alipaydev.com/gateway.do',
} as const

/** Which gateway of Alipay is spoken to. */
export type Place = keyof typeof GATEWAYS | 'own'

/** Which of Alipay's gateways an address is. */
export function placeOf(gateway: string): Place {
  if (gateway === GATEWAYS.live) return 'live'
  return gateway === GATEWAYS.sandbox ? 'sandbox' : 'own'
}
