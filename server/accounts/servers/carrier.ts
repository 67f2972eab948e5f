import { createHash } from 'node:crypto'
import type { ServerRow } from './store.ts'

type Carried = Pick<ServerRow, 'id' | 'plane' | 'nodeId'> &
  Partial<Pick<ServerRow, 'host' | 'port' | 'password' | 'method' | 'driver'>>

/** The engine of this machine, as a carrier. */
export const ENGINE = 'engine'

/**
 * Names what carries a server's traffic: `engine`, `node:7`, or `server:3:…` for a node program
 * reached by its driver, another one as soon as it is reached in another way.
 */
export function carrierOf({ id, plane, nodeId, ...way }: Carried): string {
  if (plane === 'embedded') return ENGINE
  if (plane === 'node') return nodeCarrier(nodeId ?? 0)
  const { host, port, password, method, driver } = way
  const text = JSON.stringify([host, port, password, method, driver])
  return `server:${id}:${createHash('sha256').update(text).digest('hex').slice(0, 12)}`
}

/** A node, as a carrier. */
export function nodeCarrier(nodeId: number): string {
  return `node:${nodeId}`
}

/** The node that a carrier is; undefined for any other. */
export function nodeIn(carrier: string): number | undefined {
  const [, id] = /^node:(\d+)$/.exec(carrier) ?? []
  return id === undefined ? undefined : Number(id)
}
