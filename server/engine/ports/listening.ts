import { createSocket, type RemoteInfo, type Socket as UdpSocket } from 'node:dgram'
import { createServer, type Server, type Socket } from 'node:net'
import { asGiven } from '../../network/asGiven.ts'
import type { World } from './account.ts'

/** Whether the system lets two processes listen on one port. */
const CAN_SHARE = process.platform === 'linux'

/** A port of this machine that is listened on, TCP and UDP. */
export type Listening = {
  /** Accepts no new connection, and no datagram; open connections go on. Once more changes nothing. */
  stop: () => void
}

/** What is done with what arrives. */
export type Handlers = {
  accept: (client: Socket) => void
  receive: (packet: Buffer, from: RemoteInfo, udp: UdpSocket) => void
}

/**
 * Listens on a port, TCP and UDP. Throws the system's error when it is not available.
 *
 * Two processes can have one port while one takes over from the other, because both listen with
 * `reusePort`. For the same reason a foreign process on the port would not be noticed, so a process
 * that does not take over first tries whether it is free.
 */
export async function listenOn(
  port: number,
  { host, takesOver }: Pick<World, 'host' | 'takesOver'>,
  { accept, receive }: Handlers,
): Promise<Listening> {
  const server = createServer({ allowHalfOpen: true, noDelay: true }, accept)
  const udp = createSocket({ type: typeOf(host), lookup: asGiven, reusePort: CAN_SHARE })
  udp.on('message', (packet, from) => receive(packet, from, udp))
  let hasStopped = false
  try {
    if (!takesOver()) await tryPort(port, host)
    await started(server, () => server.listen({ port, host, reusePort: CAN_SHARE }))
    await started(udp, () => udp.bind({ port, address: host }))
  } catch (error) {
    stop()
    throw error
  }
  return { stop }

  function stop(): void {
    if (hasStopped) return
    hasStopped = true
    server.close()
    udp.close()
  }
}

/**
 * Throws when another engine has the port; its UDP half is enough to see that. TCP is not tried: a
 * client that connects in that moment would be disconnected.
 */
async function tryPort(port: number, host: string): Promise<void> {
  const udp = createSocket({ type: typeOf(host), lookup: asGiven })
  try {
    await started(udp, () => udp.bind({ port, address: host }))
  } finally {
    udp.close()
  }
}

function typeOf(host: string) {
  return host.includes(':') ? 'udp6' : 'udp4'
}

function started(socket: Server | UdpSocket, start: () => unknown): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('listening', resolve)
    // Stays attached: an open port stays open, whatever error one packet or one accept hits later.
    socket.on('error', reject)
    start()
  })
}
