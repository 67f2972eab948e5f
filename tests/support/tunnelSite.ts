/**
 * `node tunnelSite.ts <port>`: a site that sends as many bytes as its path says, and takes any.
 * Under `/paced/` some 3 MB a second, for downloads that only have to go on: as fast as the machine
 * can they take all of its cores.
 */
import { createServer } from 'node:http'

const piece = Buffer.alloc(64 * 1024, 7)
const PACE_MS = 20

createServer((request, reply) => {
  let left = Number(/\d+$/.exec(request.url ?? '')?.[0] ?? 0)
  reply.setHeader('from', request.socket.remoteAddress ?? '')
  request.resume()
  const isPaced = request.url?.startsWith('/paced/')
  const next = (): void => (isPaced ? void setTimeout(more, PACE_MS) : more())
  const more = (): void => {
    while (left > 0) {
      const size = Math.min(left, piece.length)
      left -= size
      if (!reply.write(piece.subarray(0, size))) return void reply.once('drain', next)
      if (isPaced) return next()
    }
    reply.end()
  }
  if (request.method === 'GET') more()
  else request.on('end', () => reply.end('taken'))
}).listen(Number(process.argv[2]), '::', () => console.log('ready'))
