import type { PortState } from '../../engine/plane.ts'

/** Why a port stays closed however often it is retried. */
const FINAL = [
  'over',
  'engine away',
  'engine is off',
  'method not supported',
  'password not supported',
  'port not supported',
  'key in use',
  'no rights',
  'no tun',
  'wireguard missing',
  'nftables missing',
  'amneziawg missing',
  'range in use',
  'interface in use',
  'tunnel not valid',
  'key not valid',
  'address not valid',
  'node is full',
  'not listening',
  'opening',
]

/** Whether a port is closed for a reason that may pass without a change. */
export function isFailing({ open, reason = '' }: PortState): boolean {
  return !open && !FINAL.includes(reason)
}
