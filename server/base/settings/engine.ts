import { existsSync } from 'node:fs'
import { CLOSED_PORTS } from '../closedPorts.ts'
import { isNetwork, type Readings } from './readings.ts'

/** What an engine is told, on the console's machine and on a node. */
export const engineOf = (given: Readings) => ({
  /** Address the Shadowsocks engine listens on. */
  engineHost: given.host('ENGINE_HOST', '::'),
  /** Networks (CIDR), private or this machine's, customers may reach through the engine. Empty in production. */
  allowTargets: given.list('ENGINE_ALLOW_TARGETS', {
    is: (text) => isNetwork(text),
    must: 'be addresses or networks such as 10.0.0.0/8',
  }),
  /** Ports that customers reach on no machine: mail between servers, which is nothing but spam there. */
  closedPorts: given.ports('ENGINE_CLOSED_PORTS', [...CLOSED_PORTS]),
  /** File of networks that customers do not reach; empty is none. */
  closedNetworks: listOf(given),
  /** Protocols that customers do not get through: `bittorrent`. */
  closedProtocols: given
    .list('ENGINE_CLOSED_PROTOCOLS', {
      is: (text) => text.toLowerCase() === 'bittorrent',
      must: 'be bittorrent or empty',
    })
    .map((text) => text.toLowerCase()),
})

/** A name that was mistyped would close nothing. */
function listOf(given: Readings): string {
  const name = 'ENGINE_CLOSED_NETWORKS'
  const path = given.path(name, 'file')
  if (path !== '' && !existsSync(path))
    given.refuse(name, `${name} must be the name of a file that is there, and there is no ${path}.`)
  return path
}
