import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/** Ports that accept connections and say nothing, as a node's do to peers without the key. */
export function openDataPorts() {
  const servers = new Map<number, Server>()

  const data = {
    /** Whether nothing opens a port any more, whatever is asked of it. */
    isDead: false,
    open,
    close,
    has: (port: number) => servers.has(port),
    closeAll,
  }
  return data

  /** Whether it could be opened. */
  async function open(port: number): Promise<boolean> {
    if (data.isDead) return false
    const server = createServer((socket) => socket.on('error', () => {}).destroy())
    server.listen(port, '127.0.0.1')
    const isOpen = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (isOpen) servers.set(port, server)
    return isOpen
  }

  async function close(port: number): Promise<void> {
    const server = servers.get(port)
    servers.delete(port)
    if (server) await new Promise((resolve) => server.close(resolve))
  }

  async function closeAll(): Promise<void> {
    await Promise.all([...servers.keys()].map(close))
  }
}
