import { once } from 'node:events'
import type { Server } from 'node:net'
import { CannotStart } from '../../database/cannotStart.ts'

/** Opens a port. Throws a sentence that names the setting where it cannot be opened. */
export async function listen(
  server: Server,
  { host, port }: { host: string; port: number },
  setting: string,
): Promise<void> {
  try {
    server.listen({ host, port })
    await once(server, 'listening')
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    const why = { EADDRINUSE: 'another program has it', EACCES: 'only root may have it' }
    const reason = why[code as keyof typeof why] ?? message
    throw new CannotStart(`Port ${port} (${setting}) cannot be opened: ${reason}.`)
  }
}
