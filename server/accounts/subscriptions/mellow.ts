import { toBase64Url } from '#rules/base64.ts'
import { beforePort } from '#rules/serverHost.ts'
import type { Content } from './content.ts'
import { shadowsocksOf } from './kinds.ts'

/** The prefix of each server's name: the group takes all names with it, and no other has it. */
const PREFIX = 'Proxy'

/** A profile for Mellow, which is in old links: the fastest server. No rule resolves a name. */
export function mellow({ nodes }: Content): string {
  // It splits cipher and password at every colon.
  const servers = shadowsocksOf(nodes).filter(({ password }) => !password.includes(':'))
  const group = servers.length === 0 ? [] : [`Auto, ${PREFIX}, latency, interval=300, timeout=6`]
  return [
    '[Endpoint]',
    'Direct, builtin, freedom, domainStrategy=UseIP',
    'Dns-Out, builtin, dns',
    ...servers.map(
      ({ name, method, password, host, port }) =>
        `${PREFIX} ${name}, ss, ss://${toBase64Url(`${method}:${password}`)}@${beforePort(host)}:${port}`,
    ),
    '',
    '[EndpointGroup]',
    ...group,
    '',
    '[Routing]',
    'domainStrategy = AsIs',
    '',
    '[RoutingRule]',
    'GEOIP, private, Direct',
    `FINAL, ${servers.length === 0 ? 'Direct' : 'Auto'}`,
    '',
    '[Dns]',
    'hijack = Dns-Out',
    '',
    '[DnsServer]',
    'localhost',
    '',
  ].join('\n')
}
