import type { AddressInfo } from 'node:net'
import { makeWorld } from './world.ts'

/** What asks for the link of a node, as the protocol has it. */
export const UPGRADE = [
  'GET /api/node/link HTTP/1.1',
  'Host: x',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
  '',
  '',
].join('\r\n')

/** A console at a real socket. */
export async function listening(env: NodeJS.ProcessEnv = {}) {
  const world = await makeWorld({ env })
  await world.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = world.app.server.address() as AddressInfo // listening on TCP, so never a string
  return {
    ...world,
    port,
    isServed: async () => (await fetch(`http://127.0.0.1:${port}/api/livez`)).ok,
  }
}
