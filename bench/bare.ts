import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** A constant reply of so many bytes from Node's own server, in a process of its own. */
export async function startBare(bytes: number, port: number) {
  const code = `
    const text = 'x'.repeat(${bytes})
    require('node:http')
      .createServer((request, reply) => {
        request.resume()
        reply.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length })
        reply.end(text)
      })
      .listen(${port}, '127.0.0.1', () => console.log('up'))`
  const child = spawn(process.execPath, ['--max-semi-space-size=4', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  const stop = async () => {
    child.kill()
    await once(child, 'exit')
  }
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop }
}
