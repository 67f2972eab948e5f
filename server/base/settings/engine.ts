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
})
