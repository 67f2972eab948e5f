import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * The faults of a service before it answers: it closes (`down`), closes after it
 * executed the request (`lost`), answers late (`slow`), with a page of a proxy (`garbage`), or in
 * some way of its own.
 */
type Fault<Own extends string> = 'down' | 'lost' | 'slow' | 'garbage' | Own

/** A request as a stand-in reads it. */
export type ReceivedRequest = {
  method: string
  url: URL
  headers: IncomingMessage['headers']
  text: string
}

/** What a stand-in answers. */
export type Reply = {
  status: number
  type?: string
  text: string
  headers?: Record<string, string>
}

/** How long a slow answer takes, ms. */
const SLOW = 30_000

/**
 * A real HTTP server for a stand-in, which can be made to fail.
 *
 * `answer` is notified of faults of its own; the others happen to it.
 */
export async function startFaulty<Own extends string>(
  answer: (requested: ReceivedRequest, fault: Own | undefined) => Reply | Promise<Reply>,
) {
  let fault: { kind: Fault<Own>; times: number } | undefined
  const requested: ReceivedRequest[] = []
  const timers = new Set<NodeJS.Timeout>()

  const server = createServer((request, response) => void serve(request, response))
  async function serve(request: IncomingMessage, response: ServerResponse) {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const { method = '', headers } = request
    const url = new URL(request.url ?? '/', origin)
    const one = { method, url, headers, text: Buffer.concat(parts).toString() }
    requested.push(one)
    const kind = fault && fault.times-- > 0 ? fault.kind : undefined
    if (kind === 'down') return request.socket.destroy()
    if (kind === 'garbage') return response.writeHead(502).end('<html>Bad gateway</html>')
    const own = kind === 'slow' || kind === 'lost' ? undefined : kind
    const { status, type = 'application/json', text, headers: more } = await answer(one, own)
    if (kind === 'lost') return request.socket.destroy()
    const send = () => response.writeHead(status, { 'content-type': type, ...more }).end(text)
    if (kind !== 'slow') return send()
    const timer = setTimeout(() => (timers.delete(timer), send()), SLOW)
    return timers.add(timer)
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    origin,
    /** Every request so far. */
    requested,
    /** Makes the next requests fail. */
    fail: (kind: Fault<Own>, times = 1) => void (fault = { kind, times }),
    heal: () => void (fault = undefined),
    stop: async () => {
      for (const timer of timers) clearTimeout(timer)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A page for a person, or for a browser in a test. */
export const page = (body: string): Reply => ({
  status: 200,
  type: 'text/html; charset=utf-8',
  text: `<!doctype html><meta name="viewport" content="width=device-width"><title>Stand-in</title>${body}`,
})
