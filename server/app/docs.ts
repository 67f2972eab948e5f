import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import type { Document } from '../../openapi/document.ts'
import { olderDocument } from '../../openapi/published/older.ts'
import { published } from '../../openapi/published/publish.ts'
import { asThirty } from '../../openapi/published/thirty.ts'
import { INSTALLATION } from '../base/installation.ts'

/**
 * The contract for others, each made when it is first asked for: as programs make clients of it, the
 * same in OpenAPI 3.0, and what older consoles and servers say to each other.
 */
const DOCUMENTS = {
  '/api/openapi.json': published,
  '/api/openapi-3.0.json': (document: Document) => asThirty(published(document)),
  '/api/openapi-older.json': olderDocument,
}

/** Serves the contract: a page at `/api/docs`, JSON at `/api/docs/json` and at the addresses of `DOCUMENTS`. */
export async function serveDocs(app: FastifyInstance, document: Document): Promise<void> {
  await app.register(swagger, { mode: 'static', specification: { document: document as never } })
  const { docs } = INSTALLATION
  await app.register(async (page) => {
    makeOnce(page, ['/api/docs/json', '/api/docs/yaml'])
    await page.register(swaggerUi, {
      ...(docs && { baseDir: docs, logo: logoIn(docs) }),
      routePrefix: '/api/docs',
      staticCSP: true,
      uiConfig: { docExpansion: 'list', deepLinking: true, supportedSubmitMethods: [] },
      theme: { title: 'Sluice API' },
      transformSpecification: () => published(document) as never,
      transformSpecificationClone: false,
    })
  })
  for (const [address, make] of Object.entries(DOCUMENTS)) {
    let text: string | undefined
    app.get(address, (_request, reply) => {
      text ??= JSON.stringify(make(document))
      return reply.type('application/json; charset=utf-8').send(text)
    })
  }
}

/**
 * Has the library make each of some texts once: it makes them again for every call, which costs a
 * tenth of a second, and strangers may call.
 */
function makeOnce(page: FastifyInstance, addresses: readonly string[]): void {
  const made = new Map<string, { type: string; text: string }>()
  page.addHook('onRequest', async ({ routeOptions: { url = '' } }, reply) => {
    const known = made.get(url)
    return known && reply.type(known.type).send(known.text)
  })
  page.addHook('onSend', async ({ routeOptions: { url = '' } }, reply, text) => {
    if (!addresses.includes(url) || typeof text !== 'string' || reply.statusCode !== 200) return
    made.set(url, { type: String(reply.getHeader('content-type')), text })
  })
}

/** In a packed release the library does not find its own files. */
const logoIn = (folder: string) => ({
  type: 'image/svg+xml',
  content: readFileSync(join(folder, 'logo.svg')),
})
