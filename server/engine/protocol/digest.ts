import { createHash } from 'node:crypto'
import { amneziaOf } from '#rules/amnezia.ts'
import type { DeviceKey, Peer, Speed, Tunnel } from '../plane.ts'
import type { Order } from './messages.ts'

/** A hash of a set of orders, in any sequence; without budgets, which change all the time. */
export function digestOf(orders: Iterable<Omit<Order, 'until'>>): string {
  const lines = [...orders].map((order) => {
    const { key, port, method, password, expireAt, maxConnections, leaseMs } = order
    const { tunnel, peers, speed, slow, wayBack, devices } = order
    const inside = tunnel ? [tunnelOf(tunnel), peers?.map(peerOf)] : []
    // Absent is as before: most engines of earlier releases need no new order.
    const lease = leaseMs === undefined ? [] : [{ leaseMs }]
    const limits =
      speed || slow || wayBack
        ? [{ limits: [speedOf(speed), speedOf(slow), wayBack?.places, wayBack?.page] }]
        : []
    const keys = devices ? [{ devices: devices.map(deviceOf) }] : []
    const terms = [
      expireAt ?? null,
      maxConnections ?? null,
      ...lease,
      ...limits,
      ...inside,
      ...keys,
    ]
    return JSON.stringify([key, port, method, password, ...terms])
  })
  return createHash('sha256').update(lines.sort().join('\n')).digest('base64url')
}

const deviceOf = ({ deviceId, password }: DeviceKey) => [deviceId, password]

const speedOf = (speed: Speed | undefined) => speed && [speed.up ?? 0, speed.down ?? 0]

// Sorted by name: the sender may use another sequence.
function tunnelOf({ serverId, listenPort, privateKey, net, net6, mtu, amnezia }: Tunnel) {
  const disguise = amnezia === undefined ? [] : [amneziaOf(amnezia)]
  return [serverId, listenPort, privateKey, net, net6, mtu, ...disguise]
}

function peerOf({ deviceId, publicKey, presharedKey, addresses }: Peer) {
  return [deviceId, publicKey, presharedKey, addresses]
}
