import { BlockList, isIP } from 'node:net'

/** Who is believed when they say whom a connection comes from. */
export type Proxies = {
  trusts(address: string): boolean
  /** The client behind a connection: the latest one in the list whom nobody believed vouches for. */
  clientOf(address: string, forwardedFor: string): string
}

/** Believes these networks, an address or CIDR each; what is none is left out. */
export function openProxies(networks: readonly string[]): Proxies {
  const list = new BlockList()
  for (const network of networks) add(list, network)
  const trusts = (address: string) => {
    const family = isIP(address)
    return family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4')
  }
  return {
    trusts,
    clientOf(address, forwardedFor) {
      let client = address
      for (const one of forwardedFor.split(',').toReversed()) {
        const next = one.trim()
        if (!trusts(client) || isIP(next) === 0) break
        client = next
      }
      return client
    },
  }
}

function add(list: BlockList, network: string): void {
  const [address = '', bits] = network.split('/')
  const family = isIP(address)
  if (family === 0) return
  const most = family === 6 ? 128 : 32
  const length = bits === undefined ? most : Number(bits)
  if (Number.isInteger(length) && length >= 0 && length <= most)
    list.addSubnet(address, length, family === 6 ? 'ipv6' : 'ipv4')
}
