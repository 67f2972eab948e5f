/** `node tunnelSite.ts <port>`: a site that sends as many bytes as its path says, and takes any. */
import { createServer } from 'node:http'

const piece = Buffer.alloc(64 * 1024, 7)
createServer((request, reply) => {
  let left = Number(/\d+$/.exec(request.url ?? '')?.[0] ?? 0)
  reply.setHeader('from', request.socket.remoteAddress ?? '')
  request.resume()
  const more = () => {
    while (left > 0) {
      const size = Math.min(left, piece.length)
      left -= size
      if (!reply.write(piece.subarray(0, size))) return void reply.once('drain', more)
    }
    reply.end()
  }
  if (request.method === 'GET') more()
  else request.on('end', () => reply.end('taken'))
}).listen(Number(process.argv[2]), '::', () => console.log('ready'))
