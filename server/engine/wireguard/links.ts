import { readFileSync, statSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { CommandFailed, run, TunnelRefused } from './commands.ts'
import { gatewayOf, type Network, networkOf, overlaps } from './networks.ts'

/** A network of this machine, and the interface it is on. */
export type Used = { net: string; on: string }

type Link = { ifindex: number }
type Addressed = { addr_info?: { local?: string; prefixlen?: number; scope?: string }[] }
type Route = { dst?: string; dev?: string; type?: string }

/** Index of an interface while it exists; undefined where there is none of this name. */
export async function indexOf(name: string): Promise<number | undefined> {
  try {
    const [link] = JSON.parse(await run('ip', ['-j', 'link', 'show', 'dev', name])) as Link[]
    return link?.ifindex
  } catch (error) {
    if (error instanceof CommandFailed && error.said.includes('does not exist')) return undefined
    throw ipErrorOf(error)
  }
}

/** Makes an interface of a kernel type. Rejects where the kernel lacks the type. */
export async function addLink(name: string, type: string): Promise<void> {
  await run('ip', ['link', 'add', 'dev', name, 'type', type])
}

/** Removes an interface; one that does not exist is no error. */
export async function removeLink(name: string): Promise<void> {
  await run('ip', ['link', 'del', 'dev', name]).catch(() => {})
}

/**
 * Gives an interface its addresses, which are the first of each network, and brings it up. Inside
 * WireGuard there is no neighbour discovery, so IPv6 addresses need no duplicate detection.
 */
export async function bringUp(name: string, networks: readonly Network[], mtu: number) {
  try {
    await run('ip', ['link', 'set', 'dev', name, 'mtu', String(mtu), 'up'])
    // A machine without IPv6 serves the other family alone.
    const wanted = networks.filter(({ family }) => family === 4 || hasIpv6())
    // Changing them removes their routes for a moment.
    if (await hasAddresses(name, wanted)) return
    await run('ip', ['address', 'flush', 'dev', name, 'scope', 'global'])
    for (const network of wanted) {
      const words = ['address', 'replace', gatewayOf(network), 'dev', name]
      if (network.family === 4) await run('ip', words)
      else await run('ip', ['-6', ...words, 'nodad'])
    }
  } catch (error) {
    throw ipErrorOf(error)
  }
}

async function hasAddresses(name: string, networks: readonly Network[]): Promise<boolean> {
  const answer = await run('ip', ['-j', 'address', 'show', 'dev', name])
  const [link] = JSON.parse(answer) as Addressed[]
  const all = (link?.addr_info ?? []).filter(({ scope }) => scope === 'global')
  const there = all.map(({ local, prefixlen }) => spelled(networkOf(`${local}`), prefixlen))
  const wanted = networks.map((one) =>
    spelled(networkOf(gatewayOf(one).split('/')[0] ?? ''), one.bits),
  )
  return there.sort().join() === wanted.sort().join()
}

const spelled = (address: Network | undefined, bits: number | undefined) =>
  `${address?.family} ${address?.first}/${bits}`

/** Networks the machine has on its interfaces or routes into, default routes left out. */
export async function usedNetworks(): Promise<Used[]> {
  const used = new Map<string, Used>()
  const note = (net: string, on: string) => used.set(`${net} ${on}`, { net, on })
  for (const [on, found = []] of Object.entries(networkInterfaces()))
    for (const { cidr, internal } of found) if (cidr && !internal) note(wholeOf(cidr), on)
  for (const family of ['-4', '-6']) {
    const answer = await run('ip', [family, '-j', 'route', 'show', 'table', 'main']).catch(() => '')
    for (const { dst, dev, type = 'unicast' } of JSON.parse(answer || '[]') as Route[]) {
      const network = dst === undefined ? undefined : networkOf(dst)
      // Two halves of the address space are how VPN clients write a default route.
      if (network && network.bits > 1) note(wholeOf(dst ?? ''), dev ?? type)
    }
  }
  return [...used.values()]
}

/** Which of the used networks another one would overlap, `name` being its own interface. */
export function overlappingNetwork(
  net: Network,
  used: readonly Used[],
  name: string,
): Used | undefined {
  return used.find((one) => {
    const other = networkOf(one.net)
    return one.on !== name && other !== undefined && other.bits > 1 && overlaps(net, other)
  })
}

function wholeOf(cidr: string): string {
  const network = networkOf(cidr)
  if (!network || network.bits === 0) return cidr
  const [address = '', bits = network.family === 4 ? '32' : '128'] = cidr.split('/')
  return network.family === 4 ? `${dotted(network.first)}/${bits}` : `${address}/${bits}`
}

const dotted = (value: bigint) => [24n, 16n, 8n, 0n].map((at) => (value >> at) & 255n).join('.')

function hasIpv6(): boolean {
  return statSync('/proc/net/if_inet6', { throwIfNoEntry: false }) !== undefined
}

/** Maps an error of `ip` to one word. */
export function ipErrorOf(error: unknown): unknown {
  if (!(error instanceof CommandFailed)) return error
  if (/not permitted|Permission denied/.test(error.said))
    return new TunnelRefused('no rights', error.said.trim())
  return error
}

/** Bytes that passed an interface so far; undefined if it does not exist. Nearly free. */
export function bytesOn(name: string): number | undefined {
  const text = readFileSync('/proc/self/net/dev', 'latin1')
  const at = text.indexOf(`${name}:`)
  if (at < 0) return undefined
  const numbers = text
    .slice(at + name.length + 1, text.indexOf('\n', at))
    .trim()
    .split(/\s+/)
  return Number(numbers[0]) + Number(numbers[8])
}
