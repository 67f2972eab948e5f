import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import staticFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { World } from './world.ts'

// Griffel fills empty style tags through the CSS object model: the hash of nothing is all it needs.
const EMPTY = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"

/**
 * Serves the built console: files under `assets` forever, everything else asked anew.
 *
 * Any path that is no file opens the shell; the router in it knows the screens.
 */
export async function serveScreens(
  app: FastifyInstance,
  { config }: World,
  folder: string,
): Promise<void> {
  const bases = apiBases(folder)
  const policy = [
    "default-src 'self'",
    `style-src 'self' ${EMPTY}`,
    "img-src 'self' data: blob:",
    `connect-src ${["'self'", ...bases].join(' ')}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ')
  const secure = config.site.startsWith('https:')

  app.addHook('onSend', async (request, reply) => {
    reply.header('x-content-type-options', 'nosniff')
    reply.header('referrer-policy', 'same-origin')
    if (secure) reply.header('strict-transport-security', 'max-age=31536000')
    if (!request.url.startsWith('/api/')) {
      reply.header('content-security-policy', policy)
      reply.header('cross-origin-opener-policy', 'same-origin')
    }
  })
  await app.register(staticFiles, {
    root: folder,
    preCompressed: true,
    wildcard: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const forever = path.includes('/assets/')
      reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.setNotFoundHandler((request, reply) => {
    const asked = request.method === 'GET' || request.method === 'HEAD'
    const file = /^\/(api|assets)(\/|$)/i.test(request.url)
    if (!asked || file) return reply.code(404).send()
    return reply.sendFile('index.html')
  })
}

/** Other API bases the page may call: what `config.json` beside it names. */
function apiBases(folder: string): string[] {
  try {
    const { apiBase } = JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8'))
    return typeof apiBase === 'string' && apiBase !== '' ? [new URL(apiBase).origin] : []
  } catch {
    return []
  }
}
