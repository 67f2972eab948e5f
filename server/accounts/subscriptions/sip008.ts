import { createHash } from 'node:crypto'
import type { Content } from './content.ts'
import type { ProxyNode } from './nodes.ts'

/** The servers in Shadowsocks' own delivery format (SIP008); its ids never change. */
export function sip008({ account, nodes, used, quota }: Content): string {
  const servers = nodes
    .filter((node): node is ProxyNode => node.id !== 0 && node.type === 'Shadowsocks')
    .map(({ id, name: remarks, host: server, port: server_port, password, method }) => ({
      id: uuid(`${account.id}:${id}`),
      remarks,
      server,
      server_port,
      password,
      method,
    }))
  const usage = quota > 0 ? { bytes_used: used, bytes_remaining: Math.max(0, quota - used) } : {}
  return JSON.stringify({ version: 1, servers, ...usage })
}

function uuid(name: string) {
  const hex = createHash('sha256').update(name).digest('hex')
  // UUID version 8: made by a rule of our own.
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
  ]
  return [...parts, hex.slice(20, 32)].join('-')
}
