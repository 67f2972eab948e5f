import { connect } from 'node:net'
import { freePort } from './freePort.ts'
import { type aConsole, download } from './mortalConsole.ts'
import { aNodeMachine, startClient } from './namespaces.ts'
import { eventually } from './shadowsocks.ts'

type Console = Awaited<ReturnType<typeof aConsole>>
type Machine = Awaited<ReturnType<typeof aNodeMachine>>

export const METHOD = 'aes-256-gcm'

/** A machine in a network of its own that joins a console, with a server. */
export async function joinedMachine(
  { ask, url, publicKey }: Pick<Console, 'ask' | 'url' | 'publicKey'>,
  number: number,
  env: Record<string, string> = {},
) {
  const machine = await aNodeMachine(number, env)
  const server = { name: `node ${number}`, method: METHOD }
  const { command } = await ask<{ command: string }>('/api/admin/node/invite', { server })
  machine.command('join', url, command.split(' ').at(-1)!, publicKey)
  machine.start()
  return machine
}

/** Debian's client to an account on a machine, and what has passed through it as curl counts. */
export async function aCustomer(
  { address, gateway }: Pick<Machine, 'address' | 'gateway'>,
  { port, password, site }: { port: number; password: string; site: number },
) {
  const client = await freePort()
  await startClient({ host: address, port, password, method: METHOD }, client)
  const state = { passed: 0 }
  return {
    state,
    fetch: async (bytes: number) => {
      const got = await download(client, `http://${gateway}:${site}/fast/${bytes}`)
      state.passed += got
      return got
    },
    /** Whether its port takes connections. */
    isOpen: () => isListening(address, port),
  }
}

/** Whether a machine takes connections on a port. */
export function isListening(host: string, port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect({ host, port })
  socket.setTimeout(2_000, () => resolve(false))
  socket.on('connect', () => resolve(true))
  socket.on('error', () => resolve(false))
  return promise.finally(() => socket.destroy())
}

/** Resolves once so many servers have so many open ports each. */
export async function portsOpen({ ask }: Pick<Console, 'ask'>, servers: number, ports: number) {
  await eventually(async () => {
    const all = await ask<{ portCount: number }[]>('/api/admin/server')
    return all.length === servers && all.every(({ portCount }) => portCount === ports)
  }, 40_000)
}
