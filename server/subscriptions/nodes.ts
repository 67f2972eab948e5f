import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { shownHost } from '#rules/links.ts'
import { serversOf } from '../accounts/facts.ts'
import type { StoredAccount } from '../accounts/store.ts'
import type { ServerRow } from '../servers/store.ts'

/** One entry of a subscription; `id` 0 is a note that leads nowhere. */
export type Node = {
  id: number
  type: 'Shadowsocks' | 'Trojan'
  name: string
  host: string
  port: number
  method: string
  password: string
  /** What traffic is multiplied with when it is charged. */
  ratio: number
  /** Fields of its own in the clash format. */
  clash: Record<string, unknown>
}

/** Names that stand for something else in a client's rules. */
export const GROUPS = { auto: 'Auto', proxy: 'Proxy', direct: 'DIRECT' } as const

/** The entries of an account, notes first; `resolve` puts addresses in place of host names. */
export async function nodesOf(
  account: StoredAccount,
  servers: ServerRow[],
  { notes, resolve }: { notes: string[]; resolve: boolean },
): Promise<Node[]> {
  const allowed = serversOf(account)
  const nodes = servers
    .filter(({ id, type }) => type !== 'WireGuard' && (allowed?.includes(id) ?? true))
    .flatMap((server) => nodeOf(account, server) ?? [])
  const hosts = resolve ? await Promise.all(nodes.map(addressOf)) : nodes.map(({ host }) => host)
  const found = nodes.map((node, index) => ({ ...node, host: hosts[index] ?? node.host }))
  return withUniqueNames([...notes.map((name) => noteOf(account, name)), ...found])
}

function nodeOf(account: StoredAccount, server: ServerRow): Node | undefined {
  const { id, type, name, method, scale: ratio, shift, tjPort } = server
  const host = shownHost(server.host)
  const clash = clashOf(server, account.port)
  const node = { id, name, host, method, ratio, clash }
  if (type === 'Shadowsocks')
    return { ...node, type, port: account.port + shift, password: account.password }
  // A Trojan server knows its people by port and password in one.
  const password = `${account.port}:${account.password}`
  return type === 'Trojan' && tjPort !== null
    ? { ...node, type, port: tjPort, password }
    : undefined
}

function noteOf({ port, password }: StoredAccount, name: string): Node {
  const method = 'chacha20-ietf-poly1305'
  const nowhere = { id: 0, type: 'Shadowsocks' as const, host: 'localhost', ratio: 1, clash: {} }
  return { ...nowhere, name, port, method, password }
}

function clashOf({ pluginOptions }: ServerRow, port: number): Node['clash'] {
  if (pluginOptions === null) return {}
  const { clash = {} } = JSON.parse(pluginOptions.replaceAll('${port}', String(port)))
  return typeof clash === 'object' && clash !== null ? clash : {}
}

async function addressOf({ type, host }: Node): Promise<string> {
  if (type === 'Trojan' || isIP(host)) return host
  try {
    return (await lookup(host, { family: 4 })).address
  } catch {
    return host
  }
}

function withUniqueNames(nodes: Node[]): Node[] {
  const taken = new Set<string>(Object.values(GROUPS))
  return nodes.map((node) => {
    let name = node.name
    for (let number = 2; taken.has(name); number += 1) name = `${node.name} ${number}`
    taken.add(name)
    return { ...node, name }
  })
}
