import type { Content } from './content.ts'
import { shadowsocksOf } from './kinds.ts'

/**
 * The one server that Outline stores behind a link (`ssconf://`): one that clients can connect to
 * now, so that updating helps. Where there is none it shows a sentence of ours instead.
 */
export function outline({ nodes, open, problem, words }: Content): string {
  const servers = shadowsocksOf(nodes)
  const server = servers.find(({ id }) => open.has(id)) ?? servers[0]
  if (problem || !server)
    return JSON.stringify({ error: { message: problem ?? words.trouble.noServer } })
  const { host, port: server_port, method, password } = server
  return JSON.stringify({ server: host, server_port, password, method })
}
