import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

/** A line from one port of this machine to another, which can be cut and mended. */
export async function openLine(port: number, to: number) {
  const open = new Set<Socket>()
  let server: Server
  let isCut = false

  async function mend(): Promise<void> {
    isCut = false
    server = createServer((near) => {
      // One that had come before, and is told of only now.
      if (isCut) return void near.destroy()
      const far = connect(to, '127.0.0.1')
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        open.add(one)
        one.pipe(other)
        one.on('error', () => other.destroy())
        one.on('close', () => {
          open.delete(one)
          other.destroy()
        })
      }
    })
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }

  await mend()
  return {
    /** Ends every connection, and takes no more. */
    async cut(): Promise<void> {
      const closed = once(server, 'close')
      isCut = true
      server.close()
      for (const socket of open) socket.destroy()
      await closed
    },
    mend,
  }
}
