import { randomUUID } from 'node:crypto'
import { readdirSync, renameSync, rmSync } from 'node:fs'
import { connect, type Server, type Socket } from 'node:net'
import { dirname, join } from 'node:path'
import { guardServer } from '../../base/guarded.ts'

/** The socket of one engine: its name holds the program it runs, and its epoch. */
export type SocketFile = { path: string; version: string; epoch: string }

const NAME = /^engine-([0-9a-f]{8})-([0-9a-f]{16})\.sock$/
const TIMEOUT_MS = 5_000

/** Where the engine of a version and epoch listens. */
export function socketPath(dir: string, version: string, epoch: string): string {
  return join(dir, `engine-${version}-${epoch}.sock`)
}

/**
 * Has a server listen at a path that is created only once it listens: another process takes a
 * socket without a listener for a stale one, and removes it. What a caller makes it throw ends the
 * caller's connection.
 */
export function listenAt(server: Server, path: string): void {
  guardServer(server, (error) => console.error('engine:', error))
  const early = join(dirname(path), `new-${randomUUID().slice(0, 8)}`)
  server.listen(early, () => renameSync(early, path))
}

/** The sockets in a folder, of engines that run and that ran. */
export function socketFilesIn(dir: string): SocketFile[] {
  return readdirSync(dir).flatMap((name) => {
    const [, version, epoch] = NAME.exec(name) ?? []
    return version && epoch ? [{ path: join(dir, name), version, epoch }] : []
  })
}

/** Connects to an engine; undefined where it no longer runs, and its file is removed. */
export async function connectTo({ path }: SocketFile): Promise<Socket | undefined> {
  const socket = connect(path)
  const code = await new Promise<string>((resolve) => {
    socket.once('connect', () => resolve(''))
    socket.once('error', (error) => resolve('code' in error ? String(error.code) : 'failed'))
    socket.setTimeout(TIMEOUT_MS, () => resolve('silent'))
  })
  socket.setTimeout(0)
  if (code === '') return socket
  socket.destroy()
  // One that is suspended or overloaded may still be there.
  if (code === 'ECONNREFUSED') rmSync(path, { force: true })
  return undefined
}

/** Epochs of the other engines that run in a folder. */
export async function othersIn(dir: string, epoch: string): Promise<Set<string>> {
  const running = new Set<string>()
  for (const one of socketFilesIn(dir).filter((file) => file.epoch !== epoch)) {
    const socket = await connectTo(one)
    if (socket) running.add(one.epoch)
    socket?.destroy()
  }
  return running
}
