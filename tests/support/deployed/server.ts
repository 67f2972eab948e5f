import { randomUUID } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { accountRoutes } from './accounts.ts'
import { type Call, NEVER, Refused, type Role, type Routes } from './call.ts'
import { customerRoutes, visitorRoutes } from './customer.ts'
import { peopleRoutes } from './desk.ts'
import { goodsRoutes } from './goods.ts'
import { makeShop, type User } from './shop.ts'
import { siteRoutes } from './site.ts'

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
}

const routes: Routes = {
  ...visitorRoutes,
  ...customerRoutes,
  ...accountRoutes,
  ...peopleRoutes,
  ...goodsRoutes,
  ...siteRoutes,
}

/** The requests to the server, and the status of the answers; 0 without an answer. */
export type ReceivedRequest = {
  method: string
  path: string
  body: Record<string, unknown>
  user: string | undefined
  status: number
}

type Options = {
  /** Folder of the built console, served at the same origin. */
  screens?: string
  /** Origin of a console served from elsewhere (CORS). */
  origin?: string
}

/**
 * A server of the kind that was deployed before this project: the specification's calls as they
 * were recorded, and all the habits of that server for any other request.
 */
export async function startDeployed({ screens, origin }: Options = {}) {
  const shop = makeShop(Date.now())
  const sessions = new Map<string, User>()
  const requested: ReceivedRequest[] = []
  const server = createServer(async (request, reply) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://deployed')
    if (origin) {
      reply.setHeader('access-control-allow-origin', origin)
      reply.setHeader('access-control-allow-credentials', 'true')
      reply.setHeader('access-control-allow-methods', 'GET,PUT,POST,DELETE')
      reply.setHeader('access-control-allow-headers', 'Content-Type')
      if (request.method === 'OPTIONS') return void reply.writeHead(204).end()
    }
    if (!pathname.startsWith('/api/')) return sendScreen(pathname, screens, reply)
    const method = request.method ?? 'GET'
    const body = await bodyOf(request)
    const sid = /connect\.sid=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1] ?? randomUUID()
    const note = { method, path: pathname + searchParams, body, user: sessions.get(sid)?.email }
    const done = (status: number, type = '', content = '') => {
      requested.push({ ...note, status })
      reply.setHeader('cache-control', 'no-store')
      reply.setHeader('set-cookie', `connect.sid=${sid}; Path=/; HttpOnly; SameSite=Lax`)
      reply.writeHead(status, type ? { 'content-type': `${type}; charset=utf-8` } : {})
      reply.end(content)
    }
    const found = routeFor(method, pathname.slice('/api/'.length))
    if (!found && method === 'GET') {
      reply.setHeader('location', '/')
      return done(302)
    }
    if (!found) return done(404, 'text/html', `<!DOCTYPE html><pre>Cannot ${method}</pre>`)
    const { role, handler, path } = found
    const me = shop.users.find((user) => user === sessions.get(sid))
    if (!isAllowed(role, me)) return done(401)
    const become = (user: User | undefined) => {
      if (user) sessions.set(sid, user)
      else sessions.delete(sid)
    }
    try {
      const call: Call = { shop, path, query: searchParams, body, now: Date.now(), me, become }
      const answer = handler(call)
      if (answer === NEVER) return void requested.push({ ...note, status: 0 })
      if (typeof answer === 'string') return done(200, answer && 'text/html', answer)
      done(200, 'application/json', JSON.stringify(answer))
    } catch (error) {
      if (error instanceof Refused) return done(error.status, '', error.message)
      throw error
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    shop,
    requested,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const isAllowed = (role: Role, me: User | undefined) =>
  role === 'all' ||
  (role === 'user' && me?.type === 'normal') ||
  (me?.type === 'admin' && (role === 'admin' || (role === 'main' && me.id === 1)))

// Letter case and a slash at the end do not matter; what has more words comes first.
const table = Object.entries(routes)
  .map(([name, [role, handler]]) => {
    const [method = '', path = ''] = name.split(' ')
    const pattern = path
      .replaceAll(/\{:(\w+):([^}]+)\}/g, '(?<$1>$2)')
      .replaceAll(/\{:(\w+)\}/g, '(?<$1>[^/]+)')
      .replaceAll(/\{(\w+)\}/g, String.raw`(?<$1>\d+)`)
    return { method, pattern: new RegExp(`^${pattern}/?$`, 'i'), role, handler, path }
  })
  .toSorted((a, b) => a.path.split('{').length - b.path.split('{').length)

function routeFor(method: string, path: string) {
  for (const route of table) {
    const match = route.method === method && route.pattern.exec(path)
    if (match) return { ...route, path: { ...match.groups } }
  }
  return undefined
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  const text = Buffer.concat(parts).toString()
  return text ? JSON.parse(text) : {}
}

function sendScreen(path: string, screens: string | undefined, reply: ServerResponse) {
  if (!screens) return void reply.writeHead(200, { 'content-type': 'text/html' }).end('<html>')
  const file = join(screens, path)
  const isFile = extname(path) !== '' && statSync(file, { throwIfNoEntry: false })?.isFile()
  if (!isFile && extname(path) !== '') return void reply.writeHead(404).end()
  const name = isFile ? file : join(screens, 'index.html')
  reply.setHeader('content-type', TYPES[extname(name)] ?? 'application/octet-stream')
  reply.end(readFileSync(name))
}
