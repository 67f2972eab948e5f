import { once } from 'node:events'
import type { Server } from 'node:net'
import { listeningHost } from '../../network/anyAddress.ts'
import { CannotStart } from '../../database/cannotStart.ts'

const NO_IPV6 = 'this machine has no IPv6, so TLS_HOST=0.0.0.0'

/** Opens a port. Throws a sentence that names the setting where it cannot be opened. */
export async function listen(
  server: Server,
  { host, port }: { host: string; port: number },
  setting: string,
): Promise<void> {
  try {
    server.listen({ host: await listeningHost(host), port })
    await once(server, 'listening')
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    const why = {
      EADDRINUSE: 'another program has it',
      EACCES: 'only root may have it',
      EAFNOSUPPORT: NO_IPV6,
    }
    const reason = why[code as keyof typeof why] ?? message
    throw new CannotStart(`Port ${port} (${setting}) cannot be opened: ${reason}.`)
  }
}
