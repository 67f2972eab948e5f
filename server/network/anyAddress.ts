import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** `::`, which takes connections of both kinds, becomes `0.0.0.0` where the machine has no IPv6. */
export async function listeningHost(host: string): Promise<string> {
  if (host !== '::') return host
  const probe = createSocket('udp6')
  try {
    probe.bind(0, host)
    await once(probe, 'listening')
    return host
  } catch {
    return '0.0.0.0'
  } finally {
    probe.close()
  }
}
