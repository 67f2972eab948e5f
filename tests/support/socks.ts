import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { addressTo, readDestination } from '../../server/network/address.ts'
import { eventually, type Place } from './shadowsocks.ts'

const CONNECT = 1
const ASSOCIATE = 3

/** Connects to a place through a SOCKS5 port of this machine. RFC 1928. */
export async function socksTo(port: number, to: Place): Promise<Socket> {
  const { socket } = await asked(port, CONNECT, addressTo(to.host, to.port))
  return socket
}

/** Sends datagrams to a place through a SOCKS5 port, one after the other; gives what comes back. */
export async function datagramsThrough(
  port: number,
  to: Place,
  texts: readonly string[],
): Promise<string[]> {
  const { socket, bound } = await asked(port, ASSOCIATE, addressTo('0.0.0.0', 0))
  const udp = createSocket('udp4')
  const answers: string[] = []
  udp.on('message', (packet) => {
    const address = readDestination(packet.subarray(3))
    if (typeof address === 'object') answers.push(packet.toString('utf8', 3 + address.headerBytes))
  })
  try {
    for (const [at, text] of texts.entries()) {
      const header = Buffer.concat([Buffer.alloc(3), addressTo(to.host, to.port)])
      udp.send(Buffer.concat([header, Buffer.from(text)]), bound, '127.0.0.1')
      await eventually(() => answers.length > at)
    }
  } finally {
    udp.close()
    socket.destroy()
  }
  return answers
}

async function asked(port: number, command: number, address: Buffer) {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  await once(socket, 'connect')
  socket.write(Buffer.from([5, 1, 0]))
  await read(socket, 2)
  socket.write(Buffer.concat([Buffer.from([5, command, 0]), address]))
  const answer = await read(socket, 10)
  if (answer[1] !== 0) throw new Error(`refused: ${answer[1]}`)
  return { socket, bound: answer.readUInt16BE(8) }
}

/** So many bytes of an answer, which has an IPv4 address. */
async function read(socket: Socket, bytes: number): Promise<Buffer> {
  for (;;) {
    const data: Buffer | null = socket.read(bytes)
    if (data) return data
    await once(socket, 'readable')
  }
}
