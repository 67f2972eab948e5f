import { readFileSync, rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { lockFile } from '../../base/fileLock.ts'

/** The right to count on the interfaces of a folder: at most one process has it. */
export type Claim = {
  /**
   * Acquires it; returns whether it is held. With `asks` the present holder is requested to release
   * it, and first counts to the end; without, only a free one is acquired.
   */
  take: (options: { requestsRelease: boolean }) => Promise<boolean>
  /** Releases it. */
  drop: () => void
}

/** How long the present holder may take to release it, ms. */
const RELEASE_TIMEOUT_MS = 5_000
/** How soon a holder that cannot be reached yet is looked for again, ms. */
const RETRY_MS = 50

/**
 * The right is a lock on a file of the folder, which the kernel releases with the process however
 * that dies. Its holder listens at a socket beside it for who wants it next. Only the folder's owner
 * reaches either: a name outside of folders is in `/proc/net/unix` for every user of the machine,
 * who could take it from the engine, and nobody would count.
 *
 * `asked` is called when another process requests it; it is released once everything is counted.
 */
export function openClaim(dir: string, onRequest: () => Promise<void>): Claim {
  const door = join(dir, 'claim.sock')
  let unlock: (() => void) | undefined
  let servers: Server[] = []
  const waiting = new Set<Socket>()

  return { take, drop }

  async function take({ requestsRelease }: { requestsRelease: boolean }): Promise<boolean> {
    if (unlock) return true
    for (const end = performance.now() + RELEASE_TIMEOUT_MS; performance.now() < end;) {
      unlock = lockFile(join(dir, 'claim.lock'))
      if (unlock) {
        if (await openDoors(requestsRelease)) return true
        drop()
      }
      if (!requestsRelease) return false
      await released(door, end - performance.now())
    }
    return false
  }

  /** Listens for requests; false where a program of before the lock still counts. */
  async function openDoors(requestsRelease: boolean): Promise<boolean> {
    const older = olderName(dir)
    // Held as well, so that a program of before does not count beside this one while it drains.
    let held = older === undefined ? undefined : await listenAt(older, hangUp)
    if (older !== undefined && !held) {
      if (!requestsRelease) return false
      // That one is a name for all to take: who does not release it in time is no engine.
      await released(older, RELEASE_TIMEOUT_MS)
      held = await listenAt(older, hangUp)
    }
    if (held) servers.push(held)
    rmSync(door, { force: true })
    const server = await listenAt(door, (socket) => {
      waiting.add(socket)
      socket.on('error', () => {})
      void onRequest()
    })
    if (server) servers.push(server)
    return true
  }

  function drop(): void {
    for (const server of servers) server.close()
    servers = []
    unlock?.()
    unlock = undefined
    for (const socket of waiting) socket.destroy()
    waiting.clear()
  }
}

const hangUp = (socket: Socket) => void socket.destroy()

/** A server that listens at a path or name; undefined where it cannot. */
function listenAt(path: string, onCall: (socket: Socket) => void): Promise<Server | undefined> {
  const server = createServer(onCall)
  return new Promise((resolve) => {
    server.on('error', () => resolve(undefined))
    server.listen(path, () => resolve(server))
  })
}

/** Resolves when the holder has disconnected, was not there for a moment, or the time is over. */
async function released(path: string, waitMs: number): Promise<void> {
  const socket = connect(path)
  let isThere = false
  socket.on('connect', () => (isThere = true))
  socket.on('error', () => {})
  socket.setTimeout(Math.max(1, waitMs), () => socket.destroy())
  socket.resume()
  await new Promise((resolve) => socket.on('close', resolve))
  if (!isThere) await pause(RETRY_MS)
}

/** The name by which programs of before the lock claim a folder; undefined where none did. */
function olderName(dir: string): string | undefined {
  try {
    return `\0sluice-${readFileSync(join(dir, 'claim'), 'utf8')}`
  } catch {
    return undefined
  }
}
