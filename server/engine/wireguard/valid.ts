import { faultOfAmnezia } from '#rules/amnezia.ts'
import type { Peer, Tunnel } from '../plane.ts'
import { isKey } from './keys.ts'
import { isInside, networkOf } from './networks.ts'

/** A longer id does not fit into the kernel's 15 characters of an interface name. */
const MAX_SERVER_ID = 999_999
/**
 * Every IPv6 link must carry 1280 bytes, and so does any path a packet of the tunnel may take. 1420
 * is what an Ethernet of 1500 leaves beside IPv6 (40), UDP (8) and WireGuard (32).
 */
const MTU = { min: 1_280, max: 65_535 }

/** Whether an interface can be made of this at all. */
export function isTunnel(tunnel: Tunnel): boolean {
  const { serverId, listenPort, privateKey, net, net6, mtu, amnezia } = tunnel
  return (
    isWithin(serverId, 1, MAX_SERVER_ID) &&
    isWithin(listenPort, 1, 65_535) &&
    isWithin(mtu, MTU.min, MTU.max) &&
    isKey(privateKey) &&
    (amnezia === undefined || faultOfAmnezia(amnezia) === undefined) &&
    networkOf(net)?.family === 4 &&
    (net6 === undefined || networkOf(net6)?.family === 6)
  )
}

/** Why a device is refused; undefined where it is valid. */
export function faultOf(
  { publicKey, presharedKey, addresses, deviceId }: Peer,
  { net, net6 }: Tunnel,
): 'key not valid' | 'address not valid' | undefined {
  if (!isKey(publicKey) || !(presharedKey === undefined || isKey(presharedKey)))
    return 'key not valid'
  const networks = [networkOf(net), networkOf(net6 ?? '')]
  const isOne = (address: string) =>
    networks.some((network) => network !== undefined && isInside(address, network))
  if (!isWithin(deviceId, 0, Number.MAX_SAFE_INTEGER)) return 'key not valid'
  return addresses.length > 0 && addresses.every(isOne) ? undefined : 'address not valid'
}

function isWithin(value: number, min: number, max: number): boolean {
  return Number.isSafeInteger(value) && value >= min && value <= max
}
