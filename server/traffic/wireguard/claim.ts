import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'

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

/**
 * The right is an abstract unix socket: the kernel lets one process listen on a name, ends that
 * with the process however it dies, and leaves no file behind. Its name is in a file of the folder
 * and nowhere else, so that no other user of the machine can block it. Such names belong to a
 * network namespace, as interfaces do.
 *
 * `asked` is called when another process requests it; it is released once everything is counted.
 */
export function openClaim(dir: string, onRequest: () => Promise<void>): Claim {
  let server: Server | undefined
  const waiting = new Set<Socket>()

  return { take, drop }

  async function take({ requestsRelease }: { requestsRelease: boolean }): Promise<boolean> {
    if (server) return true
    const name = nameIn(dir)
    for (const end = performance.now() + RELEASE_TIMEOUT_MS; performance.now() < end;) {
      if (await listen(name)) return true
      if (!requestsRelease) return false
      await released(name, end - performance.now())
    }
    return false
  }

  async function listen(name: string): Promise<boolean> {
    const next = createServer((socket) => {
      waiting.add(socket)
      socket.on('error', () => {})
      void onRequest()
    })
    const isListening = await new Promise<boolean>((resolve) => {
      next.on('error', () => resolve(false))
      next.listen(name, () => resolve(true))
    })
    if (isListening) server = next
    return isListening
  }

  function drop(): void {
    server?.close()
    server = undefined
    for (const socket of waiting) socket.destroy()
    waiting.clear()
  }
}

/** Resolves when the holder has disconnected, or the time is over. */
function released(name: string, waitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(name)
    socket.on('error', () => {})
    socket.on('close', () => resolve())
    socket.setTimeout(Math.max(1, waitMs), () => socket.destroy())
    socket.resume()
  })
}

function nameIn(dir: string): string {
  const path = join(dir, 'claim')
  try {
    writeFileSync(path, randomBytes(16).toString('hex'), { flag: 'wx', mode: 0o600 })
  } catch {
    // Another process has named it.
  }
  return `\0sluice-${readFileSync(path, 'utf8')}`
}
